// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Results for people and for programs.

#ifndef TILERY_TOOLS_TILERY_MAP_TEST_REPORT_H
#define TILERY_TOOLS_TILERY_MAP_TEST_REPORT_H

#include "Coverage.h"
#include "Options.h"
#include "Outcome.h"

#include "llvm/Support/raw_ostream.h"

namespace tilery {
namespace maptest {

/// What is kept of a case.
struct CaseResult {
  bool isKnown = false; ///< an outcome has come
  uint64_t paramsHash = 0;
  tensormap::Direction direction = tensormap::Direction::Unspecified;
  Outcome outcome;
};

struct Summary {
  const Options *options = nullptr;
  const Coverage *coverage = nullptr;
  std::vector<CaseResult> cases;
  int64_t redrawn = 0;
  double seconds = 0;
  /// Why not all was run; empty when it was.
  std::string error;

  int64_t count(tensormap::Direction direction) const;
  int64_t failures() const;
  bool isCovered() const;
  bool isGood() const { return error.empty() && !failures() && isCovered(); }
};

/// Counts of the factors' values, failures, and a closing line.
void printSummary(llvm::raw_ostream &os, const Summary &summary);

/// One JSON object; `sources` is the text of a bundle's manifest, or empty.
void printJson(llvm::raw_ostream &os, const Summary &summary,
               llvm::StringRef sources);

/// The same text for equal results, on any device.
void printHashes(llvm::raw_ostream &os, const Summary &summary);

/// Of the text of printHashes().
uint64_t hashOfResults(const Summary &summary);

} // namespace maptest
} // namespace tilery

#endif // TILERY_TOOLS_TILERY_MAP_TEST_REPORT_H

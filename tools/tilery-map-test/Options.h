// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of tilery-map-test.

#ifndef TILERY_TOOLS_TILERY_MAP_TEST_OPTIONS_H
#define TILERY_TOOLS_TILERY_MAP_TEST_OPTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace tilery {
namespace maptest {

struct Options {
  uint64_t seed = 1;
  int64_t count = 2000;
  /// The one case to run and print.
  std::optional<int64_t> only;
  std::string device = "cuda";
  std::string target = "sm_90a";
  /// Processes at a time; 0: one a core, within bounds.
  int64_t jobs = 0;
  /// Cases of a module.
  int64_t batch = 32;
  /// Seconds that a case may take on the device.
  int64_t timeout = 10;
  int64_t minPerValue = 5;
  std::string json, hashes;
  bool modelOnly = false;
  /// Serves a supervisor on standard input and output.
  bool worker = false;
  bool help = false;
  bool version = false;
};

/// Errors quote the option; an unknown one is answered with the nearest.
llvm::Expected<Options> parseOptions(llvm::ArrayRef<const char *> words);

llvm::StringRef helpText();

} // namespace maptest
} // namespace tilery

#endif // TILERY_TOOLS_TILERY_MAP_TEST_OPTIONS_H

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Milliseconds of each stage of a compilation.

#ifndef TILERY_PIPELINES_STAGETIMES_H
#define TILERY_PIPELINES_STAGETIMES_H

#include "llvm/ADT/StringRef.h"
#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace llvm {
namespace json {
class OStream;
} // namespace json
} // namespace llvm

namespace tilery {
/// The stages of one run, in the order in which they first ran.
class StageTimes {
public:
  void add(llvm::StringRef stage, double milliseconds);
  double getTotal() const;
  const std::vector<std::pair<std::string, double>> &getStages() const {
    return stages;
  }

private:
  std::vector<std::pair<std::string, double>> stages;
};

/// Adds the time of its own life to a stage; `times` may be null.
class StageTimer {
public:
  StageTimer(StageTimes *times, llvm::StringRef stage)
      : times(times), stage(stage), start(std::chrono::steady_clock::now()) {}
  ~StageTimer();
  StageTimer(const StageTimer &) = delete;
  StageTimer &operator=(const StageTimer &) = delete;

private:
  StageTimes *times;
  llvm::StringRef stage;
  std::chrono::steady_clock::time_point start;
};

/// Writes {"runs": N, "first_ms": {stage: ms, ..., "total": ms}, "median_ms":
/// {...}} of N runs of the same stages.
void writeStageTimes(llvm::json::OStream &json,
                     const std::vector<StageTimes> &runs);
} // namespace tilery

#endif // TILERY_PIPELINES_STAGETIMES_H

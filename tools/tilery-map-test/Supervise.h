// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Workers that are fed with cases, watched, and replaced.

#ifndef TILERY_TOOLS_TILERY_MAP_TEST_SUPERVISE_H
#define TILERY_TOOLS_TILERY_MAP_TEST_SUPERVISE_H

#include "Outcome.h"

#include <functional>
#include <vector>

namespace tilery {
namespace maptest {

struct Plan {
  /// The program of a worker (Worker.h), its name first.
  std::string program;
  std::vector<std::string> arguments;
  uint64_t first = 0, end = 0; ///< the cases
  uint64_t batch = 32;         ///< cases that a worker is given at once
  int jobs = 1;                ///< workers at a time
  /// Seconds without a word: from the start to "ready", over the compilation of
  /// a batch, and while a case runs.
  double startLimit = 120, compileLimit = 120, caseLimit = 10;
  /// Workers that may be lost before the rest of the cases is given up.
  int mostLost = 50;
};

/// Runs all cases; `report` gets each outcome once, in no order. A worker that
/// dies or hangs costs the case that it was at, and is replaced. The error's
/// text where no worker could start, or too many were lost; else empty.
std::string supervise(const Plan &plan,
                      const std::function<void(const Outcome &)> &report);

} // namespace maptest
} // namespace tilery

#endif // TILERY_TOOLS_TILERY_MAP_TEST_SUPERVISE_H

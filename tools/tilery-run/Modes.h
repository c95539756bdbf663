// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs that stress the host side of a launch, by several threads and graphs, or
// the order of what a kernel does.

#ifndef TILERY_TOOLS_TILERY_RUN_MODES_H
#define TILERY_TOOLS_TILERY_RUN_MODES_H

#include "Execute.h"

namespace tilery {
namespace run {

/// Calls the launcher from `options.threads` threads at once, `options.repeat`
/// times each, on a stream of its own and operands of its own, equal to
/// `operands`. The module is loaded by whichever thread comes first. Leaves the
/// first thread's results in `operands`; an error where another thread's
/// differ.
llvm::Error runThreads(TileryDeviceHandle *device, Entry entry,
                       const LauncherInfo &info, const Options &options,
                       std::vector<Operand> &operands);

/// Captures the launcher's first call into a graph, which runs nothing, replays
/// it over memory full of poison, and then `repeat` times over the operands:
/// what a replay computes has to follow from the contents at that time.
llvm::Error runGraph(Execution &execution, int64_t repeat);

/// Runs the launcher in the simulator's orders of seeds 1 to `options.seeds`,
/// up to the first with a finding; each on operands of its own, equal to
/// `operands`. Leaves the first order's results in `operands`; an error where
/// another's differ.
llvm::Error runSeeds(TileryDeviceHandle *device, Entry entry,
                     const LauncherInfo &info, const Options &options,
                     std::vector<Operand> &operands);

} // namespace run
} // namespace tilery

#endif // TILERY_TOOLS_TILERY_RUN_MODES_H

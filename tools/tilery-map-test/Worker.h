// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The process that compiles and launches. It costs only itself when the device
// faults, which no context survives, or when a kernel hangs.
//
// Reads "run FIRST END" lines from standard input. Writes lines: "ready" when
// the device is open ("error TEXT" when there is none), "begin I" before case I
// is launched, "done ..." (Outcome.h) for each case, and "batch" after a range.

#ifndef TILERY_TOOLS_TILERY_MAP_TEST_WORKER_H
#define TILERY_TOOLS_TILERY_MAP_TEST_WORKER_H

#include "Options.h"

namespace tilery {
namespace maptest {

/// Serves until the input ends; the exit status. Does not return from a fault.
int runWorker(const Options &options);

} // namespace maptest
} // namespace tilery

#endif // TILERY_TOOLS_TILERY_MAP_TEST_WORKER_H

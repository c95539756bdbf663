// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A simulation as a timeline.

#ifndef TILERY_TOOLS_TILERY_RUN_TRACE_H
#define TILERY_TOOLS_TILERY_RUN_TRACE_H

#include "tilery/Sim/Trace.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace tilery {
namespace run {

/// Writes events in the format of Chrome's tracing ("Trace Event Format"),
/// which Perfetto reads too: a process a block, a thread a warp, a microsecond
/// a tick.
llvm::Error writeTrace(const std::string &path,
                       const std::vector<sim::TraceEvent> &events);

} // namespace run
} // namespace tilery

#endif // TILERY_TOOLS_TILERY_RUN_TRACE_H

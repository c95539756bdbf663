// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A simulation as a timeline.

#ifndef TILERY_LIB_CAPI_TRACE_H
#define TILERY_LIB_CAPI_TRACE_H

#include "tilery/Sim/Trace.h"

#include <string>
#include <vector>

namespace tilery {
namespace capi {

/// Events in the format of Chrome's tracing ("Trace Event Format"), which
/// Perfetto reads too: a process a block, a thread a warp, a microsecond a
/// tick. Ends with a newline.
std::string traceText(const std::vector<sim::TraceEvent> &events);

} // namespace capi
} // namespace tilery

#endif // TILERY_LIB_CAPI_TRACE_H

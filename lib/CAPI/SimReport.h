// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_CAPI_SIMREPORT_H
#define TILERY_LIB_CAPI_SIMREPORT_H

#include "PointerList.h"

#include "tilery-c/Simulator.h"
#include "tilery/Runtime/SimDriver.h"

namespace tilery {
namespace capi {

/// A report with all that its structs point to.
struct OwnedReport {
  TilerySimReport report = {};

  /// `traced`: the trace was asked for.
  OwnedReport(runtime::SimResults results, std::string output, bool traced);

  runtime::SimResults results;
  std::string output, trace;
  PointerList<TilerySimFinding> findings;
  std::deque<PointerList<TilerySimNote>> notes;
  std::deque<std::string> rendered;
};

/// Gives a report to a caller, who frees it.
TilerySimReport *release(std::unique_ptr<OwnedReport> report);

} // namespace capi
} // namespace tilery

#endif // TILERY_LIB_CAPI_SIMREPORT_H

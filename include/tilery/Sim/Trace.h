// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What happened in a launch, for a timeline: one lane a warp, one process a
// block. Time counts calls of the engine in the cluster, from 0.

#ifndef TILERY_SIM_TRACE_H
#define TILERY_SIM_TRACE_H

#include <cstdint>
#include <string>

namespace tilery {
namespace sim {

struct TraceEvent {
  enum Kind {
    Transfer, ///< from issue to landing
    Wait,     ///< threads of the warp wait
    Phase,    ///< a barrier's phase completes; no duration
  };
  Kind kind;
  std::string name;    ///< "tile.tma.load A", "mbarrier full[0]"
  uint64_t begin, end; ///< ticks
  uint64_t block;      ///< linear
  uint32_t warp;
  /// Of a transfer: bytes. Of a wait or a phase: the number of the phase.
  uint64_t value;
  std::string place; ///< "file:3:5"
};

} // namespace sim
} // namespace tilery

#endif // TILERY_SIM_TRACE_H

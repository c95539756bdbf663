// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An mbarrier. Its 8 bytes in shared memory name the record here; the
// hardware's layout is not documented, and kernels must not look at it.

#ifndef TILERY_LIB_SIM_MBARRIER_H
#define TILERY_LIB_SIM_MBARRIER_H

#include "FindingLog.h"
#include "ThreadList.h"

#include <cstdint>

namespace tilery {
namespace sim {

struct Block;
struct Thread;
struct Transfer;

/// Arrivals are 1..2^20 - 1, and so are pending bytes (PTX ISA, mbarrier).
inline constexpr uint32_t kMaxArrivals = (1u << 20) - 1;
inline constexpr int64_t kMaxPendingBytes = (1 << 20) - 1;

/// A state holds the phase, and below it the arrivals that were pending before
/// the one that gave it.
inline constexpr unsigned kPendingBits = 20;

struct MBarrier {
  /// The 8 bytes.
  struct Handle {
    uint32_t magic;
    uint32_t index; ///< in Worker::barriers
  };
  static constexpr uint32_t kMagic = 0x6d626172;

  uint8_t *address = nullptr;
  Block *block = nullptr;
  bool isLive = false;

  uint64_t phase = 0;    ///< phases that are complete
  uint32_t count = 0;    ///< arrivals that a phase takes
  uint32_t pending = 0;  ///< arrivals that the phase still takes
  int64_t bytes = 0;     ///< expected less delivered; may be negative
  uint64_t expected = 0; ///< bytes expected in this phase
  uint64_t delivered = 0;

  ThreadList waiters;
  MBarrier *next = nullptr; ///< in Worker::waited
  bool isQueued = false;    ///< in Worker::waited
  bool isPolled = false;    ///< a poll of this phase has failed
  Transfer *firstInFlight = nullptr, *lastInFlight = nullptr;

  uint64_t observed = 0; ///< phases that some thread has seen complete
  /// The last copy and remote arrival, and 1 + the phase that each belongs to.
  uint64_t copyPhase = 0, remotePhase = 0;
  uint64_t remoteClusterPhase =
      0; ///< cluster barriers complete at that arrival
  /// `completeSite`: what completed the last phase.
  uint32_t initSite = kNoSite, expectSite = kNoSite, completeSite = kNoSite;
  uint32_t copySite = kNoSite, remoteSite = kNoSite;
  /// Who expected, copied and arrived last.
  const Thread *expectThread = nullptr, *copyThread = nullptr;
  const Thread *remoteThread = nullptr;
  bool hasExcess = false; ///< a phase has ended with more bytes than expected
};

} // namespace sim
} // namespace tilery

#endif // TILERY_LIB_SIM_MBARRIER_H

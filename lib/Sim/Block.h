// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The threads of a cluster and what they share.

#ifndef TILERY_LIB_SIM_BLOCK_H
#define TILERY_LIB_SIM_BLOCK_H

#include "Fiber.h"
#include "Launch.h"
#include "MBarrier.h"
#include "ThreadList.h"
#include "Transfer.h"
#include "tilery/Sim/Abi.h"
#include "tilery/Sim/Fragments.h"

#include <memory>
#include <vector>

namespace tilery {
namespace sim {

struct Cluster;
struct Warp;
class Worker;

/// What a thread waits for.
struct Wait {
  enum Kind : uint8_t {
    None,
    WarpOp,
    NamedBarrier,
    MBarrierPhase,
    ClusterBarrier,
    GridBarrier,
    BulkGroup,
    Poll,   ///< a poll of an mbarrier has failed
    Sleep,  ///< nanosleep
    Refuel, ///< has used up its slice
  };
  Kind kind = None;
  bool isRead = false; ///< BulkGroup: .read
  uint32_t site = 0;
  uint64_t value = 0;           ///< phase; groups that have to be complete
  const void *object = nullptr; ///< MBarrier, or NamedBarrier
};

struct Thread : TilerySimThread {
  // Of the access hooks first: they run most.
  const SharedRange *sharedRanges;
  GlobalRange *globalRanges;
  uintptr_t stackLimit;
  Block *block;
  Worker *worker;

  Thread *next; ///< in a ThreadList
  Warp *warpState;
  Fiber fiber;
  uint32_t stack; ///< index in the worker's pool
  Wait wait;
  bool hasEnded;
  bool hasClusterArrived;
  uint64_t clusterPhase; ///< cluster barriers whose wait is over
  uint64_t result;       ///< of a warp's operation
  int32_t resultValid;
  uint32_t resultLane, resultWidth; ///< its operands
  int32_t predicate;

  /// Copies to global memory that are not Done, in order of issue.
  std::vector<Transfer *> stores;
  uint64_t groups;        ///< that the thread has committed
  uint64_t lastGroup;     ///< 1 + the group of the last copy
  uint32_t lastGroupSite; ///< of the last copy
  uint64_t waitedGroups;  ///< groups known to be read, or complete

  std::unique_ptr<Fragments> fragments;
};

/// Lanes that meet, such as those of an elect.sync.
struct Rendezvous {
  enum Op : uint8_t { Sync, Elect, Shuffle, Vote };
  bool isActive = false;
  Op op = Sync;
  uint32_t mode = 0;
  uint32_t mask = 0;    ///< who has to come
  uint32_t arrived = 0; ///< who has
  uint32_t site = 0;    ///< of the first
  uint64_t values[32];
  ThreadList waiters;
};

/// Lanes of a warp that wait for the same thing, for the trace.
struct TracedWait {
  Wait wait;
  uint64_t begin;
  uint32_t lanes; ///< that have not gone on
  bool isOver;    ///< one has
};

struct Warp {
  uint32_t live = 0; ///< lanes that have not ended
  std::vector<Rendezvous> meetings;
  std::vector<TracedWait> waits;
};

/// bar.sync and bar.arrive.
struct NamedBarrier {
  uint32_t arrived = 0;
  uint32_t threads = 0; ///< 0: all of the block that have not ended
  uint32_t site = 0;    ///< of the first arrival
  uint64_t phase = 0;
  ThreadList waiters;
};
inline constexpr uint32_t kNamedBarriers = 16;

/// What the checks know of 16 bytes of shared memory. Race checking adds the
/// last write, the readers and a granule to this line (one dense array a block,
/// indexed by offset / 16); accesses narrower than a line then split it. All
/// accesses come through SharedMemory.cpp, copies through Landing.cpp.
struct ShadowLine {
  uint16_t written = 0; ///< bit i: byte i has been
};
inline constexpr uint32_t kLineBytes = 16;

struct Block {
  Cluster *cluster = nullptr;
  uint32_t index[3] = {0, 0, 0};
  uint64_t linear = 0;
  uint32_t rank = 0;
  uint8_t *shared = nullptr;
  ShadowLine *shadow = nullptr;
  Thread *threads = nullptr;
  Warp *warps = nullptr;
  uint32_t live = 0; ///< threads that have not ended
  NamedBarrier named[kNamedBarriers];

  bool hasEnded() const { return live == 0; }
};

struct Cluster {
  uint64_t index = 0;
  Block *blocks = nullptr;
  uint32_t numBlocks = 0;
  uint8_t *shared = nullptr; ///< of the block of rank 0
  // barrier.cluster
  uint64_t phase = 0;
  uint32_t arrived = 0; ///< in this phase, of threads that have not ended
  uint32_t ended = 0;
  uint32_t threads = 0;
  ThreadList waiters;

  ClusterResult result;
};

} // namespace sim
} // namespace tilery

#endif // TILERY_LIB_SIM_BLOCK_H

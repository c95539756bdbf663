// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An asynchronous copy, from its issue to its end. A multicast is one for each
// block that it reaches.

#ifndef TILERY_LIB_SIM_TRANSFER_H
#define TILERY_LIB_SIM_TRANSFER_H

#include "tilery/TensorMap/Reduce.h"

#include <cstdint>
#include <vector>

namespace tilery {
namespace sim {

struct Allocation;
struct Block;
struct MBarrier;
struct Thread;

struct Transfer {
  enum Kind : uint8_t {
    TensorLoad,
    TensorStore,
    TensorReduce,
    BulkLoad,        ///< global to shared, of this or another block
    BulkStore,       ///< shared to global
    BulkCopy,        ///< shared to the shared memory of a block of the cluster
    BulkReduce,      ///< shared into global
    BulkReduceShared ///< shared into the shared memory of a block
  };
  enum State : uint8_t {
    Free,
    Issued,
    SourceRead, ///< shared source read, nothing written
    Done
  };

  Kind kind;
  State state = Free;
  Thread *thread = nullptr; ///< issuer
  uint32_t site = 0;
  uint64_t issued = 0; ///< time

  uint8_t *destination = nullptr;
  const uint8_t *source = nullptr;
  uint32_t bytes = 0;       ///< that move, and count at the barrier
  uint32_t sharedBytes = 0; ///< of the tile in shared memory, gaps included
  const Allocation *global = nullptr; ///< null: the box lies outside

  // Tensor forms.
  tensormap::TensorMapParams map;
  int32_t coords[tensormap::kMaxRank];
  // Reductions.
  tensormap::ReduceOp op = tensormap::ReduceOp::Add;
  tensormap::DataType type = tensormap::DataType::UInt8;

  // Completion at a barrier.
  Block *target = nullptr; ///< whose shared memory is written
  MBarrier *barrier = nullptr;
  uint64_t phase = 0; ///< of the barrier at the issue

  // Completion in a bulk group of the thread.
  uint64_t group = 0;
  std::vector<uint8_t> snapshot; ///< the source, once it has been read

  Transfer *next = nullptr, *previous = nullptr; ///< in Worker::inFlight
  Transfer *nextOnBarrier = nullptr;

  /// Counts at a barrier; the others belong to a bulk group.
  bool hasBarrier() const { return barrier != nullptr; }
  bool isTensor() const { return kind <= TensorReduce; }
};

} // namespace sim
} // namespace tilery

#endif // TILERY_LIB_SIM_TRANSFER_H

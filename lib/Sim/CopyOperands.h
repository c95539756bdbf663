// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What all forms of asynchronous copies check before they are queued.

#ifndef TILERY_LIB_SIM_COPYOPERANDS_H
#define TILERY_LIB_SIM_COPYOPERANDS_H

#include "Worker.h"

namespace tilery {
namespace sim {

/// Mixes numbers into one, to tell copies apart.
inline uint64_t mix(uint64_t key, uint64_t value) {
  key = (key ^ value) * 0x9e3779b97f4a7c15ULL;
  return key ^ key >> 32;
}
inline uint64_t mix(uint64_t key, const void *address) {
  return mix(key, reinterpret_cast<uint64_t>(address));
}

/// The block that a shared operand lies in: the thread's own, or any of the
/// cluster. A fault when it is none.
Block &checkSharedAddress(Worker &worker, Thread *self, const void *address,
                          uint32_t site, bool mayBeRemote);

/// Says that a copy reads bytes of shared memory that nobody has written.
void reportUnwrittenSource(Worker &worker, Thread *self, const Block &block,
                           const uint8_t *address, uint32_t site);

/// Calls `visit(block)` for each block of the cluster in `mask`; for the block
/// `own` alone when it is 0.
template <typename Visitor>
void forEachTarget(Worker &worker, Thread *self, Block &own, uint32_t mask,
                   uint32_t site, Visitor &&visit) {
  Cluster &cluster = *own.cluster;
  if (mask == 0) {
    visit(own);
    return;
  }
  if (cluster.numBlocks < 32 && mask >> cluster.numBlocks)
    worker.fault(self, FindingKind::OutOfBounds, site,
                 "expected the mask of a multicast to name blocks of the "
                 "cluster, got more bits than it has blocks");
  for (uint32_t rank = 0; rank < cluster.numBlocks; ++rank)
    if (mask >> rank & 1)
      visit(cluster.blocks[rank]);
}

} // namespace sim
} // namespace tilery

#endif // TILERY_LIB_SIM_COPYOPERANDS_H

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// barrier.cluster, the grid's barrier, and addresses in other blocks.

#include "Text.h"
#include "Worker.h"

namespace tilery::sim {

Block *Worker::blockOf(const Thread *thread, const void *address) const {
  Cluster &cluster = *thread->block->cluster;
  uint64_t offset =
      uint64_t(static_cast<const uint8_t *>(address) - cluster.shared);
  uint64_t rank = offset >> launch->sharedShift;
  return rank < cluster.numBlocks ? &cluster.blocks[rank] : nullptr;
}

void Worker::checkCluster(Cluster &cluster) {
  if (!cluster.arrived || cluster.arrived + cluster.ended < cluster.threads)
    return;
  cluster.arrived = 0;
  ++cluster.phase;
  wakeAll(cluster.waiters);
}

void Worker::clusterArrive(Thread *self, uint32_t site) {
  Cluster &cluster = *self->block->cluster;
  if (self->hasClusterArrived)
    fault(self, FindingKind::BarrierMisuse, site,
          "expected a wait at the cluster's barrier between two arrivals of a "
          "thread, got none");
  self->hasClusterArrived = true;
  self->clusterPhase = cluster.phase;
  ++cluster.arrived;
  progress();
  checkCluster(cluster);
}

void Worker::clusterWait(Thread *self, uint32_t site) {
  Cluster &cluster = *self->block->cluster;
  if (!self->hasClusterArrived)
    fault(self, FindingKind::BarrierMisuse, site,
          "expected an arrival at the cluster's barrier before the wait, got "
          "none");
  if (cluster.phase == self->clusterPhase) {
    cluster.waiters.push(self);
    suspend(self,
            Wait{Wait::ClusterBarrier, false, site, cluster.phase, &cluster});
  }
  self->hasClusterArrived = false;
  ++self->clusterPhase;
}

void Worker::checkGrid() {
  if (!gridArrived || gridArrived < live)
    return;
  gridArrived = 0;
  ++gridPhase;
  wakeAll(gridWaiters);
}

void Worker::gridSync(Thread *self, uint32_t site) {
  if (!launch->cooperative && launch->numClusters > 1)
    fault(self, FindingKind::BarrierMisuse, site,
          "expected a cooperative launch, as the grid waits for itself, got "
          "one that is not");
  ++gridArrived;
  progress();
  if (gridArrived >= live) {
    checkGrid();
    return;
  }
  gridWaiters.push(self);
  suspend(self, Wait{Wait::GridBarrier, false, site, gridPhase, nullptr});
}

} // namespace tilery::sim

using namespace tilery::sim;

static void meetLanes(Thread *self, uint32_t site) {
  self->worker->meet(self, Rendezvous::Sync, 2, ~0u, 0, site);
}

void tilery_sim_cluster_arrive(TilerySimThread *thread, uint32_t,
                               int32_t aligned, uint32_t site) {
  Thread *self = asThread(thread);
  if (aligned)
    meetLanes(self, site);
  self->worker->clusterArrive(self, site);
}

void tilery_sim_cluster_wait(TilerySimThread *thread, int32_t aligned,
                             uint32_t site) {
  Thread *self = asThread(thread);
  if (aligned)
    meetLanes(self, site);
  self->worker->clusterWait(self, site);
}

void tilery_sim_cluster_sync(TilerySimThread *thread, uint32_t site) {
  Thread *self = asThread(thread);
  self->worker->clusterArrive(self, site);
  self->worker->clusterWait(self, site);
}

void tilery_sim_grid_sync(TilerySimThread *thread, uint32_t site) {
  Thread *self = asThread(thread);
  self->worker->gridSync(self, site);
}

// Launches run one after the other: what this one depends on is complete.
void tilery_sim_grid_dependency_wait(TilerySimThread *thread, uint32_t) {
  asThread(thread)->worker->progress();
}
void tilery_sim_grid_dependency_launch(TilerySimThread *thread, uint32_t) {
  asThread(thread)->worker->progress();
}

void *tilery_sim_mapa(TilerySimThread *thread, const void *address,
                      uint32_t rank, uint32_t site) {
  Thread *self = asThread(thread);
  Worker &worker = *self->worker;
  Block *block = worker.blockOf(self, address);
  Cluster &cluster = *self->block->cluster;
  if (!block)
    worker.fault(self, FindingKind::OutOfBounds, site,
                 "expected an address in shared memory to map, got another");
  if (rank >= cluster.numBlocks)
    worker.fault(self, FindingKind::OutOfBounds, site, [&] {
      return str("expected the rank of a block of the cluster, 0..",
                 cluster.numBlocks - 1, ", got ", rank);
    });
  int64_t offset = static_cast<const uint8_t *>(address) - block->shared;
  return cluster.blocks[rank].shared + offset;
}

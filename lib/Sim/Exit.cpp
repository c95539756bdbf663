// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ends of threads and clusters: who else can go on, and what is left over.

#include "Text.h"
#include "Worker.h"

namespace tilery::sim {

/// Copies of the thread whose source may still be read when it has ended.
static void checkStores(Worker &worker, Thread *self) {
  if (self->lastGroup <= self->waitedGroups)
    return;
  Finding *finding =
      worker.report(self, FindingKind::InFlightAtExit, self->lastGroupSite);
  if (!finding)
    return;
  finding->text =
      self->lastGroup > self->groups
          ? str("expected the copy to belong to a bulk group that the thread "
                "waits for, got no tile.bulk.commit_group after it: its source "
                "may be read after the block's end")
          : str("expected the thread to wait for bulk group ",
                self->lastGroup - 1,
                " before its end, got no tile.bulk.wait_group that covers it: "
                "the copy's source may be read after the block's end");
}

static void checkFragments(Worker &worker, Thread *self) {
  if (!self->fragments)
    return;
  Fragments::Hazard hazard = self->fragments->atExit();
  if (hazard == Fragments::Hazard::None)
    return;
  if (Finding *finding = worker.report(self, FindingKind::FragmentHazard,
                                       self->fragments->lastSite()))
    finding->text = describe(hazard);
}

void Worker::endThread(Thread *self) {
  Block &block = *self->block;
  Cluster &cluster = *block.cluster;
  self->hasEnded = true;
  ++time;
  --live;
  --block.live;
  self->warpState->live &= ~(1u << self->lane);
  if (checks) {
    checkStores(*this, self);
    checkFragments(*this, self);
  }
  ++cluster.ended;
  if (self->hasClusterArrived && self->clusterPhase == cluster.phase)
    --cluster.arrived;
  progress();
  // The others of its warp, block, cluster and grid may have waited for it.
  checkMeetings(block, self->warp);
  if (block.named[0].threads == 0)
    checkNamed(block, block.named[0]);
  checkCluster(cluster);
  checkGrid();
}

/// True when all threads of the block have met those of the cluster after
/// `phases` cluster barriers.
static bool hasMetSince(const Worker &worker, const Block &block,
                        uint64_t phases) {
  for (uint32_t i = 0; i < worker.launch->threadsPerBlock; ++i)
    if (block.threads[i].clusterPhase <= phases)
      return false;
  return true;
}

static void checkBarrierAtExit(Worker &worker, const MBarrier &b) {
  Cluster &cluster = *b.block->cluster;
  int32_t buffer = worker.bufferOf(*b.block, b.address, kNoSite);
  auto known = [&](const Thread *thread) {
    return thread ? thread : &b.block->threads[0];
  };
  if (b.bytes < 0 && b.hasExcess)
    return;
  if (b.bytes < 0) {
    if (Finding *finding = worker.report(cluster, known(b.copyThread),
                                         FindingKind::BytesUnexpected,
                                         b.copySite, b.expectSite, buffer))
      finding->text = str("expected no bytes in phase ", b.phase,
                          " of barrier ", worker.nameOf(b), ", got ", -b.bytes,
                          " that no arrive_expect_tx or expect_tx announces");
    return;
  }
  if (b.bytes > 0 && b.pending == 0) {
    if (Finding *finding = worker.report(cluster, known(b.expectThread),
                                         FindingKind::BytesMissing,
                                         b.expectSite, b.copySite, buffer))
      finding->text =
          str("expected ", counted(b.expected, "byte"), " in phase ", b.phase,
              " of barrier ", worker.nameOf(b), ", got ", b.delivered,
              ": the phase never ends");
    return;
  }
  if (b.copyPhase > b.observed) {
    if (Finding *finding = worker.report(cluster, known(b.copyThread),
                                         FindingKind::InFlightAtExit,
                                         b.copySite, b.initSite, buffer))
      finding->text = str("expected some thread to wait for phase ",
                          b.copyPhase - 1, " of barrier ", worker.nameOf(b),
                          " before the block's end, got none: the copy may "
                          "land after it");
  }
  if (b.remotePhase > b.observed &&
      !hasMetSince(worker, *b.block, b.remoteClusterPhase))
    if (Finding *finding = worker.report(cluster, known(b.remoteThread),
                                         FindingKind::RemoteAfterExit,
                                         b.remoteSite, b.initSite, buffer))
      finding->text = str(
          "expected the block of rank ", b.block->rank,
          " to live until the arrival at its barrier ", worker.nameOf(b),
          ", got no wait for phase ", b.remotePhase - 1,
          " and no cluster barrier after it: the block may have ended before");
}

void Worker::checkClusterAtExit(Cluster &cluster) {
  for (size_t i = 0; i < numBarriers; ++i)
    if (barriers[i].isLive && barriers[i].block->cluster == &cluster)
      checkBarrierAtExit(*this, barriers[i]);
}

} // namespace tilery::sim

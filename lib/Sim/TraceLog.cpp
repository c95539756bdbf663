// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Text.h"
#include "Worker.h"

#include <algorithm>

namespace tilery::sim {

static std::string nameOfSite(const SourcePlace &place) {
  return place.operand.empty() ? place.op : str(place.op, " ", place.operand);
}

void Worker::traceTransfer(const Transfer &x) {
  const Thread &t = *x.thread;
  SourcePlace place = launch->place(x.site);
  t.block->cluster->result.trace.push_back(
      {TraceEvent::Transfer, nameOfSite(place), x.issued, time, t.block->linear,
       t.warp, x.bytes, describe(place)});
}

void Worker::tracePhase(const MBarrier &b, uint32_t site) {
  b.block->cluster->result.trace.push_back({TraceEvent::Phase, nameOf(b), time,
                                            time, b.block->linear, 0, b.phase,
                                            describe(launch->place(site))});
}

static bool isSame(const Wait &a, const Wait &b) {
  return a.kind == b.kind && a.site == b.site && a.value == b.value &&
         a.object == b.object;
}

void Worker::traceWaitBegin(Thread *self, const Wait &wait) {
  for (TracedWait &open : self->warpState->waits)
    if (!open.isOver && isSame(open.wait, wait)) {
      ++open.lanes;
      return;
    }
  self->warpState->waits.push_back({wait, time, 1, false});
}

static void push(Worker &worker, const Block &block, uint32_t warp,
                 const TracedWait &open) {
  SourcePlace place = worker.launch->place(open.wait.site);
  block.cluster->result.trace.push_back(
      {TraceEvent::Wait, nameOfSite(place), open.begin, worker.time,
       block.linear, warp, open.wait.value, describe(place)});
}

void Worker::traceWaitEnd(Thread *self, const Wait &wait) {
  std::vector<TracedWait> &waits = self->warpState->waits;
  auto open = std::find_if(waits.begin(), waits.end(), [&](auto &candidate) {
    return isSame(candidate.wait, wait);
  });
  if (open == waits.end())
    return;
  // The lanes go on one after the other; the wait is over with the first.
  if (!open->isOver)
    push(*this, *self->block, self->warp, *open);
  open->isOver = true;
  if (--open->lanes == 0)
    waits.erase(open);
}

void Worker::traceOpenWaits(Cluster &cluster) {
  if (!tracing)
    return;
  for (uint32_t rank = 0; rank < cluster.numBlocks; ++rank) {
    Block &block = cluster.blocks[rank];
    for (uint32_t warp = 0; warp < launch->warpsPerBlock; ++warp)
      for (const TracedWait &open : block.warps[warp].waits)
        if (!open.isOver)
          push(*this, block, warp, open);
  }
}

} // namespace tilery::sim

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Text.h"
#include "Worker.h"

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

void Worker::traceWaitBegin(Thread *self) {
  if (self->warpState->waiting++ == 0)
    self->warpState->waitBegin = time;
}

void Worker::traceWaitEnd(Thread *self, const Wait &wait) {
  if (--self->warpState->waiting)
    return;
  SourcePlace place = launch->place(wait.site);
  self->block->cluster->result.trace.push_back(
      {TraceEvent::Wait, nameOfSite(place), self->warpState->waitBegin, time,
       self->block->linear, self->warp, wait.value, describe(place)});
}

} // namespace tilery::sim

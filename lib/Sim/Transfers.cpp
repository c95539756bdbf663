// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The queue of asynchronous copies: when each takes place. Late is at the last
// moment, when no thread can go on without.

#include "Worker.h"

#include <algorithm>

namespace tilery::sim {

/// In a shuffled order, one of the oldest few completes next.
static constexpr uint32_t kShuffleWindow = 8;

Transfer &Worker::newTransfer(Thread *self, Transfer::Kind kind,
                              uint32_t site) {
  Transfer *x;
  if (freeTransfers.empty()) {
    transferPool.emplace_back();
    x = &transferPool.back();
  } else {
    x = freeTransfers.back();
    freeTransfers.pop_back();
  }
  x->kind = kind;
  x->state = Transfer::Issued;
  x->thread = self;
  x->site = site;
  x->bytes = x->sharedBytes = 0;
  x->target = nullptr;
  x->barrier = nullptr;
  x->global = nullptr;
  x->snapshot.clear();
  return *x;
}

void Worker::issue(Transfer &x) {
  x.issued = ++time;
  ++statistics.transfers;
  statistics.bytes += x.bytes;
  x.next = nullptr;
  x.previous = lastInFlight;
  (lastInFlight ? lastInFlight->next : firstInFlight) = &x;
  lastInFlight = &x;
  if (x.hasBarrier()) {
    MBarrier &barrier = *x.barrier;
    x.phase = barrier.phase;
    barrier.copySite = x.site;
    barrier.copyThread = x.thread;
    barrier.copyPhase = std::max(barrier.copyPhase, barrier.phase + 1);
    x.nextOnBarrier = nullptr;
    (barrier.firstInFlight ? barrier.lastInFlight->nextOnBarrier
                           : barrier.firstInFlight) = &x;
    barrier.lastInFlight = &x;
  } else {
    Thread &t = *x.thread;
    x.group = t.groups;
    t.lastGroup = x.group + 1;
    t.lastGroupSite = x.site;
    t.stores.push_back(&x);
  }
  progress();
  if (order == Order::Early ||
      (order == Order::Shuffled && random.oneIn(kShuffleWindow)))
    land(x);
}

void Worker::unlink(Transfer &x) {
  (x.previous ? x.previous->next : firstInFlight) = x.next;
  (x.next ? x.next->previous : lastInFlight) = x.previous;
  if (x.hasBarrier()) {
    MBarrier &barrier = *x.barrier;
    Transfer *before = nullptr;
    for (Transfer *y = barrier.firstInFlight; y != &x; y = y->nextOnBarrier)
      before = y;
    (before ? before->nextOnBarrier : barrier.firstInFlight) = x.nextOnBarrier;
    if (barrier.lastInFlight == &x)
      barrier.lastInFlight = before;
  } else {
    std::vector<Transfer *> &stores = x.thread->stores;
    stores.erase(std::find(stores.begin(), stores.end(), &x));
  }
}

void Worker::release(Transfer &x) {
  unlink(x);
  x.state = Transfer::Free;
  freeTransfers.push_back(&x);
}

bool Worker::completeAny() {
  if (!firstInFlight)
    return false;
  land(*firstInFlight);
  return true;
}

void Worker::completeRandom() {
  Transfer *x = firstInFlight;
  if (!x)
    return;
  for (uint32_t skip = random.below(kShuffleWindow); skip && x->next; --skip)
    x = x->next;
  // A store reads its source some time before its bytes are in memory.
  if (!x->hasBarrier() && x->state == Transfer::Issued && random.oneIn(2))
    readSource(*x);
  else
    land(*x);
}

bool Worker::completeWaited() {
  // Those that nobody waits for any more leave the list.
  LinkedList<MBarrier> rest;
  MBarrier *found = nullptr;
  while (MBarrier *barrier = waited.pop()) {
    if (barrier->waiters.empty() && !barrier->isPolled) {
      barrier->isQueued = false;
      continue;
    }
    rest.push(barrier);
    if (!found && barrier->firstInFlight)
      found = barrier;
  }
  waited = rest;
  if (found) {
    land(*found->firstInFlight);
    return true;
  }
  Thread *thread = groupWaiters.pop();
  if (!thread)
    return false;
  const Wait wait = thread->wait;
  std::vector<Transfer *> due;
  for (Transfer *x : thread->stores)
    if (x->group < wait.value)
      due.push_back(x);
  for (Transfer *x : due) {
    if (!wait.isRead)
      land(*x);
    else if (x->state == Transfer::Issued)
      readSource(*x);
  }
  wake(thread);
  return true;
}

void Worker::waitGroup(Thread *self, uint32_t pending, bool isRead,
                       uint32_t site) {
  ++time;
  if (pending >= self->groups)
    return;
  uint64_t due = self->groups - pending;
  self->waitedGroups = std::max(self->waitedGroups, due);
  for (Transfer *x : self->stores) {
    if (x->group >= due || (isRead && x->state != Transfer::Issued))
      continue;
    groupWaiters.push(self);
    suspend(self, Wait{Wait::BulkGroup, isRead, site, due, nullptr});
    return;
  }
}

} // namespace tilery::sim

using namespace tilery::sim;

void tilery_sim_bulk_commit_group(TilerySimThread *thread, uint32_t) {
  ++asThread(thread)->groups;
}

void tilery_sim_bulk_wait_group(TilerySimThread *thread, uint32_t pending,
                                int32_t read, uint32_t site) {
  Thread *self = asThread(thread);
  self->worker->waitGroup(self, pending, read != 0, site);
}

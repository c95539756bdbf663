// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What kernel code calls to change an mbarrier.

#include "MBarrier.h"
#include "Worker.h"

using namespace tilery::sim;

void tilery_sim_mbarrier_init(TilerySimThread *thread, void *barrier,
                              uint32_t count, uint32_t site) {
  Thread *self = asThread(thread);
  self->worker->initBarrier(self, barrier, count, site);
}

void tilery_sim_mbarrier_inval(TilerySimThread *thread, void *barrier,
                               uint32_t site) {
  Thread *self = asThread(thread);
  self->worker->invalBarrier(self, barrier, site);
}

/// All forms of arrival: bytes are expected before the arrival counts.
static uint64_t arriveAt(TilerySimThread *thread, void *address, uint32_t count,
                         uint32_t drop, bool expects, uint32_t bytes,
                         uint32_t order, uint32_t site) {
  Thread *self = asThread(thread);
  Worker &worker = *self->worker;
  MBarrier &barrier = worker.barrierAt(self, address, site, true);
  if (expects)
    worker.expect(self, barrier, bytes, site);
  return worker.arrive(self, barrier, count, drop, order, site);
}

uint64_t tilery_sim_mbarrier_arrive(TilerySimThread *thread, void *barrier,
                                    uint32_t count, uint32_t order,
                                    uint32_t site) {
  return arriveAt(thread, barrier, count, 0, false, 0, order, site);
}

uint64_t tilery_sim_mbarrier_arrive_drop(TilerySimThread *thread, void *barrier,
                                         uint32_t count, uint32_t order,
                                         uint32_t site) {
  return arriveAt(thread, barrier, count, count, false, 0, order, site);
}

uint64_t tilery_sim_mbarrier_arrive_expect_tx(TilerySimThread *thread,
                                              void *barrier, uint32_t bytes,
                                              uint32_t order, uint32_t site) {
  return arriveAt(thread, barrier, 1, 0, true, bytes, order, site);
}

uint64_t tilery_sim_mbarrier_arrive_drop_expect_tx(TilerySimThread *thread,
                                                   void *barrier,
                                                   uint32_t bytes,
                                                   uint32_t order,
                                                   uint32_t site) {
  return arriveAt(thread, barrier, 1, 1, true, bytes, order, site);
}

void tilery_sim_mbarrier_expect_tx(TilerySimThread *thread, void *address,
                                   uint32_t bytes, uint32_t, uint32_t site) {
  Thread *self = asThread(thread);
  Worker &worker = *self->worker;
  worker.expect(self, worker.barrierAt(self, address, site, true), bytes, site);
}

void tilery_sim_mbarrier_complete_tx(TilerySimThread *thread, void *address,
                                     uint32_t bytes, uint32_t, uint32_t site) {
  Thread *self = asThread(thread);
  Worker &worker = *self->worker;
  worker.deliver(self, worker.barrierAt(self, address, site, true), bytes,
                 site);
}

uint32_t tilery_sim_mbarrier_pending_count(uint64_t state) {
  return uint32_t(state & ((1u << kPendingBits) - 1));
}

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Waiting for a phase of an mbarrier.

#include "MBarrier.h"
#include "Text.h"
#include "Worker.h"

namespace tilery::sim {

bool Worker::isParityComplete(const MBarrier &barrier, uint32_t parity,
                              uint64_t &phase) const {
  phase = barrier.phase;
  return (barrier.phase & 1) != (parity & 1);
}

bool Worker::isStateComplete(Thread *self, const MBarrier &barrier,
                             uint64_t state, uint64_t &phase, uint32_t site) {
  phase = state >> kPendingBits;
  if (phase > barrier.phase)
    fault(
        self, FindingKind::BarrierMisuse, site,
        [&] {
          return str("expected a state of barrier ", nameOf(barrier),
                     ", got one of another barrier");
        },
        barrier.initSite);
  // The device knows the current phase and the one before (PTX ISA,
  // mbarrier.test_wait).
  if (barrier.phase > phase + 1 && checks)
    if (Finding *finding =
            report(self, FindingKind::PhaseOverrun, site, barrier.completeSite,
                   bufferOf(*barrier.block, barrier.address, kNoSite)))
      finding->text =
          str("expected the state to be of the current phase of barrier ",
              nameOf(barrier), " or the one before, got phase ", phase,
              " while phase ", barrier.phase, " is current");
  return barrier.phase > phase;
}

void Worker::queueWaited(MBarrier &barrier) {
  if (barrier.isQueued)
    return;
  barrier.isQueued = true;
  waited.push(&barrier);
}

void Worker::waitPhase(Thread *self, MBarrier &barrier, uint64_t phase,
                       uint32_t site) {
  barrier.waiters.push(self);
  queueWaited(barrier);
  suspend(self, Wait{Wait::MBarrierPhase, false, site, phase, &barrier});
  if (barrier.phase > phase + 1 && checks)
    if (Finding *finding =
            report(self, FindingKind::PhaseOverrun, site, barrier.completeSite,
                   bufferOf(*barrier.block, barrier.address, kNoSite)))
      finding->text = str(
          "expected phase ", phase + 1, " of barrier ", nameOf(barrier),
          " to stay open until this thread has seen the end of phase ", phase,
          ", got its end first: a thread that looks only now waits for another "
          "phase; let the next arrivals wait for this thread");
}

bool Worker::poll(Thread *self, MBarrier &barrier, bool isComplete,
                  uint32_t site) {
  if (isComplete)
    return true;
  barrier.isPolled = true;
  queueWaited(barrier);
  yield(self, Wait{Wait::Poll, false, site, barrier.phase, &barrier});
  return false;
}

} // namespace tilery::sim

using namespace tilery::sim;

/// Some thread knows that the phases before the current one are complete.
static bool observe(MBarrier &barrier, bool isComplete) {
  if (isComplete && barrier.observed < barrier.phase)
    barrier.observed = barrier.phase;
  return isComplete;
}

void tilery_sim_mbarrier_wait(TilerySimThread *thread, void *address,
                              uint32_t parity, uint32_t, uint32_t site) {
  Thread *self = asThread(thread);
  Worker &worker = *self->worker;
  MBarrier &barrier = worker.barrierAt(self, address, site, false);
  uint64_t phase;
  if (!worker.isParityComplete(barrier, parity, phase))
    worker.waitPhase(self, barrier, phase, site);
  observe(barrier, true);
}

void tilery_sim_mbarrier_wait_state(TilerySimThread *thread, void *address,
                                    uint64_t state, uint32_t, uint32_t site) {
  Thread *self = asThread(thread);
  Worker &worker = *self->worker;
  MBarrier &barrier = worker.barrierAt(self, address, site, false);
  uint64_t phase;
  if (!worker.isStateComplete(self, barrier, state, phase, site))
    worker.waitPhase(self, barrier, phase, site);
  observe(barrier, true);
}

/// A poll that has failed lets the others run, so that a loop around it ends.
template <typename IsComplete>
static int32_t poll(TilerySimThread *thread, void *address, uint32_t site,
                    IsComplete isComplete) {
  Thread *self = asThread(thread);
  Worker &worker = *self->worker;
  MBarrier &barrier = worker.barrierAt(self, address, site, false);
  return observe(barrier,
                 worker.poll(self, barrier, isComplete(self, barrier), site));
}

static int32_t pollParity(TilerySimThread *thread, void *address,
                          uint32_t parity, uint32_t site) {
  return poll(thread, address, site, [&](Thread *self, MBarrier &barrier) {
    uint64_t phase;
    return self->worker->isParityComplete(barrier, parity, phase);
  });
}
static int32_t pollState(TilerySimThread *thread, void *address, uint64_t state,
                         uint32_t site) {
  return poll(thread, address, site, [&](Thread *self, MBarrier &barrier) {
    uint64_t phase;
    return self->worker->isStateComplete(self, barrier, state, phase, site);
  });
}

int32_t tilery_sim_mbarrier_try_wait(TilerySimThread *thread, void *barrier,
                                     uint32_t parity, uint32_t, uint32_t site) {
  return pollParity(thread, barrier, parity, site);
}
int32_t tilery_sim_mbarrier_try_wait_state(TilerySimThread *thread,
                                           void *barrier, uint64_t state,
                                           uint32_t, uint32_t site) {
  return pollState(thread, barrier, state, site);
}
int32_t tilery_sim_mbarrier_test_wait(TilerySimThread *thread, void *barrier,
                                      uint32_t parity, uint32_t,
                                      uint32_t site) {
  return pollParity(thread, barrier, parity, site);
}
int32_t tilery_sim_mbarrier_test_wait_state(TilerySimThread *thread,
                                            void *barrier, uint64_t state,
                                            uint32_t, uint32_t site) {
  return pollState(thread, barrier, state, site);
}

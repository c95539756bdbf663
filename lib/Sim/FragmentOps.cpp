// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What kernel code says of its register fragments.

#include "Worker.h"

namespace tilery::sim {

static Fragments &fragmentsOf(Thread *self) {
  if (!self->fragments)
    self->fragments = std::make_unique<Fragments>();
  return *self->fragments;
}

static void reportHazard(Thread *self, uint32_t slot, Fragments::Hazard hazard,
                         uint32_t site) {
  Worker &worker = *self->worker;
  if (hazard == Fragments::Hazard::None || !worker.checks)
    return;
  if (Finding *finding = worker.report(self, FindingKind::FragmentHazard, site,
                                       self->fragments->site(slot)))
    finding->text = describe(hazard);
}

} // namespace tilery::sim

using namespace tilery::sim;

void tilery_sim_fragment_bind(TilerySimThread *thread, uint32_t slot,
                              void *data, uint32_t bytes, uint32_t site) {
  Thread *self = asThread(thread);
  Fragments &fragments = fragmentsOf(self);
  fragments.bind(slot, data, bytes);
  if (fragments.state(slot) == Fragments::State::Unbound)
    reportHazard(self, slot, Fragments::Hazard::Unbound, site);
}

void tilery_sim_fragment_read(TilerySimThread *thread, uint32_t slot,
                              uint32_t site) {
  Thread *self = asThread(thread);
  reportHazard(self, slot, fragmentsOf(self).read(slot), site);
}

void tilery_sim_fragment_write(TilerySimThread *thread, uint32_t slot,
                               uint32_t site) {
  Thread *self = asThread(thread);
  reportHazard(self, slot, fragmentsOf(self).write(slot), site);
}

void tilery_sim_fragment_fence(TilerySimThread *thread, uint32_t) {
  fragmentsOf(asThread(thread)).fence();
}

void tilery_sim_fragment_commit_group(TilerySimThread *thread, uint32_t) {
  fragmentsOf(asThread(thread)).commit();
}

void tilery_sim_fragment_wait_group(TilerySimThread *thread, uint32_t pending,
                                    uint32_t) {
  fragmentsOf(asThread(thread)).wait(pending);
}

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// bar.sync and bar.arrive: the block's sixteen barriers.

#include "Text.h"
#include "Worker.h"

namespace tilery::sim {

void Worker::checkNamed(Block &block, NamedBarrier &barrier) {
  uint32_t needed = barrier.threads ? barrier.threads : block.live;
  if (!barrier.arrived || barrier.arrived < needed)
    return;
  barrier.arrived = 0;
  ++barrier.phase;
  wakeAll(barrier.waiters);
}

void Worker::syncNamed(Thread *self, uint32_t id, uint32_t threads,
                       uint32_t site, bool waits) {
  checkStack(self, site);
  Block &block = *self->block;
  bool isWhole = threads == 0;
  if (id >= kNamedBarriers)
    fault(self, FindingKind::BarrierMisuse, site, [&] {
      return str("expected the id of a named barrier to be 0..15, got ", id);
    });
  uint32_t most = launch->warpsPerBlock * 32;
  if (!isWhole && (threads % 32 || threads > most))
    fault(self, FindingKind::BarrierMisuse, site, [&] {
      return str("expected named barrier ", id,
                 " to be of a multiple of 32 threads up to ", most, ", got ",
                 threads);
    });
  NamedBarrier &barrier = block.named[id];
  if (barrier.arrived == 0) {
    barrier.threads = threads;
    barrier.site = site;
  } else if (barrier.threads != threads) {
    fault(
        self, FindingKind::BarrierMisuse, site,
        [&] {
          return str(
              "expected all arrivals at named barrier ", id,
              " to name the same number of threads, got ",
              isWhole ? str("all of the block") : str(threads), " after ",
              barrier.threads ? str(barrier.threads) : str("all of the block"));
        },
        barrier.site);
  }
  ++barrier.arrived;
  progress();
  if (!waits) {
    checkNamed(block, barrier);
    return;
  }
  uint32_t needed = barrier.threads ? barrier.threads : block.live;
  if (barrier.arrived >= needed) {
    checkNamed(block, barrier);
    return;
  }
  barrier.waiters.push(self);
  suspend(self, Wait{Wait::NamedBarrier, false, site, barrier.phase, &barrier});
}

} // namespace tilery::sim

using namespace tilery::sim;

void tilery_sim_cta_sync(TilerySimThread *thread, uint32_t site) {
  Thread *self = asThread(thread);
  self->worker->syncNamed(self, 0, 0, site, true);
}

void tilery_sim_named_barrier_sync(TilerySimThread *thread, uint32_t id,
                                   uint32_t threads, uint32_t site) {
  Thread *self = asThread(thread);
  if (threads == 0)
    threads = 1; // A count of 0 is no form of PTX: refused as any other.
  self->worker->syncNamed(self, id, threads, site, true);
}

void tilery_sim_named_barrier_arrive(TilerySimThread *thread, uint32_t id,
                                     uint32_t threads, uint32_t site) {
  Thread *self = asThread(thread);
  if (threads == 0)
    threads = 1;
  self->worker->syncNamed(self, id, threads, site, false);
}

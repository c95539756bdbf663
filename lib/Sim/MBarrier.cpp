// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mbarriers: initialisation, arrivals, bytes, phases (PTX ISA, mbarrier).

#include "MBarrier.h"
#include "Text.h"
#include "Worker.h"

#include <cstring>

namespace tilery::sim {

static uint64_t makeState(const MBarrier &barrier) {
  return barrier.phase << kPendingBits | barrier.pending;
}

/// The record that the bytes of a barrier name, or null.
static MBarrier *find(std::deque<MBarrier> &barriers, size_t count,
                      const void *address) {
  MBarrier::Handle handle;
  std::memcpy(&handle, address, sizeof(handle));
  if (handle.magic != MBarrier::kMagic || handle.index >= count)
    return nullptr;
  MBarrier &barrier = barriers[handle.index];
  return barrier.isLive && barrier.address == address ? &barrier : nullptr;
}

/// The site where it names the buffer of the barrier; that of a copy names the
/// buffer of the data.
static uint32_t barrierSite(const Worker &worker, uint32_t site) {
  const TilerySimSite *s = worker.launch->site(site);
  const TilerySimKernel &kernel = *worker.launch->kernel;
  bool names = s && s->buffer >= 0 && uint32_t(s->buffer) < kernel.numBuffers &&
               (kernel.buffers[s->buffer].flags & TILERY_SIM_BARRIERS);
  return names ? site : kNoSite;
}

/// Where eight bytes for a barrier do not lie in shared memory: a fault.
static Block &checkBarrierAddress(Worker &worker, Thread *self, void *address,
                                  uint32_t site, bool mayBeRemote) {
  Block *block = worker.blockOf(self, address);
  uint64_t offset =
      block ? uint64_t(static_cast<uint8_t *>(address) - block->shared) : 0;
  if (!block || offset + sizeof(MBarrier::Handle) > worker.launch->sharedBytes)
    worker.fault(self, FindingKind::OutOfBounds, site,
                 "expected a barrier in shared memory, got an address outside "
                 "of the block's");
  if (offset % 8)
    worker.fault(self, FindingKind::Misaligned, site, [&] {
      return str("expected a barrier at a multiple of 8 bytes, got ",
                 worker.nameOf(*block, address, site));
    });
  if (!mayBeRemote && block != self->block)
    worker.fault(self, FindingKind::BarrierMisuse, site, [&] {
      return str("expected a barrier of the own block, got one of rank ",
                 block->rank);
    });
  if (barrierSite(worker, site) != kNoSite) {
    int32_t index = worker.launch->kernel->sites[site].buffer;
    const SharedRange &range = self->sharedRanges[site];
    if (offset - range.first >= range.bytes)
      worker.fault(
          self, FindingKind::OutOfBounds, site,
          [&] {
            return str("expected a barrier of the ",
                       range.bytes / sizeof(MBarrier::Handle), " of ",
                       worker.launch->kernel->buffers[index].name, ", got ",
                       worker.nameOf(*block, address, site));
          },
          kNoSite, index);
  }
  return *block;
}

MBarrier &Worker::barrierAt(Thread *self, void *address, uint32_t site,
                            bool mayBeRemote) {
  ++time;
  checkStack(self, site);
  Block &block = checkBarrierAddress(*this, self, address, site, mayBeRemote);
  MBarrier *barrier = find(barriers, numBarriers, address);
  if (!barrier) {
    uint32_t init = kNoSite;
    bool wasLive = false;
    for (size_t i = 0; i < numBarriers; ++i)
      if (barriers[i].address == address) {
        init = barriers[i].initSite;
        wasLive |= barriers[i].isLive;
      }
    uint32_t named = barrierSite(*this, site);
    const char *got = wasLive           ? ", got bytes that plain code has "
                                          "written over"
                      : init != kNoSite ? ", got one after its end"
                                        : ", got one that no thread has "
                                          "initialised yet";
    fault(
        self, FindingKind::BarrierNotInitialised, site,
        [&] {
          return str("expected barrier ", nameOf(block, address, named),
                     " to be initialised", got);
        },
        init, bufferOf(block, address, named));
  }
  if (&block != self->block && checks && block.hasEnded())
    if (Finding *finding =
            report(self, FindingKind::RemoteAfterExit, site, kNoSite,
                   bufferOf(block, address, barrierSite(*this, site))))
      finding->text =
          str("expected the block of rank ", block.rank,
              " to live while its barrier ", nameOf(*barrier),
              " is used, got one whose threads have ended; end with a cluster "
              "barrier");
  return *barrier;
}

void Worker::initBarrier(Thread *self, void *address, uint32_t count,
                         uint32_t site) {
  Block &block = checkBarrierAddress(*this, self, address, site, false);
  if (count < 1 || count > kMaxArrivals)
    fault(self, FindingKind::BarrierMisuse, site, [&] {
      return str("expected barrier ", nameOf(block, address, site),
                 " to wait for 1..", kMaxArrivals, " arrivals, got ", count);
    });
  MBarrier *old = find(barriers, numBarriers, address);
  if (old) {
    if (checks)
      if (Finding *finding =
              report(self, FindingKind::BarrierInitialisedTwice, site,
                     old->initSite, bufferOf(block, address, site)))
        finding->text = str("expected barrier ", nameOf(*old),
                            " to be initialised once, got a second time; end "
                            "its life with tile.mbarrier.inval first");
    old->isLive = false;
    wakeAll(old->waiters);
  }
  if (numBarriers == barriers.size())
    barriers.emplace_back();
  MBarrier &barrier = barriers[numBarriers];
  barrier = MBarrier();
  barrier.address = static_cast<uint8_t *>(address);
  barrier.block = &block;
  barrier.isLive = true;
  barrier.count = barrier.pending = count;
  barrier.initSite = site;
  MBarrier::Handle handle{MBarrier::kMagic, uint32_t(numBarriers++)};
  std::memcpy(address, &handle, sizeof(handle));
  markShared(block, barrier.address, sizeof(handle));
  progress();
}

void Worker::invalBarrier(Thread *self, void *address, uint32_t site) {
  MBarrier &barrier = barrierAt(self, address, site, false);
  if (!barrier.waiters.empty() || barrier.firstInFlight)
    fault(
        self, FindingKind::BarrierMisuse, site,
        [&] {
          return str("expected no thread or copy to use barrier ",
                     nameOf(barrier), " at its end, got ",
                     barrier.waiters.empty() ? "a copy in flight"
                                             : "a thread waiting");
        },
        barrier.waiters.empty() ? barrier.copySite : barrier.initSite);
  barrier.isLive = false;
  std::memset(address, 0xFF, sizeof(MBarrier::Handle));
}

//===----------------------------------------------------------------------===//
// Phases
//===----------------------------------------------------------------------===//

void Worker::checkPhase(MBarrier &barrier, const Thread *self, uint32_t site) {
  if (barrier.pending || barrier.bytes > 0)
    return;
  // The device completes the phase as soon as the expected bytes are there, and
  // takes the rest for the next one's.
  if (barrier.bytes < 0 && checks)
    if (Finding *finding =
            report(*barrier.block->cluster, self, FindingKind::BytesUnexpected,
                   site, barrier.expectSite,
                   bufferOf(*barrier.block, barrier.address, kNoSite)))
      finding->text = str("expected ", counted(barrier.expected, "byte"),
                          " in phase ", barrier.phase, " of barrier ",
                          nameOf(barrier), ", got ", barrier.delivered,
                          ": the phase ends before all of them have arrived");
  if (tracing)
    tracePhase(barrier, site);
  barrier.completeSite = site;
  ++barrier.phase;
  ++statistics.phases;
  barrier.pending = barrier.count;
  barrier.expected = barrier.delivered = 0;
  if (barrier.bytes < 0) {
    barrier.delivered = uint64_t(-barrier.bytes);
    barrier.hasExcess = true;
  }
  barrier.isPolled = false;
  wakeAll(barrier.waiters);
}

uint64_t Worker::arrive(Thread *self, MBarrier &barrier, uint32_t count,
                        uint32_t drop, uint32_t order, uint32_t site) {
  uint64_t state = makeState(barrier);
  if (count < 1 || count > kMaxArrivals)
    fault(self, FindingKind::BarrierMisuse, site, [&] {
      return str("expected 1..", kMaxArrivals, " arrivals at barrier ",
                 nameOf(barrier), ", got ", count);
    });
  if (count > barrier.pending) {
    if (checks)
      if (Finding *finding =
              report(self, FindingKind::TooManyArrivals, site, barrier.initSite,
                     bufferOf(*barrier.block, barrier.address, kNoSite)))
        finding->text =
            str("expected at most ", counted(barrier.count, "arrival"),
                " in phase ", barrier.phase, " of barrier ", nameOf(barrier),
                ", got ", counted(count, "more arrival"), " with ",
                barrier.pending, " pending");
    count = barrier.pending;
  }
  if (barrier.block != self->block) {
    barrier.remoteSite = site;
    barrier.remoteThread = self;
    barrier.remotePhase = barrier.phase + 1;
    barrier.remoteClusterPhase = self->clusterPhase;
  }
  barrier.pending -= count;
  if (drop)
    barrier.count -= drop < barrier.count ? drop : barrier.count;
  progress();
  if ((order & TILERY_SIM_NO_COMPLETE) && !barrier.pending &&
      barrier.bytes <= 0) {
    if (Finding *finding =
            report(self, FindingKind::BarrierMisuse, site, barrier.initSite))
      finding->text =
          str("expected an arrival without completion to leave some "
              "pending, got the last one of phase ",
              barrier.phase, " of barrier ", nameOf(barrier));
  }
  checkPhase(barrier, self, site);
  return state;
}

void Worker::expect(Thread *self, MBarrier &barrier, uint32_t bytes,
                    uint32_t site) {
  barrier.bytes += bytes;
  barrier.expected += bytes;
  barrier.expectSite = site;
  barrier.expectThread = self;
  progress();
  if (bytes > kMaxPendingBytes || barrier.bytes > kMaxPendingBytes)
    fault(self, FindingKind::BarrierMisuse, site, [&] {
      return str("expected less than 1048576 pending bytes at barrier ",
                 nameOf(barrier), ", got ", barrier.bytes);
    });
}

void Worker::deliver(Thread *self, MBarrier &barrier, uint32_t bytes,
                     uint32_t site) {
  barrier.bytes -= bytes;
  barrier.delivered += bytes;
  progress();
  checkPhase(barrier, self, site);
}

} // namespace tilery::sim

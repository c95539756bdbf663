// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses of global memory: bounds of the allocation, alignment, bytes that
// nobody has written.

#include "Text.h"
#include "Worker.h"

#include <cstring>

namespace tilery::sim {

static bool isIn(const GlobalRange &range, uint64_t address, uint64_t bytes) {
  uint64_t within = address - range.first;
  return within < range.bytes && bytes <= range.bytes - within;
}

/// "A (4096 bytes)" or what is known instead.
static std::string nameOf(const Allocation *a) {
  return a ? str(a->name.empty() ? std::string("an allocation") : a->name, " (",
                 counted(a->bytes, "byte"), ")")
           : std::string("any allocation");
}

/// Where an address lies, seen from an allocation.
static std::string placeOf(const Allocation *a, uint64_t address) {
  if (!a)
    return "elsewhere";
  if (address < a->address)
    return str(counted(a->address - address, "byte"), " before its start");
  if (address >= a->address + a->bytes)
    return str(counted(address - a->address - a->bytes, "byte"),
               " past its end");
  return str("at byte ", address - a->address);
}

/// The allocation that a site means: that of its parameter, or the one that
/// lies nearest below.
static const Allocation *expected(const Worker &worker,
                                  const GlobalRange &range, uint64_t address) {
  if (range.bytes)
    return worker.launch->memory->find(range.first);
  const Allocation *nearest = nullptr;
  for (const auto &a : worker.launch->memory->allocations())
    if (a->address <= address)
      nearest = a.get();
  return nearest;
}

/// Sees to it that the bytes are memory; a finding when they are not the
/// site's.
static const Allocation &locate(Worker &worker, Thread *self,
                                const GlobalRange &range, uint64_t address,
                                uint64_t bytes, uint32_t site) {
  const Allocation *found = worker.launch->memory->find(address);
  bool isMemory = found && found->contains(address, bytes);
  const TilerySimSite *s = worker.launch->site(site);
  bool isFixed = s && s->param >= 0 && range.bytes;
  if (isMemory && (!isFixed || found->address == range.first))
    return *found;
  const Allocation *meant = expected(worker, range, address);
  auto text = [&] {
    return str("expected ", counted(bytes, "byte"), " within ", nameOf(meant),
               ", got them ", placeOf(meant, address), isMemory ? ", in " : "",
               isMemory ? nameOf(found) : std::string());
  };
  if (!isMemory)
    worker.fault(self, FindingKind::OutOfBounds, site, text);
  if (Finding *finding = worker.report(self, FindingKind::OutOfBounds, site))
    finding->text = text();
  return *found;
}

const Allocation &Worker::checkGlobalOperand(Thread *self, uint64_t address,
                                             uint64_t bytes, uint32_t site) {
  return locate(*this, self, self->globalRanges[site], address, bytes, site);
}

/// Out of the fast path: the bytes are not in the range of the site, or not
/// aligned. Gives the range that they are in.
static GlobalRange __attribute__((noinline))
reportAccess(Thread *self, uint64_t address, uint32_t bytes, uint32_t alignment,
             uint32_t site) {
  Worker &worker = *self->worker;
  GlobalRange &range = self->globalRanges[site];
  worker.checkStack(self, site);
  if (address & (alignment - 1)) {
    const Allocation *a = worker.launch->memory->find(address);
    worker.fault(self, FindingKind::Misaligned, site, [&] {
      return str("expected ", counted(bytes, "byte"), " at a multiple of ",
                 alignment, ", got an address ", address % alignment,
                 " past one in ", nameOf(a));
    });
  }
  const Allocation &a = locate(worker, self, range, address, bytes, site);
  GlobalRange found{a.address, a.bytes, a.written.get()};
  const TilerySimSite *s = worker.launch->site(site);
  if (!s || s->param < 0 || !range.bytes)
    range = found;
  return found;
}

static bool isWritten(const uint8_t *written, uint32_t bytes) {
  return !std::memchr(written, 0, bytes);
}

static void __attribute__((noinline))
reportUnwritten(Thread *self, uint64_t address, uint32_t bytes, uint32_t site) {
  Worker &worker = *self->worker;
  if (!worker.checks)
    return;
  const Allocation *a = worker.launch->memory->find(address);
  if (Finding *finding =
          worker.report(self, FindingKind::UninitialisedRead, site))
    finding->text = str("expected bytes that have been written, got a read of ",
                        counted(bytes, "byte"), " ", placeOf(a, address),
                        " of ", nameOf(a), " before any write to all of them");
}

static inline bool isUsual(const Thread *self, const GlobalRange &range,
                           uint64_t address, uint32_t bytes,
                           uint32_t alignment) {
  return isIn(range, address, bytes) && !(address & (alignment - 1)) &&
         reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) >=
             self->stackLimit;
}

} // namespace tilery::sim

using namespace tilery::sim;

void tilery_sim_read_global(TilerySimThread *thread, const void *data,
                            uint32_t bytes, uint32_t alignment, uint32_t site) {
  Thread *self = asThread(thread);
  uint64_t address = reinterpret_cast<uint64_t>(data);
  GlobalRange range = self->globalRanges[site];
  if (__builtin_expect(!isUsual(self, range, address, bytes, alignment), 0))
    range = reportAccess(self, address, bytes, alignment, site);
  if (range.written &&
      !isWritten(range.written + (address - range.first), bytes))
    reportUnwritten(self, address, bytes, site);
}

void tilery_sim_write_global(TilerySimThread *thread, void *data,
                             uint32_t bytes, uint32_t alignment,
                             uint32_t site) {
  Thread *self = asThread(thread);
  uint64_t address = reinterpret_cast<uint64_t>(data);
  GlobalRange range = self->globalRanges[site];
  if (__builtin_expect(!isUsual(self, range, address, bytes, alignment), 0))
    range = reportAccess(self, address, bytes, alignment, site);
  if (range.written)
    std::memset(range.written + (address - range.first), 1, bytes);
}

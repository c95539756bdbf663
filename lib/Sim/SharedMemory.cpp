// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses of shared memory: bounds of the buffer, alignment, bytes that nobody
// has written.

#include "Text.h"
#include "Worker.h"

#include <algorithm>

namespace tilery::sim {

static uint32_t lineMask(uint32_t first, uint32_t bytes) {
  return ((1u << bytes) - 1) << first;
}

/// Calls `visit(line, mask)` for each line that the bytes touch.
template <typename Visitor>
static inline void forEachLine(ShadowLine *lines, uint64_t offset,
                               uint32_t bytes, Visitor &&visit) {
  ShadowLine *line = lines + offset / kLineBytes;
  uint32_t first = offset % kLineBytes;
  while (bytes) {
    uint32_t count = std::min(bytes, kLineBytes - first);
    visit(*line, lineMask(first, count));
    ++line;
    bytes -= count;
    first = 0;
  }
}

void Worker::markShared(Block &block, const uint8_t *address, uint32_t bytes) {
  if (!checks)
    return;
  forEachLine(block.shadow, uint64_t(address - block.shared), bytes,
              [](ShadowLine &line, uint32_t mask) {
                line.written = uint16_t(line.written | mask);
              });
}

bool Worker::isSharedWritten(const Block &block, const uint8_t *address,
                             uint32_t bytes) const {
  bool isWritten = true;
  forEachLine(block.shadow, uint64_t(address - block.shared), bytes,
              [&](ShadowLine &line, uint32_t mask) {
                isWritten &= (line.written & mask) == mask;
              });
  return isWritten;
}

void Worker::checkSharedOperand(Thread *self, Block &block,
                                const uint8_t *address, uint32_t bytes,
                                uint32_t site) {
  uint64_t offset = uint64_t(address - block.shared);
  const SharedRange &range = self->sharedRanges[site];
  if (offset - range.first < range.bytes &&
      bytes <= range.bytes - (offset - range.first))
    return;
  bool isOutside =
      offset >= launch->sharedBytes || bytes > launch->sharedBytes - offset;
  int32_t buffer = bufferOf(block, address, site);
  auto text = [&] {
    return str("expected ", counted(bytes, "byte"), " within the ", range.bytes,
               " of ",
               buffer >= 0 ? launch->kernel->buffers[buffer].name
                           : "the block's shared memory",
               ", got those from ", nameOf(block, address, site));
  };
  if (isOutside)
    fault(self, FindingKind::OutOfBounds, site, text, kNoSite, buffer);
  if (Finding *finding =
          report(self, FindingKind::OutOfBounds, site, kNoSite, buffer))
    finding->text = text();
}

static bool isIn(const SharedRange &range, uint64_t offset, uint32_t bytes) {
  uint64_t within = offset - range.first;
  return within < range.bytes && bytes <= range.bytes - within;
}

/// Out of the fast path: says what is wrong with an access; a fault unless the
/// code can go on.
static void __attribute__((noinline))
reportAccess(Thread *self, Block &block, const uint8_t *address, uint32_t bytes,
             uint32_t alignment, uint32_t site) {
  Worker &worker = *self->worker;
  int32_t buffer = worker.bufferOf(block, address, site);
  worker.checkStack(self, site);
  worker.checkSharedOperand(self, block, address, bytes, site);
  if (reinterpret_cast<uintptr_t>(address) & (alignment - 1))
    worker.fault(
        self, FindingKind::Misaligned, site,
        [&] {
          return str("expected ", counted(bytes, "byte"), " at a multiple of ",
                     alignment, ", got them at ",
                     worker.nameOf(block, address, site));
        },
        kNoSite, buffer);
}

static void __attribute__((noinline))
reportUnwritten(Thread *self, Block &block, const uint8_t *address,
                uint32_t bytes, uint32_t site) {
  Worker &worker = *self->worker;
  if (!worker.checks || worker.isSharedWritten(block, address, bytes))
    return;
  if (Finding *finding =
          worker.report(self, FindingKind::UninitialisedRead, site, kNoSite,
                        worker.bufferOf(block, address, site)))
    finding->text =
        str("expected bytes that have been written, got a read of ",
            counted(bytes, "byte"), " at ", worker.nameOf(block, address, site),
            " before any write to all of them");
}

static inline bool isStackLow(const Thread *self) {
  return reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) <
         self->stackLimit;
}

static inline void readAt(Thread *self, Block &block, const uint8_t *address,
                          uint32_t bytes, uint32_t alignment, uint32_t site) {
  uint64_t offset = uint64_t(address - block.shared);
  if (__builtin_expect(!isIn(self->sharedRanges[site], offset, bytes) ||
                           (offset & (alignment - 1)) || isStackLow(self),
                       0))
    reportAccess(self, block, address, bytes, alignment, site);
  uint32_t first = offset % kLineBytes;
  if (__builtin_expect(first + bytes <= kLineBytes, 1)) {
    uint32_t mask = lineMask(first, bytes);
    if (__builtin_expect(
            (block.shadow[offset / kLineBytes].written & mask) == mask, 1))
      return;
  }
  reportUnwritten(self, block, address, bytes, site);
}

static inline void writeAt(Thread *self, Block &block, uint8_t *address,
                           uint32_t bytes, uint32_t alignment, uint32_t site) {
  uint64_t offset = uint64_t(address - block.shared);
  if (__builtin_expect(!isIn(self->sharedRanges[site], offset, bytes) ||
                           (offset & (alignment - 1)) || isStackLow(self),
                       0))
    reportAccess(self, block, address, bytes, alignment, site);
  forEachLine(block.shadow, offset, bytes, [](ShadowLine &line, uint32_t mask) {
    line.written = uint16_t(line.written | mask);
  });
}

/// The block that an address in the cluster's window belongs to.
static Block &remoteBlock(Thread *self, const void *address, uint32_t site) {
  Worker &worker = *self->worker;
  Block *block = worker.blockOf(self, address);
  if (!block)
    worker.fault(self, FindingKind::OutOfBounds, site,
                 "expected an address in the shared memory of the cluster, got "
                 "another");
  if (block != self->block && block->hasEnded())
    if (Finding *finding =
            worker.report(self, FindingKind::RemoteAfterExit, site, kNoSite,
                          worker.bufferOf(*block, address, site)))
      finding->text =
          str("expected the block of rank ", block->rank,
              " to live while its shared memory is accessed, got one whose "
              "threads have ended; end with a cluster barrier");
  return *block;
}

} // namespace tilery::sim

using namespace tilery::sim;

void tilery_sim_read_shared(TilerySimThread *thread, const void *address,
                            uint32_t bytes, uint32_t alignment, uint32_t site) {
  Thread *self = asThread(thread);
  readAt(self, *self->block, static_cast<const uint8_t *>(address), bytes,
         alignment, site);
}

void tilery_sim_write_shared(TilerySimThread *thread, void *address,
                             uint32_t bytes, uint32_t alignment,
                             uint32_t site) {
  Thread *self = asThread(thread);
  writeAt(self, *self->block, static_cast<uint8_t *>(address), bytes, alignment,
          site);
}

void tilery_sim_read_cluster(TilerySimThread *thread, const void *address,
                             uint32_t bytes, uint32_t alignment,
                             uint32_t site) {
  Thread *self = asThread(thread);
  readAt(self, remoteBlock(self, address, site),
         static_cast<const uint8_t *>(address), bytes, alignment, site);
}

void tilery_sim_write_cluster(TilerySimThread *thread, void *address,
                              uint32_t bytes, uint32_t alignment,
                              uint32_t site) {
  Thread *self = asThread(thread);
  writeAt(self, remoteBlock(self, address, site),
          static_cast<uint8_t *>(address), bytes, alignment, site);
}

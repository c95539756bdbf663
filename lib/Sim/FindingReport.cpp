// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Text.h"
#include "Worker.h"

namespace tilery::sim {

Finding *Worker::report(Cluster &cluster, const Thread *thread,
                        FindingKind kind, uint32_t site, uint32_t other,
                        int32_t buffer) {
  Finding *finding = cluster.result.findings.hit({kind, site, other, buffer},
                                                 launch->options->findingLimit);
  if (!finding)
    return nullptr;
  finding->place = launch->place(site);
  finding->other = launch->place(other);
  if (buffer >= 0 && uint32_t(buffer) < launch->kernel->numBuffers)
    finding->buffer = launch->kernel->buffers[buffer].name;
  if (thread) {
    finding->hasThread = true;
    for (int i = 0; i < 3; ++i)
      finding->thread.block[i] = thread->blockIdx[i];
    finding->thread.linearBlock = thread->block->linear;
    finding->thread.thread = thread->linearThread;
  }
  return finding;
}

Finding *Worker::report(const Thread *thread, FindingKind kind, uint32_t site,
                        uint32_t other, int32_t buffer) {
  return report(*thread->block->cluster, thread, kind, site, other, buffer);
}

void Worker::stop(const Fault &fault) {
  pendingFault = &fault;
  abandon();
}

void Worker::reportFault() {
  const Fault *fault = pendingFault;
  pendingFault = nullptr;
  if (!fault)
    return;
  if (Finding *finding = report(fault->thread, fault->kind, fault->site,
                                fault->other, fault->buffer))
    finding->text = fault->text(fault->context);
}

int32_t Worker::bufferOf(const Block &block, const void *address,
                         uint32_t site) const {
  const TilerySimKernel &kernel = *launch->kernel;
  if (const TilerySimSite *s = launch->site(site))
    if (s->buffer >= 0 && uint32_t(s->buffer) < kernel.numBuffers)
      return s->buffer;
  uint64_t offset =
      uint64_t(static_cast<const uint8_t *>(address) - block.shared);
  for (uint32_t i = 0; i < kernel.numBuffers; ++i) {
    SharedRange range = launch->bufferRange(i);
    if (offset - range.first < range.bytes)
      return int32_t(i);
  }
  return -1;
}

std::string Worker::nameOf(const Block &block, const void *address,
                           uint32_t site) const {
  int64_t offset = static_cast<const uint8_t *>(address) - block.shared;
  int32_t index = bufferOf(block, address, site);
  if (index < 0)
    return str("shared memory + ", offset);
  const TilerySimBuffer &buffer = launch->kernel->buffers[index];
  int64_t within = offset - int64_t(buffer.offset);
  if (buffer.flags & TILERY_SIM_BARRIERS)
    return within == 0 && buffer.bytes == sizeof(MBarrier::Handle)
               ? std::string(buffer.name)
               : str(buffer.name, "[", within / 8, "]");
  return within == 0 ? std::string(buffer.name)
                     : str(buffer.name, " + ", within);
}

std::string Worker::nameOf(const MBarrier &barrier) const {
  return nameOf(*barrier.block, barrier.address, kNoSite);
}

} // namespace tilery::sim

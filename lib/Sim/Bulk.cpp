// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cp.async.bulk and cp.reduce.async.bulk of plain memory.

#include "CopyOperands.h"
#include "Text.h"
#include "tilery/TensorMap/Image.h"

#include <cstring>

namespace tilery::sim {

using namespace tensormap;

static constexpr uint32_t kUnit = 16;

static void checkAddress(Worker &worker, Thread *self, const void *address,
                         const char *which, uint32_t site) {
  if (uint64_t rest = reinterpret_cast<uint64_t>(address) % kUnit)
    worker.fault(self, FindingKind::Misaligned, site, [&] {
      return str("expected the ", which,
                 " of a bulk copy at a multiple of 16 bytes, got an "
                 "address ",
                 rest, " past one");
    });
}

static void checkBytes(Worker &worker, Thread *self, uint32_t bytes,
                       bool counts, uint32_t site) {
  worker.checkStack(self, site);
  if (bytes == 0 || bytes % kUnit)
    worker.fault(self, FindingKind::IllegalCopy, site, [&] {
      return str("expected a bulk copy of a multiple of 16 bytes, got ", bytes);
    });
  if (counts && bytes > kMaxPendingBytes)
    worker.fault(self, FindingKind::IllegalCopy, site, [&] {
      return str("expected a bulk copy of at most ", kMaxPendingBytes,
                 " bytes, what a barrier counts, got ", bytes);
    });
}

/// A shared operand that a copy reads.
static Block &checkSource(Worker &worker, Thread *self, const uint8_t *source,
                          uint32_t bytes, bool isTheSites, uint32_t site) {
  Block &block = checkSharedAddress(worker, self, source, site, false);
  checkAddress(worker, self, source, "shared operand", site);
  if (isTheSites)
    worker.checkSharedOperand(self, block, source, bytes, site);
  else if (bytes > worker.launch->sharedBytes - uint64_t(source - block.shared))
    worker.fault(self, FindingKind::OutOfBounds, site, [&] {
      return str("expected ", counted(bytes, "byte"),
                 " within shared memory, got those from ",
                 worker.nameOf(block, source, kNoSite));
    });
  if (worker.checks && !worker.isSharedWritten(block, source, bytes))
    reportUnwrittenSource(worker, self, block, source,
                          isTheSites ? site : kNoSite);
  return block;
}

static uint64_t keyOf(const void *to, const void *from, const void *barrier) {
  return mix(mix(mix(0, to), from), barrier);
}

/// tile::ReduceType as a type of the image model, whose arithmetic is the same.
static bool typeOf(uint32_t type, DataType &result) {
  static constexpr DataType kTypes[] = {
      DataType::Float16, DataType::BFloat16, DataType::UInt32, DataType::UInt32,
      DataType::Int32,   DataType::UInt64,   DataType::UInt64, DataType::Int64,
      DataType::Float32, DataType::Float64};
  if (type >= sizeof(kTypes) / sizeof(kTypes[0]))
    return false;
  result = kTypes[type];
  return true;
}

static DataType checkReduction(Worker &worker, Thread *self, uint32_t kind,
                               uint32_t type, BulkDestination destination,
                               uint32_t site) {
  DataType dataType = DataType::UInt8;
  ReduceOp op = ReduceOp(kind);
  if (kind >= uint32_t(kReduceOpCount) || !typeOf(type, dataType) ||
      !isLegalBulkReduction(op, dataType, destination))
    worker.fault(self, FindingKind::IllegalCopy, site, [&] {
      return str("expected a reduction that the device has, got ", name(op),
                 " of ", name(dataType));
    });
  return dataType;
}

} // namespace tilery::sim

using namespace tilery::sim;
using namespace tilery::tensormap;

void tilery_sim_bulk_load(TilerySimThread *thread, void *shared,
                          const void *global, uint32_t bytes, void *barrier,
                          uint32_t mask, uint32_t site) {
  Thread *self = asThread(thread);
  Worker &worker = *self->worker;
  checkBytes(worker, self, bytes, true, site);
  uint8_t *destination = static_cast<uint8_t *>(shared);
  Block &block = checkSharedAddress(worker, self, shared, site, true);
  checkAddress(worker, self, shared, "shared operand", site);
  checkAddress(worker, self, global, "global operand", site);
  worker.checkSharedOperand(self, block, destination, bytes, site);
  MBarrier &first = worker.barrierAt(self, barrier, site, true);
  uint64_t address = reinterpret_cast<uint64_t>(global);
  const Allocation &a = worker.checkGlobalOperand(self, address, bytes, site);
  if (worker.checks && a.written &&
      std::memchr(a.written.get() + (address - a.address), 0, bytes))
    if (Finding *finding =
            worker.report(self, FindingKind::UninitialisedRead, site))
      finding->text = str("expected the bytes to copy to have been written, "
                          "got some of ",
                          a.name, " that nobody has");
  worker.checkIssuer(self, site, keyOf(shared, global, barrier));
  ptrdiff_t at = destination - block.shared;
  ptrdiff_t barrierAt = first.address - first.block->shared;
  forEachTarget(worker, self, block, mask, site, [&](Block &target) {
    Transfer &x = worker.newTransfer(self, Transfer::BulkLoad, site);
    x.destination = target.shared + at;
    x.source = static_cast<const uint8_t *>(global);
    x.bytes = bytes;
    x.target = &target;
    x.barrier =
        mask ? &worker.barrierAt(self, target.shared + barrierAt, site, true)
             : &first;
    worker.issue(x);
  });
}

/// Stores and reductions into global memory.
static void issueToGlobal(TilerySimThread *thread, Transfer::Kind kind,
                          ReduceOp op, DataType type, void *global,
                          const void *shared, uint32_t bytes, uint32_t site) {
  Thread *self = asThread(thread);
  Worker &worker = *self->worker;
  checkBytes(worker, self, bytes, false, site);
  const uint8_t *source = static_cast<const uint8_t *>(shared);
  checkSource(worker, self, source, bytes, true, site);
  checkAddress(worker, self, global, "global operand", site);
  const Allocation &a = worker.checkGlobalOperand(
      self, reinterpret_cast<uint64_t>(global), bytes, site);
  worker.checkIssuer(self, site, keyOf(global, shared, nullptr));
  Transfer &x = worker.newTransfer(self, kind, site);
  x.destination = static_cast<uint8_t *>(global);
  x.source = source;
  x.bytes = x.sharedBytes = bytes;
  x.global = &a;
  x.op = op;
  x.type = type;
  worker.issue(x);
}

void tilery_sim_bulk_store(TilerySimThread *thread, void *global,
                           const void *shared, uint32_t bytes, uint32_t site) {
  issueToGlobal(thread, Transfer::BulkStore, ReduceOp::Add, DataType::UInt8,
                global, shared, bytes, site);
}

void tilery_sim_bulk_reduce(TilerySimThread *thread, uint32_t kind,
                            uint32_t type, void *global, const void *shared,
                            uint32_t bytes, uint32_t site) {
  Thread *self = asThread(thread);
  DataType dataType = checkReduction(*self->worker, self, kind, type,
                                     BulkDestination::Global, site);
  issueToGlobal(thread, Transfer::BulkReduce, ReduceOp(kind), dataType, global,
                shared, bytes, site);
}

/// Copies and reductions into the shared memory of a block of the cluster.
static void issueToCluster(TilerySimThread *thread, Transfer::Kind kind,
                           ReduceOp op, DataType type, void *destination,
                           const void *source, uint32_t bytes, void *barrier,
                           uint32_t site) {
  Thread *self = asThread(thread);
  Worker &worker = *self->worker;
  checkBytes(worker, self, bytes, true, site);
  const uint8_t *from = static_cast<const uint8_t *>(source);
  uint8_t *to = static_cast<uint8_t *>(destination);
  checkSource(worker, self, from, bytes, false, site);
  Block &target = checkSharedAddress(worker, self, destination, site, true);
  checkAddress(worker, self, destination, "destination", site);
  worker.checkSharedOperand(self, target, to, bytes, site);
  MBarrier &counts = worker.barrierAt(self, barrier, site, true);
  if (counts.block != &target)
    worker.fault(self, FindingKind::IllegalCopy, site, [&] {
      return str("expected destination and barrier in one block, got ranks ",
                 target.rank, " and ", counts.block->rank);
    });
  worker.checkIssuer(self, site, keyOf(destination, source, barrier));
  Transfer &x = worker.newTransfer(self, kind, site);
  x.destination = to;
  x.source = from;
  x.bytes = x.sharedBytes = bytes;
  x.op = op;
  x.type = type;
  x.target = &target;
  x.barrier = &counts;
  worker.issue(x);
}

void tilery_sim_bulk_copy(TilerySimThread *thread, void *destination,
                          const void *source, uint32_t bytes, void *barrier,
                          uint32_t site) {
  issueToCluster(thread, Transfer::BulkCopy, ReduceOp::Add, DataType::UInt8,
                 destination, source, bytes, barrier, site);
}

void tilery_sim_bulk_reduce_shared(TilerySimThread *thread, uint32_t kind,
                                   uint32_t type, void *destination,
                                   const void *source, uint32_t bytes,
                                   void *barrier, uint32_t site) {
  Thread *self = asThread(thread);
  DataType dataType = checkReduction(*self->worker, self, kind, type,
                                     BulkDestination::SharedCluster, site);
  issueToCluster(thread, Transfer::BulkReduceShared, ReduceOp(kind), dataType,
                 destination, source, bytes, barrier, site);
}

void tilery_sim_bulk_prefetch(TilerySimThread *thread, const void *global,
                              uint32_t bytes, uint32_t site) {
  Thread *self = asThread(thread);
  Worker &worker = *self->worker;
  checkBytes(worker, self, bytes, false, site);
  checkAddress(worker, self, global, "global operand", site);
  worker.checkGlobalOperand(self, reinterpret_cast<uint64_t>(global), bytes,
                            site);
}

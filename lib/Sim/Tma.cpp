// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cp.async.bulk.tensor and its kin: checks of the operands, and the issue.

#include "CopyOperands.h"
#include "Text.h"
#include "tilery/Sim/MapCode.h"
#include "tilery/TensorMap/Image.h"

#include <algorithm>

namespace tilery::sim {

using namespace tensormap;

namespace {
/// A tensor copy whose operands have been read.
struct TensorCopy {
  TensorMapParams map;
  int32_t coords[kMaxRank];
  CopyPlan plan;
  const Allocation *global = nullptr;
};
} // namespace

static FindingKind kindOf(ImageStatus status) {
  switch (status) {
  case ImageStatus::NegativeCoordinate:
    return FindingKind::NegativeStore;
  case ImageStatus::MisalignedCoordinate:
    return FindingKind::MisalignedCoordinate;
  case ImageStatus::MisalignedShared:
    return FindingKind::Misaligned;
  case ImageStatus::SharedTooSmall:
  case ImageStatus::OutsideMemory:
    return FindingKind::OutOfBounds;
  case ImageStatus::InvalidMap:
  case ImageStatus::UnmeasuredMap:
    return FindingKind::BadTensorMap;
  default:
    return FindingKind::IllegalCopy;
  }
}

/// True when 128 bytes of a map can be read there: a parameter, or registered
/// memory.
static bool isReadableMap(const Worker &worker, const void *map) {
  const Launch &launch = *worker.launch;
  for (uint32_t i = 0; i < launch.kernel->numParams; ++i)
    if (launch.params[i] == map &&
        launch.kernel->params[i].kind == TILERY_SIM_PARAM_MAP)
      return true;
  uint64_t address = reinterpret_cast<uint64_t>(map);
  const Allocation *a = launch.memory->find(address);
  return a && a->contains(address, kDescriptorBytes) &&
         isDescriptorStorageAligned(address);
}

/// Reads map and coordinates, and plans the copy; a fault where the device has
/// one.
static void read(Worker &worker, Thread *self, const void *map,
                 const int32_t *coords, uint32_t rank, Direction direction,
                 const void *shared, uint32_t site, TensorCopy &copy) {
  if (!isReadableMap(worker, map))
    worker.fault(self, FindingKind::BadTensorMap, site,
                 "expected a TensorMap, a parameter or 64-byte aligned global "
                 "memory, got another address");
  if (!decodeMap(map, copy.map))
    worker.fault(self, FindingKind::BadTensorMap, site,
                 "expected a TensorMap that the simulator has encoded, got "
                 "other bytes");
  if (rank != uint32_t(copy.map.rank))
    worker.fault(self, FindingKind::BadTensorMap, site, [&] {
      return str("expected a TensorMap of ", counted(rank, "dimension"),
                 ", as the copy has coordinates, got ", copy.map.rank);
    });
  std::copy_n(coords, rank, copy.coords);
  uint32_t start = uint32_t(reinterpret_cast<uintptr_t>(shared) & 1023);
  ImageStatus status =
      planCopy(copy.map, copy.coords, direction, start, copy.plan);
  if (status != ImageStatus::Ok)
    worker.fault(self, kindOf(status), site,
                 [&] { return message(status, copy.map, copy.coords); });
  uint64_t bytes = copy.plan.endAddress - copy.plan.lowestAddress;
  if (bytes)
    copy.global =
        &worker.checkGlobalOperand(self, copy.plan.lowestAddress, bytes, site);
}

/// The tile in shared memory.
static void checkTile(Worker &worker, Thread *self, Block &block,
                      const uint8_t *shared, const TensorCopy &copy,
                      uint32_t site) {
  worker.checkSharedOperand(self, block, shared, copy.plan.sharedBytes, site);
  int64_t period = sharedAlignment(copy.map);
  if (worker.checks && (shared - block.shared) % period)
    if (Finding *finding =
            worker.report(self, FindingKind::Misaligned, site, kNoSite,
                          worker.bufferOf(block, shared, site)))
      finding->text =
          str("expected the tile at a multiple of ", period,
              " bytes, the period "
              "of its swizzle, got it at ",
              worker.nameOf(block, shared, site),
              ": plain code would find its elements at other places");
}

static uint64_t keyOf(const TensorCopy &copy, const void *map,
                      const void *shared, const void *barrier) {
  uint64_t key = mix(mix(mix(0, map), shared), barrier);
  for (int i = 0; i < copy.map.rank; ++i)
    key = mix(key, uint64_t(uint32_t(copy.coords[i])));
  return key;
}

/// Loads of bytes of global memory that nobody has written.
static void checkLoadedBytes(Worker &worker, Thread *self,
                             const TensorCopy &copy, uint32_t site) {
  const uint8_t *written = copy.global ? copy.global->written.get() : nullptr;
  if (!worker.checks || !written)
    return;
  bool isWritten = true;
  forEachChunk(copy.plan, [&](const Chunk &chunk) {
    for (uint32_t i = 0; i < chunk.validBytes; ++i)
      isWritten &= written[chunk.globalAddress - copy.global->address + i] != 0;
  });
  if (isWritten)
    return;
  if (Finding *finding =
          worker.report(self, FindingKind::UninitialisedRead, site))
    finding->text = str("expected the box to have been written, got bytes of ",
                        copy.global->name, " that nobody has");
}

static void issueLoad(Thread *self, uint8_t *shared, const void *map,
                      const int32_t *coords, uint32_t rank, void *barrier,
                      uint32_t mask, uint32_t site) {
  Worker &worker = *self->worker;
  worker.checkStack(self, site);
  Block &block = checkSharedAddress(worker, self, shared, site, true);
  MBarrier &first = worker.barrierAt(self, barrier, site, true);
  TensorCopy copy;
  read(worker, self, map, coords, rank, Direction::Load, shared, site, copy);
  checkTile(worker, self, block, shared, copy, site);
  checkLoadedBytes(worker, self, copy, site);
  worker.checkIssuer(self, site, keyOf(copy, map, shared, barrier));
  ptrdiff_t at = shared - block.shared;
  ptrdiff_t barrierAt = first.address - first.block->shared;
  forEachTarget(worker, self, block, mask, site, [&](Block &target) {
    Transfer &x = worker.newTransfer(self, Transfer::TensorLoad, site);
    x.map = copy.map;
    std::copy_n(copy.coords, rank, x.coords);
    x.global = copy.global;
    x.destination = target.shared + at;
    x.sharedBytes = copy.plan.sharedBytes;
    x.bytes = uint32_t(boxBytes(copy.map));
    x.target = &target;
    x.barrier =
        mask ? &worker.barrierAt(self, target.shared + barrierAt, site, true)
             : &first;
    worker.issue(x);
  });
}

/// The source of a store: what the device reads has to have been written.
static void checkStoredBytes(Worker &worker, Thread *self,
                             const uint8_t *shared, const TensorCopy &copy,
                             uint32_t site) {
  Block &block = *self->block;
  if (!worker.checks ||
      worker.isSharedWritten(block, shared, copy.plan.sharedBytes))
    return;
  bool isWritten = true;
  forEachChunk(copy.plan, [&](const Chunk &chunk) {
    if (!chunk.isOutside())
      isWritten &= worker.isSharedWritten(block, shared + chunk.sharedOffset,
                                          kChunkBytes);
  });
  if (!isWritten)
    reportUnwrittenSource(worker, self, block, shared, site);
}

static void checkEdge(Worker &worker, Thread *self, const TensorCopy &copy,
                      uint32_t site) {
  const TilerySimSite *s = worker.launch->site(site);
  bool spills = copy.global && copy.plan.tailBytes != kChunkBytes;
  if (!worker.checks || !spills || copy.map.allowEdgeSpill ||
      (s && (s->flags & TILERY_SIM_ALLOW_EDGE_SPILL)))
    return;
  if (Finding *finding = worker.report(self, FindingKind::EdgeSpill, site))
    finding->text = str(
        "expected the tensor's inner extent to be a multiple of 16 bytes, got ",
        innerExtentBytes(copy.map), ": the copy overwrites ",
        kChunkBytes - copy.plan.tailBytes,
        " bytes past the edge; pad the tensor, or state allow_edge_spill");
}

static void issueStore(Thread *self, Transfer::Kind kind, ReduceOp op,
                       const void *map, const int32_t *coords, uint32_t rank,
                       const uint8_t *shared, uint32_t site) {
  Worker &worker = *self->worker;
  worker.checkStack(self, site);
  Block &block = checkSharedAddress(worker, self, shared, site, false);
  TensorCopy copy;
  bool reduces = kind == Transfer::TensorReduce;
  read(worker, self, map, coords, rank,
       reduces ? Direction::Reduce : Direction::Store, shared, site, copy);
  if (reduces && !isLegalReduction(op, copy.map.dataType))
    worker.fault(self, FindingKind::IllegalCopy, site, [&] {
      return str("expected a reduction that the device has for the map's "
                 "type, got ",
                 name(op), " of ", name(copy.map.dataType));
    });
  checkTile(worker, self, block, shared, copy, site);
  checkStoredBytes(worker, self, shared, copy, site);
  checkEdge(worker, self, copy, site);
  worker.checkIssuer(self, site, keyOf(copy, map, shared, nullptr));
  Transfer &x = worker.newTransfer(self, kind, site);
  x.map = copy.map;
  std::copy_n(copy.coords, rank, x.coords);
  x.global = copy.global;
  x.source = shared;
  x.sharedBytes = copy.plan.sharedBytes;
  x.bytes = uint32_t(boxBytes(copy.map));
  x.op = op;
  x.type = copy.map.dataType;
  worker.issue(x);
}

} // namespace tilery::sim

using namespace tilery::sim;
using tilery::tensormap::Direction;
using tilery::tensormap::ReduceOp;

void tilery_sim_tma_load(TilerySimThread *thread, void *shared, const void *map,
                         const int32_t *coords, uint32_t rank, void *barrier,
                         uint32_t mask, uint32_t site) {
  issueLoad(asThread(thread), static_cast<uint8_t *>(shared), map, coords, rank,
            barrier, mask, site);
}

void tilery_sim_tma_store(TilerySimThread *thread, const void *map,
                          const int32_t *coords, uint32_t rank,
                          const void *shared, uint32_t site) {
  issueStore(asThread(thread), Transfer::TensorStore, ReduceOp::Add, map,
             coords, rank, static_cast<const uint8_t *>(shared), site);
}

void tilery_sim_tma_reduce(TilerySimThread *thread, uint32_t kind,
                           const void *map, const int32_t *coords,
                           uint32_t rank, const void *shared, uint32_t site) {
  issueStore(asThread(thread), Transfer::TensorReduce, ReduceOp(kind), map,
             coords, rank, static_cast<const uint8_t *>(shared), site);
}

void tilery_sim_tma_prefetch(TilerySimThread *thread, const void *map,
                             const int32_t *coords, uint32_t rank,
                             uint32_t site) {
  Thread *self = asThread(thread);
  TensorCopy copy;
  read(*self->worker, self, map, coords, rank, Direction::Load, self->shared,
       site, copy);
}

void tilery_sim_tma_prefetch_map(TilerySimThread *thread, const void *map,
                                 uint32_t site) {
  Thread *self = asThread(thread);
  if (!isReadableMap(*self->worker, map))
    self->worker->fault(self, FindingKind::BadTensorMap, site,
                        "expected a TensorMap, a parameter or 64-byte aligned "
                        "global memory, got another address");
}

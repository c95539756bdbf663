// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a copy does to memory, and to its barrier.

#include "Text.h"
#include "Worker.h"
#include "tilery/TensorMap/Image.h"

#include <cstring>

namespace tilery::sim {

using namespace tensormap;

static uint32_t sharedStart(const uint8_t *address) {
  return uint32_t(reinterpret_cast<uintptr_t>(address) & 1023);
}

static GlobalView viewOf(const Allocation *a) {
  if (!a)
    return {};
  return {a->address, reinterpret_cast<uint8_t *>(a->address), a->bytes};
}

static void markWritten(const Allocation *a, uint64_t address, size_t bytes) {
  if (a && a->written)
    std::memset(a->written.get() + (address - a->address), 1, bytes);
}

/// Visits what a tensor store touches: `visit(global, shared offset)`, 16 bytes
/// each.
template <typename Visitor>
static void forEachWritten(const Transfer &x, Visitor &&visit) {
  forEachChunk(
      x.map, x.coords, Direction::Store,
      [&](const Chunk &chunk) {
        if (!chunk.isOutside())
          visit(chunk.globalAddress, chunk.sharedOffset);
      },
      sharedStart(x.source));
}

void Worker::readSource(Transfer &x) {
  x.snapshot.assign(x.source, x.source + x.sharedBytes);
  x.state = Transfer::SourceRead;
}

/// True when the result depends on the order of several reductions: rounding
/// does, and so do counters that wrap around.
static bool dependsOnOrder(ReduceOp op, DataType type) {
  return (op == ReduceOp::Add && isFloat(type)) || op == ReduceOp::Inc ||
         op == ReduceOp::Dec;
}

/// A reduction into global memory, piece by piece: at once, or in its turn.
template <typename ForEachPiece>
static void reduceGlobal(Worker &worker, const Transfer &x,
                         ForEachPiece forEachPiece) {
  ReduceFunction function = reduceFunction(x.op, x.type);
  Launch &launch = *worker.launch;
  if (launch.defersReductions && dependsOnOrder(x.op, x.type)) {
    DeferredReduction deferred;
    deferred.function = function;
    forEachPiece([&](uint8_t *to, const uint8_t *from, size_t bytes) {
      deferred.pieces.push_back({to, uint32_t(bytes)});
      deferred.operands.insert(deferred.operands.end(), from, from + bytes);
    });
    x.thread->block->cluster->result.reductions.push_back(std::move(deferred));
    return;
  }
  std::unique_lock<std::mutex> lock(launch.reductionMutex, std::defer_lock);
  if (launch.workers > 1)
    lock.lock();
  forEachPiece(function);
}

/// Moves the bytes.
static void move(Worker &worker, Transfer &x) {
  const uint8_t *source =
      x.state == Transfer::SourceRead ? x.snapshot.data() : x.source;
  switch (x.kind) {
  case Transfer::TensorLoad:
    loadImage(x.map, x.coords, viewOf(x.global), x.destination, x.sharedBytes,
              sharedStart(x.destination));
    break;
  case Transfer::TensorStore:
    storeImage(x.map, x.coords, source, x.sharedBytes, viewOf(x.global),
               sharedStart(x.source));
    if (x.global && x.global->written)
      forEachWritten(x, [&](uint64_t address, uint32_t) {
        markWritten(x.global, address, kChunkBytes);
      });
    break;
  case Transfer::TensorReduce:
    reduceGlobal(worker, x, [&](auto &&visit) {
      forEachWritten(x, [&](uint64_t address, uint32_t offset) {
        visit(reinterpret_cast<uint8_t *>(address), source + offset,
              size_t(kChunkBytes));
      });
    });
    break;
  case Transfer::BulkLoad:
  case Transfer::BulkCopy:
    std::memmove(x.destination, source, x.bytes);
    break;
  case Transfer::BulkStore:
    std::memmove(x.destination, source, x.bytes);
    markWritten(x.global, reinterpret_cast<uint64_t>(x.destination), x.bytes);
    break;
  case Transfer::BulkReduce:
    reduceGlobal(worker, x, [&](auto &&visit) {
      visit(x.destination, source, size_t(x.bytes));
    });
    break;
  case Transfer::BulkReduceShared:
    if (ReduceFunction function = reduceFunction(x.op, x.type))
      function(x.destination, source, x.bytes);
    break;
  }
}

/// The bytes of shared memory that a copy has written.
static void markDestination(Worker &worker, const Transfer &x) {
  if (!x.isTensor() || x.sharedBytes == x.bytes) {
    worker.markShared(*x.target, x.destination, x.bytes);
    return;
  }
  // Narrow swizzled rows leave gaps.
  forEachChunk(
      x.map, x.coords, Direction::Load,
      [&](const Chunk &chunk) {
        worker.markShared(*x.target, x.destination + chunk.sharedOffset,
                          kChunkBytes);
      },
      sharedStart(x.destination));
}

/// The copy counts its bytes, if the barrier is still the one it was issued on.
static void signal(Worker &worker, const Transfer &x) {
  MBarrier &barrier = *x.barrier;
  int32_t buffer = worker.bufferOf(*barrier.block, barrier.address, kNoSite);
  if (!barrier.isLive) {
    if (Finding *finding =
            worker.report(x.thread, FindingKind::BarrierNotInitialised, x.site,
                          barrier.initSite, buffer))
      finding->text = str("expected barrier ", worker.nameOf(barrier),
                          " to live until the copy has landed, got its end "
                          "before");
    return;
  }
  if (worker.checks && barrier.phase != x.phase)
    if (Finding *finding = worker.report(x.thread, FindingKind::BytesUnexpected,
                                         x.site, barrier.completeSite, buffer))
      finding->text =
          str("expected the bytes of the copy in phase ", x.phase,
              " of barrier ", worker.nameOf(barrier),
              ", in which it was issued, got them in phase ", barrier.phase,
              ": nothing made the first wait for them");
  worker.deliver(x.thread, barrier, x.bytes, x.site);
}

void Worker::land(Transfer &x) {
  ++time;
  if (x.target && checks && x.target != x.thread->block && x.target->hasEnded())
    if (Finding *finding =
            report(x.thread, FindingKind::RemoteAfterExit, x.site, kNoSite,
                   bufferOf(*x.target, x.destination, kNoSite)))
      finding->text = str("expected the block of rank ", x.target->rank,
                          " to live until the copy has landed, got one whose "
                          "threads have ended; end with a cluster barrier");
  move(*this, x);
  if (x.target && checks)
    markDestination(*this, x);
  if (tracing)
    traceTransfer(x);
  x.state = Transfer::Done;
  unlink(x);
  if (x.hasBarrier())
    signal(*this, x);
  else
    progress();
  x.state = Transfer::Free;
  freeTransfers.push_back(&x);
}

} // namespace tilery::sim

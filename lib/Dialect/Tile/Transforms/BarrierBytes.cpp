// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bytes that a barrier is told to expect against those that copies deliver
// to it. Where more is expected, the phase never completes and the kernel
// hangs; where less is, it ends before all bytes are in.

#include "BarrierUse.h"

#include "tilery/Dialect/Tile/IR/MapFacts.h"
#include "tilery/Dialect/Tile/Transforms/VerifyKernel.h"
#include "tilery/TensorMap/Types.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

namespace {
/// Bytes that are expected or delivered.
struct Bytes {
  SmallVector<const BarrierEvent *> events;
  int64_t sum = 0;

  void add(const BarrierEvent &event) {
    events.push_back(&event);
    sum = tensormap::checkedAdd(sum, event.bytes);
  }
};

/// What happens in one phase, as far as it is in sight.
struct Phase {
  Bytes expected, delivered;

  bool isWrong() const {
    return !expected.events.empty() && !delivered.events.empty() &&
           tensormap::isKnown(expected.sum) &&
           tensormap::isKnown(delivered.sum) && expected.sum != delivered.sum;
  }
};
} // namespace

/// Copies of one source line in one note: a repeated box is many of them.
static void noteDelivered(InFlightDiagnostic &error, const Bytes &delivered) {
  llvm::MapVector<Location, SmallVector<const BarrierEvent *>> places;
  for (const BarrierEvent *event : delivered.events)
    places[event->op->getLoc()].push_back(event);
  for (auto &[loc, events] : places) {
    int64_t bytes = 0;
    for (const BarrierEvent *event : events)
      bytes += event->bytes;
    Diagnostic &note = error.attachNote(loc)
                       << "delivers " << bytes << " bytes";
    if (events.size() > 1)
      note << " in " << events.size() << " copies";
  }
}

static LogicalResult verifyPhase(AllocSharedOp buffer, const Phase &phase) {
  if (!phase.isWrong())
    return success();
  const Bytes &expected = phase.expected, &delivered = phase.delivered;
  InFlightDiagnostic error =
      expected.events.front()->op->emitError()
      << "(V20) barrier '" << getBufferName(buffer) << "' expects "
      << expected.sum << " bytes, and the loads on it deliver " << delivered.sum
      << (expected.sum > delivered.sum
              ? ": its phase never completes; expect "
              : ": its phase may end before all are in; expect ")
      << delivered.sum << " bytes";
  for (const BarrierEvent *event : llvm::drop_begin(expected.events))
    error.attachNote(event->op->getLoc())
        << "expects " << event->bytes << " of them";
  noteDelivered(error, delivered);
  return error;
}

/// The phases of a barrier. Waits on 0, 1, 0, ... part them: after one, the
/// phase of its number is over. Failure where they cannot be told apart.
static FailureOr<SmallVector<Phase>> splitPhases(const BarrierUse &use) {
  SmallVector<Phase> phases(1);
  int64_t waits = 0;
  for (const BarrierEvent &event : use.events) {
    switch (event.kind) {
    case BarrierEvent::Expect:
      phases.back().expected.add(event);
      break;
    case BarrierEvent::Deliver:
      phases.back().delivered.add(event);
      break;
    case BarrierEvent::Separator:
      // Only a wait on the parity of this very phase ends it.
      if (event.bytes != waits++ % 2)
        return failure();
      phases.emplace_back();
      break;
    }
  }
  return phases;
}

static LogicalResult verifyUse(AllocSharedOp buffer, const BarrierUse &use) {
  if (!use.isKnown)
    return success();
  FailureOr<SmallVector<Phase>> phases = splitPhases(use);
  if (failed(phases))
    return success();
  bool failed = false;
  for (const Phase &phase : *phases)
    failed |= llvm::failed(verifyPhase(buffer, phase));
  return failure(failed);
}

LogicalResult tile::verifyBarrierBytes(KernelOp kernel) {
  // Another block of a cluster may expect and deliver, too.
  if (kernel.getCluster())
    return success();
  bool failed = false;
  kernel.walk([&](AllocSharedOp buffer) {
    if (!isBarrierMemRef(buffer.getType()))
      return;
    std::map<SmallVector<int64_t>, BarrierUse> barriers;
    for (Operation *user : buffer->getUsers()) {
      auto ref = dyn_cast<MBarrierRefOp>(user);
      if (!ref)
        return;
      SmallVector<int64_t> indices;
      for (Value index : ref.getIndices()) {
        std::optional<int64_t> value = getConstant(index);
        if (!value)
          return;
        indices.push_back(*value);
      }
      barriers[indices].add(ref);
    }
    for (auto &[indices, use] : barriers) {
      use.sort();
      failed |= llvm::failed(verifyUse(buffer, use));
    }
  });
  return failure(failed);
}

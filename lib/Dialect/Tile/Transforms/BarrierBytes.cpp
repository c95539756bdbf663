// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bytes that a barrier is told to expect against those that loads deliver
// to it. Where more is expected, the phase never completes and the kernel
// hangs; where less is, it ends before all bytes are in.

#include "tilery/Dialect/Tile/IR/MapFacts.h"
#include "tilery/Dialect/Tile/Transforms/VerifyKernel.h"
#include "tilery/TensorMap/Types.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

namespace {
/// What happens to one barrier; `isKnown` is false where some of it is out of
/// sight.
struct BarrierUse {
  SmallVector<Operation *> expects;
  SmallVector<TmaLoadOp> loads;
  bool isKnown = true;
};

/// Which branches and loops an op is in. Branches on one condition are the same
/// wherever they are: ops of equal paths run equally often.
using Path = SmallVector<std::pair<void *, unsigned>>;
} // namespace

static Path getPath(Operation *op) {
  Path path;
  while (!isa<KernelOp>(op->getParentOp())) {
    unsigned region = op->getParentRegion()->getRegionNumber();
    op = op->getParentOp();
    auto branch = dyn_cast<scf::IfOp>(op);
    path.emplace_back(branch ? branch.getCondition().getAsOpaquePointer() : op,
                      region);
  }
  return path;
}

static std::optional<int64_t> getExpected(Operation *op) {
  auto read = [](auto expect) -> std::optional<int64_t> {
    if (auto bytes = expect.getStaticBytes())
      return static_cast<int64_t>(*bytes);
    APInt value;
    if (matchPattern(expect.getBytes(), m_ConstantInt(&value)))
      return value.getSExtValue();
    return std::nullopt;
  };
  if (auto expect = dyn_cast<MBarrierExpectTxOp>(op))
    return read(expect);
  return read(cast<MBarrierArriveExpectTxOp>(op));
}

/// The copy engine delivers the whole box, also what lies outside the tensor.
static int64_t getDelivered(TmaLoadOp load) {
  auto map = cast<TensorMapType>(load.getMap().getType());
  int64_t bytes = *getElementBytes(map.getElementType());
  for (int64_t extent : map.getBox())
    bytes = tensormap::checkedMul(bytes, extent);
  return bytes;
}

/// The users of a value, which MLIR lists last to first.
static SmallVector<Operation *> getUsersInOrder(Value value) {
  SmallVector<Operation *> users(value.getUsers());
  return SmallVector<Operation *>(llvm::reverse(users));
}

static void addUses(MBarrierRefOp ref, BarrierUse &use) {
  for (Operation *user : getUsersInOrder(ref)) {
    if (auto load = dyn_cast<TmaLoadOp>(user))
      use.loads.push_back(load);
    else if (isa<MBarrierExpectTxOp, MBarrierArriveExpectTxOp>(user))
      use.expects.push_back(user);
    else if (!isa<MBarrierInitOp, MBarrierInvalOp, MBarrierArriveOp,
                  MBarrierWaitOp, MBarrierTryWaitOp, MBarrierTestWaitOp>(user))
      use.isKnown = false;
  }
}

static LogicalResult verifyUse(AllocSharedOp buffer, const BarrierUse &use) {
  if (!use.isKnown || use.expects.empty() || use.loads.empty())
    return success();
  Path path = getPath(use.loads.front());
  int64_t expected = 0, delivered = 0;
  for (Operation *expect : use.expects) {
    std::optional<int64_t> bytes = getExpected(expect);
    if (!bytes || getPath(expect) != path)
      return success();
    expected += *bytes;
  }
  for (TmaLoadOp load : use.loads) {
    if (getPath(load) != path)
      return success();
    delivered = tensormap::checkedAdd(delivered, getDelivered(load));
  }
  if (expected == delivered || !tensormap::isKnown(delivered))
    return success();
  InFlightDiagnostic error =
      use.expects.front()->emitError()
      << "barrier '" << getBufferName(buffer) << "' expects " << expected
      << " bytes, and the loads on it deliver " << delivered
      << (expected > delivered
              ? ": its phase never completes; expect "
              : ": its phase may end before all are in; expect ")
      << delivered << " bytes";
  for (Operation *expect : llvm::drop_begin(use.expects))
    error.attachNote(expect->getLoc())
        << "expects " << *getExpected(expect) << " of them";
  for (TmaLoadOp load : use.loads)
    error.attachNote(load.getLoc())
        << "delivers " << getDelivered(load) << " bytes";
  return error;
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
    for (Operation *user : getUsersInOrder(buffer)) {
      auto ref = dyn_cast<MBarrierRefOp>(user);
      if (!ref)
        return;
      SmallVector<int64_t> indices;
      for (Value index : ref.getIndices()) {
        APInt value;
        if (!matchPattern(index, m_ConstantInt(&value)))
          return;
        indices.push_back(value.getSExtValue());
      }
      addUses(ref, barriers[indices]);
    }
    for (auto &[indices, use] : barriers)
      failed |= llvm::failed(verifyUse(buffer, use));
  });
  return failure(failed);
}

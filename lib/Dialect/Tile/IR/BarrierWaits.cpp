// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Waits for a phase of a barrier.

#include "BarrierChecks.h"

#include <limits>

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;
using tensormap::Form;

template <typename OpTy> static bool hasHint(OpTy op) {
  return op.getSuspendNs() || op.getStaticSuspendNs();
}

/// (C1) to (C4); the hint is the callers'.
template <typename OpTy> static LogicalResult verifyPhase(OpTy op) {
  bool hasParity = op.getParity() || op.getStaticParity();
  if (hasParity == static_cast<bool>(op.getState()))
    return op.emitOpError() << "(C4) expected a parity or a state, got "
                            << (hasParity ? "both" : "none");
  if (hasParity &&
      failed(verifyBarrierParameter(
          op, op.getParity(), op.getStaticParityAttr(), "a parity", 0, 1)))
    return failure();
  constexpr Semantics legal[] = {Semantics::Acquire, Semantics::Relaxed};
  if (failed(
          verifyBarrierOrdering(op, op.getSemantics(), op.getScope(), legal)))
    return failure();
  return verifyOwnBarrier(op, op.getBarrier().getType(), "(C3)");
}

template <typename OpTy> static LogicalResult verifyHint(OpTy op) {
  if (!hasHint(op))
    return success();
  return verifyBarrierParameter(op, op.getSuspendNs(),
                                op.getStaticSuspendNsAttr(), "a hint in ns", 0,
                                std::numeric_limits<int32_t>::max(), "(C5)");
}

template <typename OpTy, typename Adaptor>
static LogicalResult foldPhase(OpTy op, Adaptor adaptor) {
  LogicalResult parity =
      foldBarrierParameter(adaptor.getParity(), op.getParityMutable(),
                           [&](int32_t value) { op.setStaticParity(value); });
  LogicalResult hint = foldBarrierParameter(
      adaptor.getSuspendNs(), op.getSuspendNsMutable(),
      [&](int32_t value) { op.setStaticSuspendNs(value); });
  return success(succeeded(parity) || succeeded(hint));
}

template <typename OpTy> static Form getTryWaitForm(OpTy op) {
  if (op.getSemantics() == Semantics::Relaxed)
    return Form::MBarrierTryWaitRelaxed;
  if (op.getScope() == Scope::Cluster)
    return Form::MBarrierTryWaitCluster;
  return op.getState() ? Form::MBarrierTryWaitState : Form::MBarrierTryWait;
}

LogicalResult MBarrierWaitOp::verify() {
  return failed(verifyPhase(*this)) ? failure() : verifyHint(*this);
}
LogicalResult MBarrierWaitOp::fold(FoldAdaptor adaptor,
                                   SmallVectorImpl<OpFoldResult> &) {
  return foldPhase(*this, adaptor);
}
Form MBarrierWaitOp::getTargetForm() { return getTryWaitForm(*this); }

LogicalResult MBarrierTryWaitOp::verify() {
  return failed(verifyPhase(*this)) ? failure() : verifyHint(*this);
}
OpFoldResult MBarrierTryWaitOp::fold(FoldAdaptor adaptor) {
  return succeeded(foldPhase(*this, adaptor)) ? getResult() : OpFoldResult();
}
Form MBarrierTryWaitOp::getTargetForm() { return getTryWaitForm(*this); }

LogicalResult MBarrierTestWaitOp::verify() {
  if (failed(verifyPhase(*this)))
    return failure();
  if (hasHint(*this))
    return emitOpError() << "(C5) expected no suspend_ns: a test never "
                            "suspends; use tile.mbarrier.try_wait";
  return success();
}
OpFoldResult MBarrierTestWaitOp::fold(FoldAdaptor adaptor) {
  return succeeded(foldPhase(*this, adaptor)) ? getResult() : OpFoldResult();
}
Form MBarrierTestWaitOp::getTargetForm() {
  if (getSemantics() == Semantics::Relaxed)
    return Form::MBarrierTestWaitRelaxed;
  if (getScope() == Scope::Cluster)
    return Form::MBarrierTestWaitCluster;
  return getState() ? Form::MBarrierTestWaitState : Form::MBarrierTestWait;
}

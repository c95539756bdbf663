// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrivals at barriers, and the bytes that these expect.

#include "BarrierChecks.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;
using tensormap::Form;

static constexpr Semantics arrivalSemantics[] = {Semantics::Release,
                                                 Semantics::Relaxed};

template <typename OpTy> static bool isRemote(OpTy op) {
  return cast<MBarrierRefType>(op.getBarrier().getType()).isRemote();
}
template <typename OpTy> static bool isRelaxed(OpTy op) {
  return op.getSemantics() == Semantics::Relaxed;
}

/// (C2) and (C3) of all arrivals.
template <typename OpTy> static LogicalResult verifyArrival(OpTy op) {
  if (failed(verifyBarrierOrdering(op, op.getSemantics(), op.getScope(),
                                   arrivalSemantics)))
    return failure();
  if (isRemote(op) && op.getState())
    return op.emitOpError()
           << "(C3) expected no state of an arrival at another block's "
              "barrier, got one; wait on its parity";
  return success();
}

//===----------------------------------------------------------------------===//
// Arrivals with a count
//===----------------------------------------------------------------------===//

template <typename OpTy> static LogicalResult verifyCounted(OpTy op) {
  bool hasCount = op.getCount() || op.getStaticCount();
  if (hasCount &&
      failed(verifyBarrierParameter(op, op.getCount(), op.getStaticCountAttr(),
                                    "an arrival count", 1, maxBarrierCount)))
    return failure();
  if (failed(verifyArrival(op)))
    return failure();
  if (op.getNoComplete() &&
      (!hasCount || isRemote(op) || op.getSemantics().has_value()))
    return op.emitOpError()
           << "(C4) expected no_complete with a count, on a barrier of the "
              "block's own, without an ordering, got "
           << (!hasCount      ? "no count"
               : isRemote(op) ? "a barrier of another block"
                              : "an ordering");
  return success();
}

template <typename OpTy, typename Adaptor>
static LogicalResult foldCount(OpTy op, Adaptor adaptor) {
  return foldBarrierParameter(adaptor.getCount(), op.getCountMutable(),
                              [&](int32_t value) { op.setStaticCount(value); });
}

LogicalResult MBarrierArriveOp::verify() { return verifyCounted(*this); }
LogicalResult MBarrierArriveOp::fold(FoldAdaptor adaptor,
                                     SmallVectorImpl<OpFoldResult> &) {
  return foldCount(*this, adaptor);
}
Form MBarrierArriveOp::getTargetForm() {
  if (getNoComplete())
    return Form::MBarrierArriveNoComplete;
  if (isRelaxed(*this))
    return Form::MBarrierArriveRelaxed;
  if (isRemote(*this))
    return Form::MBarrierArriveRemote;
  if (getScope() == Scope::Cluster)
    return Form::MBarrierArriveCluster;
  return getCount() || getStaticCount() ? Form::MBarrierArriveCount
                                        : Form::MBarrierArrive;
}

LogicalResult MBarrierArriveDropOp::verify() { return verifyCounted(*this); }
LogicalResult MBarrierArriveDropOp::fold(FoldAdaptor adaptor,
                                         SmallVectorImpl<OpFoldResult> &) {
  return foldCount(*this, adaptor);
}
Form MBarrierArriveDropOp::getTargetForm() {
  if (getNoComplete())
    return Form::MBarrierArriveDropNoComplete;
  if (isRelaxed(*this))
    return Form::MBarrierArriveDropRelaxed;
  if (isRemote(*this))
    return Form::MBarrierArriveDropRemote;
  return getScope() == Scope::Cluster ? Form::MBarrierArriveDropCluster
                                      : Form::MBarrierArriveDrop;
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

template <typename OpTy> static LogicalResult verifyBytes(OpTy op) {
  return verifyBarrierParameter(op, op.getBytes(), op.getStaticBytesAttr(),
                                "bytes", 0, maxBarrierCount);
}

template <typename OpTy, typename Adaptor>
static LogicalResult foldBytes(OpTy op, Adaptor adaptor) {
  return foldBarrierParameter(adaptor.getBytes(), op.getBytesMutable(),
                              [&](int32_t value) { op.setStaticBytes(value); });
}

LogicalResult MBarrierArriveExpectTxOp::verify() {
  return failed(verifyBytes(*this)) ? failure() : verifyArrival(*this);
}
LogicalResult MBarrierArriveExpectTxOp::fold(FoldAdaptor adaptor,
                                             SmallVectorImpl<OpFoldResult> &) {
  return foldBytes(*this, adaptor);
}
Form MBarrierArriveExpectTxOp::getTargetForm() {
  if (isRelaxed(*this))
    return Form::MBarrierArriveExpectTxRelaxed;
  return isRemote(*this) ? Form::MBarrierArriveExpectTxRemote
                         : Form::MBarrierArriveExpectTx;
}

LogicalResult MBarrierArriveDropExpectTxOp::verify() {
  return failed(verifyBytes(*this)) ? failure() : verifyArrival(*this);
}
LogicalResult
MBarrierArriveDropExpectTxOp::fold(FoldAdaptor adaptor,
                                   SmallVectorImpl<OpFoldResult> &) {
  return foldBytes(*this, adaptor);
}
Form MBarrierArriveDropExpectTxOp::getTargetForm() {
  if (isRelaxed(*this))
    return Form::MBarrierArriveDropExpectTxRelaxed;
  return isRemote(*this) ? Form::MBarrierArriveDropExpectTxRemote
                         : Form::MBarrierArriveDropExpectTx;
}

/// Bytes without an arrival.
template <typename OpTy> static LogicalResult verifyRelaxedBytes(OpTy op) {
  if (failed(verifyBytes(op)))
    return failure();
  return verifyBarrierOrdering(op, op.getSemantics(), op.getScope(),
                               Semantics::Relaxed);
}

LogicalResult MBarrierExpectTxOp::verify() { return verifyRelaxedBytes(*this); }
LogicalResult MBarrierExpectTxOp::fold(FoldAdaptor adaptor,
                                       SmallVectorImpl<OpFoldResult> &) {
  return foldBytes(*this, adaptor);
}
Form MBarrierExpectTxOp::getTargetForm() {
  return isRemote(*this) ? Form::MBarrierExpectTxRemote
                         : Form::MBarrierExpectTx;
}

LogicalResult MBarrierCompleteTxOp::verify() {
  return verifyRelaxedBytes(*this);
}
LogicalResult MBarrierCompleteTxOp::fold(FoldAdaptor adaptor,
                                         SmallVectorImpl<OpFoldResult> &) {
  return foldBytes(*this, adaptor);
}
Form MBarrierCompleteTxOp::getTargetForm() {
  return isRemote(*this) ? Form::MBarrierCompleteTxRemote
                         : Form::MBarrierCompleteTx;
}

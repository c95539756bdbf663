// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fences, named barriers, and rests.

#include "BarrierChecks.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

//===----------------------------------------------------------------------===//
// Fences
//===----------------------------------------------------------------------===//

LogicalResult FenceOp::verify() {
  return verifySemantics(*this, getSemantics(),
                         {Semantics::AcqRel, Semantics::Sc});
}

LogicalResult FenceProxyAsyncGenericOp::verify() {
  return verifySemantics(*this, getSemantics(),
                         {Semantics::Acquire, Semantics::Release});
}

LogicalResult FenceProxyTensorMapOp::verify() {
  if (failed(verifySemantics(*this, getSemantics(),
                             {Semantics::Release, Semantics::Acquire})))
    return failure();
  bool acquires = getSemantics() == Semantics::Acquire;
  if (acquires != static_cast<bool>(getMap()))
    return emitOpError() << "(C2) expected "
                         << (acquires ? "an acquire to name the map in global "
                                        "memory, got none"
                                      : "a release without a map, got one");
  // PTX ISA, membar/fence: the size is 128 bytes, those of a TensorMap.
  constexpr int64_t mapBytes = 128;
  if (!acquires)
    return success();
  auto type = cast<MemRefType>(getMap().getType());
  FailureOr<int64_t> bytes = getSharedBytes(type);
  if (succeeded(bytes) && *bytes < mapBytes)
    return emitOpError() << "(C2) expected a map of " << mapBytes
                         << " bytes, got " << *bytes << ", " << type;
  return success();
}
tensormap::Form FenceProxyTensorMapOp::getTargetForm() {
  return getSemantics() == Semantics::Acquire
             ? tensormap::Form::FenceProxyTensorMapAcquire
             : tensormap::Form::FenceProxyTensorMapRelease;
}

//===----------------------------------------------------------------------===//
// Named barriers
//===----------------------------------------------------------------------===//

static constexpr int64_t warpSize = 32;

template <typename OpTy> static LogicalResult verifyNamedBarrier(OpTy op) {
  // PTX ISA, barrier: sixteen barriers a block.
  if (failed(verifyBarrierParameter(op, op.getId(), op.getStaticIdAttr(),
                                    "a barrier id", 0, 15)))
    return failure();
  auto kernel = op->template getParentOfType<KernelOp>();
  int64_t most =
      kernel ? tensormap::roundUp(kernel.getNumThreads(), warpSize) : 1024;
  if (failed(verifyBarrierParameter(
          op, op.getThreads(), op.getStaticThreadsAttr(), "a number of threads",
          warpSize, most, "(C2)")))
    return failure();
  auto threads = getKnownParameter(op.getThreads(), op.getStaticThreadsAttr());
  if (threads && *threads % warpSize != 0)
    return op.emitOpError() << "(C2) expected whole warps, a multiple of "
                            << warpSize << " threads, got " << *threads;
  return success();
}

template <typename OpTy, typename Adaptor>
static LogicalResult foldNamedBarrier(OpTy op, Adaptor adaptor) {
  LogicalResult id =
      foldBarrierParameter(adaptor.getId(), op.getIdMutable(),
                           [&](int32_t value) { op.setStaticId(value); });
  LogicalResult threads =
      foldBarrierParameter(adaptor.getThreads(), op.getThreadsMutable(),
                           [&](int32_t value) { op.setStaticThreads(value); });
  return success(succeeded(id) || succeeded(threads));
}

LogicalResult NamedBarrierSyncOp::verify() { return verifyNamedBarrier(*this); }
LogicalResult NamedBarrierSyncOp::fold(FoldAdaptor adaptor,
                                       SmallVectorImpl<OpFoldResult> &) {
  return foldNamedBarrier(*this, adaptor);
}
LogicalResult NamedBarrierArriveOp::verify() {
  return verifyNamedBarrier(*this);
}
LogicalResult NamedBarrierArriveOp::fold(FoldAdaptor adaptor,
                                         SmallVectorImpl<OpFoldResult> &) {
  return foldNamedBarrier(*this, adaptor);
}

//===----------------------------------------------------------------------===//
// NanosleepOp
//===----------------------------------------------------------------------===//

LogicalResult NanosleepOp::verify() {
  // PTX ISA, nanosleep: at most a millisecond.
  return verifyBarrierParameter(*this, getNs(), getStaticNsAttr(),
                                "a time in ns", 0, 1000000);
}
LogicalResult NanosleepOp::fold(FoldAdaptor adaptor,
                                SmallVectorImpl<OpFoldResult> &) {
  return foldBarrierParameter(adaptor.getNs(), getNsMutable(),
                              [&](int32_t value) { setStaticNs(value); });
}

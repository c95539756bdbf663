// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "BulkChecks.h"
#include "Clauses.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

using tensormap::BulkDestination;

template <typename Op> static BulkTransfer getTransfer(Op op, bool isCounted) {
  Value destination;
  if constexpr (!std::is_same_v<Op, BulkPrefetchOp>)
    destination = op.getDestination();
  return {destination, op.getSource(), op.getBytes(), op.getStaticBytesAttr(),
          isCounted};
}

/// (C1) to (C3) of all.
template <typename Op>
static LogicalResult verifyTransfer(Op op, bool isCounted) {
  if (!op.getBytes() && !op.getStaticBytes())
    return op.emitOpError("(C2) expected 'bytes', as an operand or a literal");
  return verifyBulkTransfer(op, getTransfer(op, isCounted),
                            {"(C1)", "(C2)", "(C3)"});
}

template <typename Op> static int64_t getBytesOf(Op op) {
  return getKnownBytes(getTransfer(op, /*isCounted=*/false))
      .value_or(tensormap::kUnknown);
}

//===----------------------------------------------------------------------===//
// BulkLoadOp
//===----------------------------------------------------------------------===//

LogicalResult BulkLoadOp::verify() {
  if (failed(verifyTransfer(*this, /*isCounted=*/true)))
    return failure();
  if (getCtaMask() && getSpace().getValue() == SharedSpace::Cta)
    return emitOpError() << "(C4) expected no 'cta_mask' with <shared_cta>, "
                            "the block's own window; use <shared_cluster>";
  return verifyCtaMask(*this, "(C4)", getCtaMask());
}
Completion BulkLoadOp::getCompletion() { return Completion::MBarrierBytes; }
Value BulkLoadOp::getCompletionBarrier() { return getMbar(); }
int64_t BulkLoadOp::getTransferBytes() { return getBytesOf(*this); }
SmallVector<Value> BulkLoadOp::getSharedReads() { return {}; }
SmallVector<Value> BulkLoadOp::getSharedWrites() { return {getDestination()}; }
SmallVector<Value> BulkLoadOp::getGlobalReads() { return {getSource()}; }
SmallVector<Value> BulkLoadOp::getGlobalWrites() { return {}; }
tensormap::Form BulkLoadOp::getTargetForm() {
  if (getCtaMask())
    return tensormap::Form::BulkLoadMulticast;
  return getSpace().getValue() == SharedSpace::Cta
             ? tensormap::Form::BulkLoadCta
             : tensormap::Form::BulkLoadCluster;
}

//===----------------------------------------------------------------------===//
// BulkStoreOp
//===----------------------------------------------------------------------===//

LogicalResult BulkStoreOp::verify() {
  return verifyTransfer(*this, /*isCounted=*/false);
}
Completion BulkStoreOp::getCompletion() { return Completion::BulkGroup; }
Value BulkStoreOp::getCompletionBarrier() { return {}; }
int64_t BulkStoreOp::getTransferBytes() { return getBytesOf(*this); }
SmallVector<Value> BulkStoreOp::getSharedReads() { return {getSource()}; }
SmallVector<Value> BulkStoreOp::getSharedWrites() { return {}; }
SmallVector<Value> BulkStoreOp::getGlobalReads() { return {}; }
SmallVector<Value> BulkStoreOp::getGlobalWrites() { return {getDestination()}; }
tensormap::Form BulkStoreOp::getTargetForm() {
  return tensormap::Form::BulkStore;
}

//===----------------------------------------------------------------------===//
// BulkCopyOp
//===----------------------------------------------------------------------===//

LogicalResult BulkCopyOp::verify() {
  if (failed(verifyTransfer(*this, /*isCounted=*/true)))
    return failure();
  return verifySameBlock(*this, "(C4)", getDestination(), getMbar());
}
Completion BulkCopyOp::getCompletion() { return Completion::MBarrierBytes; }
Value BulkCopyOp::getCompletionBarrier() { return getMbar(); }
int64_t BulkCopyOp::getTransferBytes() { return getBytesOf(*this); }
SmallVector<Value> BulkCopyOp::getSharedReads() { return {getSource()}; }
SmallVector<Value> BulkCopyOp::getSharedWrites() { return {getDestination()}; }
SmallVector<Value> BulkCopyOp::getGlobalReads() { return {}; }
SmallVector<Value> BulkCopyOp::getGlobalWrites() { return {}; }
tensormap::Form BulkCopyOp::getTargetForm() {
  return tensormap::Form::BulkCopyToCluster;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// (C4) and (C5) of both.
template <typename Op>
static LogicalResult verifyReduction(Op op, BulkDestination destination) {
  BulkReduction reduction = {op.getKind().getValue(), op.getType().getValue(),
                             destination};
  if (failed(verifyBulkReduction(op, "(C4)", reduction)))
    return failure();
  auto memref = cast<MemRefType>(op.getDestination().getType());
  return verifyReduceType(op, "(C5)", reduction.type, memref.getElementType());
}

LogicalResult BulkReduceOp::verify() {
  if (failed(verifyTransfer(*this, /*isCounted=*/false)))
    return failure();
  return verifyReduction(*this, BulkDestination::Global);
}
Completion BulkReduceOp::getCompletion() { return Completion::BulkGroup; }
Value BulkReduceOp::getCompletionBarrier() { return {}; }
int64_t BulkReduceOp::getTransferBytes() { return getBytesOf(*this); }
SmallVector<Value> BulkReduceOp::getSharedReads() { return {getSource()}; }
SmallVector<Value> BulkReduceOp::getSharedWrites() { return {}; }
SmallVector<Value> BulkReduceOp::getGlobalReads() { return {getDestination()}; }
SmallVector<Value> BulkReduceOp::getGlobalWrites() {
  return {getDestination()};
}
tensormap::Form BulkReduceOp::getTargetForm() {
  return tensormap::Form::BulkReduce;
}

LogicalResult BulkReduceSharedOp::verify() {
  if (failed(verifyTransfer(*this, /*isCounted=*/true)) ||
      failed(verifyReduction(*this, BulkDestination::SharedCluster)))
    return failure();
  return verifySameBlock(*this, "(C6)", getDestination(), getMbar());
}
Completion BulkReduceSharedOp::getCompletion() {
  return Completion::MBarrierBytes;
}
Value BulkReduceSharedOp::getCompletionBarrier() { return getMbar(); }
int64_t BulkReduceSharedOp::getTransferBytes() { return getBytesOf(*this); }
SmallVector<Value> BulkReduceSharedOp::getSharedReads() {
  return {getSource(), getDestination()};
}
SmallVector<Value> BulkReduceSharedOp::getSharedWrites() {
  return {getDestination()};
}
SmallVector<Value> BulkReduceSharedOp::getGlobalReads() { return {}; }
SmallVector<Value> BulkReduceSharedOp::getGlobalWrites() { return {}; }
tensormap::Form BulkReduceSharedOp::getTargetForm() {
  return tensormap::Form::BulkReduceCluster;
}

//===----------------------------------------------------------------------===//
// BulkPrefetchOp
//===----------------------------------------------------------------------===//

LogicalResult BulkPrefetchOp::verify() {
  return verifyTransfer(*this, /*isCounted=*/false);
}
Completion BulkPrefetchOp::getCompletion() { return Completion::None; }
Value BulkPrefetchOp::getCompletionBarrier() { return {}; }
int64_t BulkPrefetchOp::getTransferBytes() { return getBytesOf(*this); }
SmallVector<Value> BulkPrefetchOp::getSharedReads() { return {}; }
SmallVector<Value> BulkPrefetchOp::getSharedWrites() { return {}; }
SmallVector<Value> BulkPrefetchOp::getGlobalReads() { return {getSource()}; }
SmallVector<Value> BulkPrefetchOp::getGlobalWrites() { return {}; }
tensormap::Form BulkPrefetchOp::getTargetForm() {
  return tensormap::Form::BulkPrefetch;
}

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers in shared memory (PTX ISA, mbarrier).

#include "InlinePtx.h"
#include "Patterns.h"
#include "tilery/Conversion/KernelToLLVM/Operands.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace tilery;

namespace {
/// Without an ordering, NVVM's default is that of PTX: release or acquire at
/// scope cta, and it prints none.
template <typename OpTy> NVVM::MemScopeKind getScope(OpTy op) {
  return op.getScope() == tile::Scope::Cluster ? NVVM::MemScopeKind::CLUSTER
                                               : NVVM::MemScopeKind::CTA;
}
template <typename OpTy> bool isRelaxed(OpTy op) {
  return op.getSemantics() == tile::Semantics::Relaxed;
}

/// The type of an arrival's state; PTX has none at another block's barrier.
template <typename OpTy> Type getStateType(OpTy op) {
  auto barrier = cast<tile::MBarrierRefType>(op.getBarrier().getType());
  return barrier.isRemote() ? Type() : IntegerType::get(op.getContext(), 64);
}

//===----------------------------------------------------------------------===//
// What each op becomes
//===----------------------------------------------------------------------===//

Operation *create(OpBuilder &b, tile::MBarrierInitOp op,
                  tile::MBarrierInitOp::Adaptor adaptor) {
  Value count = getI32(b, op.getLoc(), adaptor.getCount(), op.getStaticCount());
  return NVVM::MBarrierInitOp::create(b, op.getLoc(), adaptor.getBarrier(),
                                      count, Value());
}

Operation *create(OpBuilder &b, tile::MBarrierInvalOp op,
                  tile::MBarrierInvalOp::Adaptor adaptor) {
  return NVVM::MBarrierInvalOp::create(b, op.getLoc(), adaptor.getBarrier());
}

/// An arrival of PTX 7.8: at the block's own barrier, with PTX's default
/// ordering. LLVM's intrinsics that have orderings need PTX 8.0.
template <typename OpTy> bool isPlain(OpTy op) {
  return getStateType(op) && !isRelaxed(op) &&
         op.getScope() != tile::Scope::Cluster;
}

template <typename NVVMOp, typename NoCompleteOp, typename OpTy>
Operation *createArrival(OpBuilder &b, OpTy op,
                         typename OpTy::Adaptor adaptor) {
  Location loc = op.getLoc();
  Value barrier = adaptor.getBarrier();
  Value count;
  if (adaptor.getCount() || op.getStaticCount())
    count = getI32(b, loc, adaptor.getCount(), op.getStaticCount());
  constexpr bool drop = std::is_same_v<OpTy, tile::MBarrierArriveDropOp>;
  if (op.getNoComplete())
    return NoCompleteOp::create(b, loc, b.getI64Type(), barrier, count);
  if (isPlain(op) && count)
    return createArriveCount(b, loc, barrier, count, drop).getDefiningOp();
  if (isPlain(op) && drop)
    return LLVM::CallIntrinsicOp::create(
        b, loc, b.getI64Type(),
        b.getStringAttr("llvm.nvvm.mbarrier.arrive.drop.shared"), barrier);
  return NVVMOp::create(b, loc, getStateType(op), barrier, count, getScope(op),
                        isRelaxed(op));
}
Operation *create(OpBuilder &b, tile::MBarrierArriveOp op,
                  tile::MBarrierArriveOp::Adaptor adaptor) {
  return createArrival<NVVM::MBarrierArriveOp,
                       NVVM::MBarrierArriveNocompleteOp>(b, op, adaptor);
}
Operation *create(OpBuilder &b, tile::MBarrierArriveDropOp op,
                  tile::MBarrierArriveDropOp::Adaptor adaptor) {
  return createArrival<NVVM::MBarrierArriveDropOp,
                       NVVM::MBarrierArriveDropNocompleteOp>(b, op, adaptor);
}

Operation *create(OpBuilder &b, tile::MBarrierArriveExpectTxOp op,
                  tile::MBarrierArriveExpectTxOp::Adaptor adaptor) {
  return NVVM::MBarrierArriveExpectTxOp::create(
      b, op.getLoc(), getStateType(op), adaptor.getBarrier(),
      getBytes(b, op, adaptor), getScope(op), isRelaxed(op), Value());
}
Operation *create(OpBuilder &b, tile::MBarrierArriveDropExpectTxOp op,
                  tile::MBarrierArriveDropExpectTxOp::Adaptor adaptor) {
  return NVVM::MBarrierArriveDropExpectTxOp::create(
      b, op.getLoc(), getStateType(op), adaptor.getBarrier(),
      getBytes(b, op, adaptor), getScope(op), isRelaxed(op));
}
Operation *create(OpBuilder &b, tile::MBarrierExpectTxOp op,
                  tile::MBarrierExpectTxOp::Adaptor adaptor) {
  return NVVM::MBarrierExpectTxOp::create(b, op.getLoc(), adaptor.getBarrier(),
                                          getBytes(b, op, adaptor),
                                          getScope(op));
}
Operation *create(OpBuilder &b, tile::MBarrierCompleteTxOp op,
                  tile::MBarrierCompleteTxOp::Adaptor adaptor) {
  return NVVM::MBarrierCompleteTxOp::create(
      b, op.getLoc(), adaptor.getBarrier(), getBytes(b, op, adaptor),
      getScope(op));
}

Operation *create(OpBuilder &b, tile::MBarrierPendingCountOp op,
                  tile::MBarrierPendingCountOp::Adaptor adaptor) {
  return LLVM::CallIntrinsicOp::create(
      b, op.getLoc(), b.getI32Type(),
      b.getStringAttr("llvm.nvvm.mbarrier.pending.count"), adaptor.getState());
}

/// A parity, i32, or a state, i64.
template <typename OpTy>
Value getPhase(OpBuilder &b, OpTy op, typename OpTy::Adaptor adaptor) {
  if (adaptor.getState())
    return adaptor.getState();
  return getI32(b, op.getLoc(), adaptor.getParity(), op.getStaticParity());
}
template <typename OpTy>
Operation *createTryWait(OpBuilder &b, OpTy op, Value barrier, Value phase,
                         Value hint) {
  return NVVM::MBarrierTryWaitOp::create(b, op.getLoc(), b.getI1Type(), barrier,
                                         phase, hint, getScope(op),
                                         isRelaxed(op));
}
template <typename OpTy>
Value getHint(OpBuilder &b, OpTy op, typename OpTy::Adaptor adaptor) {
  if (!adaptor.getSuspendNs() && !op.getStaticSuspendNs())
    return {};
  return getI32(b, op.getLoc(), adaptor.getSuspendNs(),
                op.getStaticSuspendNs());
}
Operation *create(OpBuilder &b, tile::MBarrierTryWaitOp op,
                  tile::MBarrierTryWaitOp::Adaptor adaptor) {
  return createTryWait(b, op, adaptor.getBarrier(), getPhase(b, op, adaptor),
                       getHint(b, op, adaptor));
}
Operation *create(OpBuilder &b, tile::MBarrierTestWaitOp op,
                  tile::MBarrierTestWaitOp::Adaptor adaptor) {
  return NVVM::MBarrierTestWaitOp::create(
      b, op.getLoc(), b.getI1Type(), adaptor.getBarrier(),
      getPhase(b, op, adaptor), getScope(op), isRelaxed(op));
}

/// One op for one; a result that nobody asked for is dropped.
template <typename OpTy> struct BarrierLowering : ConvertOpToLLVMPattern<OpTy> {
  using ConvertOpToLLVMPattern<OpTy>::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Operation *lowered = create(rewriter, op, adaptor);
    if (op->getNumResults() != 0)
      rewriter.replaceOp(op, lowered->getResults());
    else
      rewriter.eraseOp(op);
    return success();
  }
};

/// A try_wait may come back before the phase is complete: a loop around it.
struct WaitLowering : ConvertOpToLLVMPattern<tile::MBarrierWaitOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::MBarrierWaitOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value phase = getPhase(rewriter, op, adaptor);
    Value hint = getHint(rewriter, op, adaptor);
    Block *before = op->getBlock();
    Block *after = rewriter.splitBlock(before, op->getIterator());
    Block *loop = rewriter.createBlock(after);
    rewriter.setInsertionPointToEnd(before);
    LLVM::BrOp::create(rewriter, loc, loop);
    rewriter.setInsertionPointToStart(loop);
    Operation *done =
        createTryWait(rewriter, op, adaptor.getBarrier(), phase, hint);
    LLVM::CondBrOp::create(rewriter, loc, done->getResult(0), after, loop);
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void tilery::populateMBarrierPatterns(const KernelTypeConverter &converter,
                                      RewritePatternSet &patterns) {
  patterns.add<WaitLowering, BarrierLowering<tile::MBarrierInitOp>,
               BarrierLowering<tile::MBarrierInvalOp>,
               BarrierLowering<tile::MBarrierArriveOp>,
               BarrierLowering<tile::MBarrierArriveDropOp>,
               BarrierLowering<tile::MBarrierArriveExpectTxOp>,
               BarrierLowering<tile::MBarrierArriveDropExpectTxOp>,
               BarrierLowering<tile::MBarrierExpectTxOp>,
               BarrierLowering<tile::MBarrierCompleteTxOp>,
               BarrierLowering<tile::MBarrierPendingCountOp>,
               BarrierLowering<tile::MBarrierTryWaitOp>,
               BarrierLowering<tile::MBarrierTestWaitOp>>(converter);
}

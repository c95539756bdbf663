// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers in shared memory (PTX ISA, mbarrier).

#include "MemRefParts.h"
#include "Patterns.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace tilery;

namespace {
/// An operand that is a value or a constant of the op.
Value getI32(OpBuilder &builder, Location loc, Value value,
             std::optional<uint32_t> constant) {
  return value ? value : createI32(builder, loc, constant.value_or(0));
}

struct RefLowering : ConvertOpToLLVMPattern<tile::MBarrierRefOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::MBarrierRefOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    MemRefParts parts(rewriter, op.getLoc(),
                      cast<MemRefType>(op.getBarriers().getType()),
                      adaptor.getBarriers());
    rewriter.replaceOp(op, parts.getAddress(rewriter, op.getLoc(),
                                            rewriter.getI64Type(),
                                            adaptor.getIndices()));
    return success();
  }
};

struct InvalLowering : ConvertOpToLLVMPattern<tile::MBarrierInvalOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::MBarrierInvalOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::MBarrierInvalOp>(op,
                                                       adaptor.getBarrier());
    return success();
  }
};

struct ArriveLowering : ConvertOpToLLVMPattern<tile::MBarrierArriveOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::MBarrierArriveOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    NVVM::MBarrierArriveOp::create(rewriter, op.getLoc(), rewriter.getI64Type(),
                                   adaptor.getBarrier(), Value());
    rewriter.eraseOp(op);
    return success();
  }
};

Value createTryWait(OpBuilder &builder, Location loc, Value barrier,
                    Value parity) {
  return NVVM::MBarrierTryWaitOp::create(builder, loc, builder.getI1Type(),
                                         barrier, parity, /*ticks=*/Value());
}

/// The number beside the barrier: a count, bytes or a parity.
template <typename OpTy>
Value getNumber(OpBuilder &b, OpTy op, typename OpTy::Adaptor adaptor) {
  if constexpr (std::is_same_v<OpTy, tile::MBarrierInitOp>)
    return getI32(b, op.getLoc(), adaptor.getCount(), op.getStaticCount());
  else if constexpr (std::is_same_v<OpTy, tile::MBarrierExpectTxOp> ||
                     std::is_same_v<OpTy, tile::MBarrierArriveExpectTxOp>)
    return getI32(b, op.getLoc(), adaptor.getBytes(), op.getStaticBytes());
  else
    return getI32(b, op.getLoc(), adaptor.getParity(), op.getStaticParity());
}

/// What each op becomes, given the barrier and the number; its result where the
/// op has one.
Value create(OpBuilder &b, tile::MBarrierInitOp op, Value barrier,
             Value count) {
  NVVM::MBarrierInitOp::create(b, op.getLoc(), barrier, count, Value());
  return {};
}
Value create(OpBuilder &b, tile::MBarrierExpectTxOp op, Value barrier,
             Value bytes) {
  NVVM::MBarrierExpectTxOp::create(b, op.getLoc(), barrier, bytes);
  return {};
}
Value create(OpBuilder &b, tile::MBarrierArriveExpectTxOp op, Value barrier,
             Value bytes) {
  NVVM::MBarrierArriveExpectTxOp::create(
      b, op.getLoc(), b.getI64Type(), barrier, bytes, NVVM::MemScopeKind::CTA,
      /*relaxed=*/false, Value());
  return {};
}
Value create(OpBuilder &b, tile::MBarrierTryWaitOp op, Value barrier,
             Value parity) {
  return createTryWait(b, op.getLoc(), barrier, parity);
}
Value create(OpBuilder &b, tile::MBarrierTestWaitOp op, Value barrier,
             Value parity) {
  return NVVM::MBarrierTestWaitOp::create(b, op.getLoc(), b.getI1Type(),
                                          barrier, parity);
}

template <typename OpTy> struct NumberLowering : ConvertOpToLLVMPattern<OpTy> {
  using ConvertOpToLLVMPattern<OpTy>::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value result = create(rewriter, op, adaptor.getBarrier(),
                          getNumber(rewriter, op, adaptor));
    if (result)
      rewriter.replaceOp(op, result);
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
    Value parity = getNumber(rewriter, op, adaptor);
    Block *before = op->getBlock();
    Block *after = rewriter.splitBlock(before, op->getIterator());
    Block *loop = rewriter.createBlock(after);
    rewriter.setInsertionPointToEnd(before);
    LLVM::BrOp::create(rewriter, loc, loop);
    rewriter.setInsertionPointToStart(loop);
    Value done = createTryWait(rewriter, loc, adaptor.getBarrier(), parity);
    LLVM::CondBrOp::create(rewriter, loc, done, after, loop);
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void tilery::populateMBarrierPatterns(const KernelTypeConverter &converter,
                                      RewritePatternSet &patterns) {
  patterns.add<RefLowering, InvalLowering, ArriveLowering, WaitLowering,
               NumberLowering<tile::MBarrierInitOp>,
               NumberLowering<tile::MBarrierExpectTxOp>,
               NumberLowering<tile::MBarrierArriveExpectTxOp>,
               NumberLowering<tile::MBarrierTryWaitOp>,
               NumberLowering<tile::MBarrierTestWaitOp>>(converter);
}

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

struct InitLowering : ConvertOpToLLVMPattern<tile::MBarrierInitOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::MBarrierInitOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value count =
        getI32(rewriter, op.getLoc(), adaptor.getCount(), op.getStaticCount());
    rewriter.replaceOpWithNewOp<NVVM::MBarrierInitOp>(op, adaptor.getBarrier(),
                                                      count, Value());
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

struct ArriveExpectTxLowering
    : ConvertOpToLLVMPattern<tile::MBarrierArriveExpectTxOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::MBarrierArriveExpectTxOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value bytes =
        getI32(rewriter, op.getLoc(), adaptor.getBytes(), op.getStaticBytes());
    NVVM::MBarrierArriveExpectTxOp::create(
        rewriter, op.getLoc(), rewriter.getI64Type(), adaptor.getBarrier(),
        bytes, NVVM::MemScopeKind::CTA, /*relaxed=*/false, Value());
    rewriter.eraseOp(op);
    return success();
  }
};

struct ExpectTxLowering : ConvertOpToLLVMPattern<tile::MBarrierExpectTxOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::MBarrierExpectTxOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value bytes =
        getI32(rewriter, op.getLoc(), adaptor.getBytes(), op.getStaticBytes());
    rewriter.replaceOpWithNewOp<NVVM::MBarrierExpectTxOp>(
        op, adaptor.getBarrier(), bytes);
    return success();
  }
};

Value createTryWait(OpBuilder &builder, Location loc, Value barrier,
                    Value parity) {
  return NVVM::MBarrierTryWaitOp::create(builder, loc, builder.getI1Type(),
                                         barrier, parity, /*ticks=*/Value());
}

/// A try_wait may come back before the phase is complete: a loop around it.
struct WaitLowering : ConvertOpToLLVMPattern<tile::MBarrierWaitOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::MBarrierWaitOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value parity =
        getI32(rewriter, loc, adaptor.getParity(), op.getStaticParity());
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

struct TryWaitLowering : ConvertOpToLLVMPattern<tile::MBarrierTryWaitOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::MBarrierTryWaitOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value parity = getI32(rewriter, op.getLoc(), adaptor.getParity(),
                          op.getStaticParity());
    rewriter.replaceOp(
        op, createTryWait(rewriter, op.getLoc(), adaptor.getBarrier(), parity));
    return success();
  }
};

struct TestWaitLowering : ConvertOpToLLVMPattern<tile::MBarrierTestWaitOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::MBarrierTestWaitOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value parity = getI32(rewriter, op.getLoc(), adaptor.getParity(),
                          op.getStaticParity());
    rewriter.replaceOpWithNewOp<NVVM::MBarrierTestWaitOp>(
        op, rewriter.getI1Type(), adaptor.getBarrier(), parity);
    return success();
  }
};
} // namespace

void tilery::populateMBarrierPatterns(const KernelTypeConverter &converter,
                                      RewritePatternSet &patterns) {
  patterns.add<RefLowering, InitLowering, InvalLowering, ArriveLowering,
               ArriveExpectTxLowering, ExpectTxLowering, WaitLowering,
               TryWaitLowering, TestWaitLowering>(converter);
}

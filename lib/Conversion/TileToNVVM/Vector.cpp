// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vectors of one dimension in registers; what accesses memory is in MemRef.cpp.

#include "Patterns.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace tilery;

namespace {
Value getPosition(OpBuilder &builder, Location loc, OpFoldResult position,
                  ValueRange dynamic) {
  if (auto attr = dyn_cast<Attribute>(position))
    return createI64(builder, loc, cast<IntegerAttr>(attr).getInt());
  return dynamic.front();
}

struct BroadcastLowering : ConvertOpToLLVMPattern<vector::BroadcastOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(vector::BroadcastOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    VectorType type = op.getResultVectorType();
    if (isa<VectorType>(op.getSourceType()) || type.getRank() != 1)
      return rewriter.notifyMatchFailure(op, "expected a scalar");
    Type lowered = getTypeConverter()->convertType(type);
    Value undefined = LLVM::PoisonOp::create(rewriter, loc, lowered);
    Value first = LLVM::InsertElementOp::create(rewriter, loc, lowered,
                                                undefined, adaptor.getSource(),
                                                createI32(rewriter, loc, 0));
    SmallVector<int32_t> zeros(type.getDimSize(0), 0);
    rewriter.replaceOpWithNewOp<LLVM::ShuffleVectorOp>(op, first, undefined,
                                                       zeros);
    return success();
  }
};

struct ExtractLowering : ConvertOpToLLVMPattern<vector::ExtractOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(vector::ExtractOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<OpFoldResult> position = op.getMixedPosition();
    if (position.size() != 1 || op.getSourceVectorType().getRank() != 1)
      return rewriter.notifyMatchFailure(op, "expected one position");
    Value index = getPosition(rewriter, op.getLoc(), position.front(),
                              adaptor.getDynamicPosition());
    rewriter.replaceOpWithNewOp<LLVM::ExtractElementOp>(op, adaptor.getSource(),
                                                        index);
    return success();
  }
};

struct InsertLowering : ConvertOpToLLVMPattern<vector::InsertOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(vector::InsertOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<OpFoldResult> position = op.getMixedPosition();
    if (position.size() != 1 || op.getDestVectorType().getRank() != 1)
      return rewriter.notifyMatchFailure(op, "expected one position");
    Value index = getPosition(rewriter, op.getLoc(), position.front(),
                              adaptor.getDynamicPosition());
    rewriter.replaceOpWithNewOp<LLVM::InsertElementOp>(
        op, adaptor.getDest(), adaptor.getValueToStore(), index);
    return success();
  }
};

struct FromElementsLowering : ConvertOpToLLVMPattern<vector::FromElementsOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(vector::FromElementsOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    if (op.getType().getRank() != 1)
      return rewriter.notifyMatchFailure(op, "expected one dimension");
    Value result = LLVM::PoisonOp::create(
        rewriter, loc, getTypeConverter()->convertType(op.getType()));
    for (auto [index, element] : llvm::enumerate(adaptor.getElements()))
      result = LLVM::InsertElementOp::create(rewriter, loc, result, element,
                                             createI64(rewriter, loc, index));
    rewriter.replaceOp(op, result);
    return success();
  }
};

struct ToElementsLowering : ConvertOpToLLVMPattern<vector::ToElementsOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(vector::ToElementsOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    if (op.getSource().getType().getRank() != 1)
      return rewriter.notifyMatchFailure(op, "expected one dimension");
    SmallVector<Value> elements;
    for (unsigned index = 0; index < op.getNumResults(); ++index)
      elements.push_back(LLVM::ExtractElementOp::create(
          rewriter, loc, adaptor.getSource(), createI64(rewriter, loc, index)));
    rewriter.replaceOp(op, elements);
    return success();
  }
};
} // namespace

void tilery::populateVectorPatterns(const KernelTypeConverter &converter,
                                    RewritePatternSet &patterns) {
  patterns.add<BroadcastLowering, ExtractLowering, InsertLowering,
               FromElementsLowering, ToElementsLowering>(converter);
}

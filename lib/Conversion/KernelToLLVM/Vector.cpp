// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vectors of one dimension in registers; what accesses memory is in MemRef.cpp.

#include "Patterns.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace tilery;

namespace {
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

void replace(ConversionPatternRewriter &rewriter, vector::ExtractOp op,
             vector::ExtractOp::Adaptor adaptor, Value position) {
  rewriter.replaceOpWithNewOp<LLVM::ExtractElementOp>(op, adaptor.getSource(),
                                                      position);
}
void replace(ConversionPatternRewriter &rewriter, vector::InsertOp op,
             vector::InsertOp::Adaptor adaptor, Value position) {
  rewriter.replaceOpWithNewOp<LLVM::InsertElementOp>(
      op, adaptor.getDest(), adaptor.getValueToStore(), position);
}

/// vector.extract and vector.insert of one element.
template <typename OpTy> struct ElementLowering : ConvertOpToLLVMPattern<OpTy> {
  using ConvertOpToLLVMPattern<OpTy>::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    // Vectors have one dimension (tile-verify-kernel).
    ArrayRef<int64_t> position = op.getStaticPosition();
    if (position.size() != 1)
      return rewriter.notifyMatchFailure(op, "expected one position");
    replace(rewriter, op, adaptor,
            ShapedType::isDynamic(position.front())
                ? adaptor.getDynamicPosition().front()
                : createI64(rewriter, op.getLoc(), position.front()));
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
  patterns.add<BroadcastLowering, ElementLowering<vector::ExtractOp>,
               ElementLowering<vector::InsertOp>, FromElementsLowering,
               ToElementsLowering>(converter);
}

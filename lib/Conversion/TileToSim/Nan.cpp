// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the result of arithmetic on f16, bf16 or f32 is NaN, the device gives
// 0x7FFF or 0x7FFFFFFF (PTX ISA, floating-point instructions), and CPUs give
// various ones.

#include "Patterns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace tilery;

/// `value`, with the device's NaN in the place of any.
static Value replaceNan(OpBuilder &b, Location loc, Value value) {
  Type type = value.getType();
  auto element = cast<FloatType>(getElementTypeOrSelf(type));
  unsigned width = element.getWidth();
  TypedAttr nan =
      FloatAttr::get(element, APFloat(element.getFloatSemantics(),
                                      APInt::getSignedMaxValue(width)));
  if (auto vector = dyn_cast<VectorType>(type))
    nan = DenseElementsAttr::get(vector, cast<Attribute>(nan));
  Value isNan =
      LLVM::FCmpOp::create(b, loc, LLVM::FCmpPredicate::uno, value, value);
  return LLVM::SelectOp::create(
      b, loc, isNan, LLVM::ConstantOp::create(b, loc, type, nan), value);
}

namespace {
template <typename OpTy, typename LLVMOp>
struct NanLowering : ConvertOpToLLVMPattern<OpTy> {
  NanLowering(const KernelTypeConverter &converter)
      : ConvertOpToLLVMPattern<OpTy>(converter, /*benefit=*/2) {}
  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = this->getTypeConverter()->convertType(op.getType());
    Type element = getElementTypeOrSelf(type);
    if (!element.isF16() && !element.isBF16() && !element.isF32())
      return rewriter.notifyMatchFailure(op, "expected at most 32 bits");
    Value result =
        LLVMOp::create(rewriter, op.getLoc(), type, adaptor.getOperands());
    rewriter.replaceOp(op, replaceNan(rewriter, op.getLoc(), result));
    return success();
  }
};
} // namespace

void tilery::populateNanPatterns(const KernelTypeConverter &converter,
                                 RewritePatternSet &patterns) {
  patterns.add<NanLowering<arith::AddFOp, LLVM::FAddOp>,
               NanLowering<arith::SubFOp, LLVM::FSubOp>,
               NanLowering<arith::MulFOp, LLVM::FMulOp>,
               NanLowering<arith::DivFOp, LLVM::FDivOp>,
               NanLowering<arith::MaximumFOp, LLVM::MaximumOp>,
               NanLowering<arith::MinimumFOp, LLVM::MinimumOp>,
               NanLowering<arith::TruncFOp, LLVM::FPTruncOp>,
               NanLowering<math::FmaOp, LLVM::FMAOp>,
               NanLowering<math::SqrtOp, LLVM::SqrtOp>>(converter);
}

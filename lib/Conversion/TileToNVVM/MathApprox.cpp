// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that the hardware approximates in f32, and what is made of them;
// f16 and bf16 go through f32. docs/kernels.md has their errors. The fastmath
// flag `afn` takes the shortest form.

#include "InlinePtx.h"
#include "MathF32.h"
#include "Patterns.h"

#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace tilery;

namespace {
bool isApproximate(arith::FastMathFlags flags) {
  return bitEnumContainsAll(flags, arith::FastMathFlags::afn);
}

Value build(OpBuilder &b, math::Exp2Op op, Value x) {
  return buildExp2(b, op.getLoc(), x);
}
Value build(OpBuilder &b, math::ExpOp op, Value x) {
  return isApproximate(op.getFastmath())
             ? buildApproximateExp(b, op.getLoc(), x)
             : buildExp(b, op.getLoc(), x);
}
template <typename OpTy>
Value buildLogOf(OpBuilder &b, OpTy op, LogBase base, Value x) {
  return isApproximate(op.getFastmath())
             ? buildApproximateLog(b, op.getLoc(), base, x)
             : buildLog(b, op.getLoc(), base, x);
}
Value build(OpBuilder &b, math::LogOp op, Value x) {
  return buildLogOf(b, op, LogBase::E, x);
}
Value build(OpBuilder &b, math::Log2Op op, Value x) {
  return buildLogOf(b, op, LogBase::Two, x);
}
Value build(OpBuilder &b, math::Log10Op op, Value x) {
  return buildLogOf(b, op, LogBase::Ten, x);
}
Value build(OpBuilder &b, math::RsqrtOp op, Value x) {
  return buildF32Intrinsic(b, op.getLoc(), "llvm.nvvm.rsqrt.approx.f", x);
}
Value build(OpBuilder &b, math::TanhOp op, Value x) {
  return isApproximate(op.getFastmath()) ? createTanhApprox(b, op.getLoc(), x)
                                         : buildTanh(b, op.getLoc(), x);
}
Value build(OpBuilder &b, math::SinOp op, Value x) {
  return buildF32Intrinsic(b, op.getLoc(), "llvm.nvvm.sin.approx.f", x);
}
Value build(OpBuilder &b, math::CosOp op, Value x) {
  return buildF32Intrinsic(b, op.getLoc(), "llvm.nvvm.cos.approx.f", x);
}

/// Applies `build` to a float of at most 32 bits, through f32.
template <typename OpTy> Value buildScalar(OpBuilder &b, OpTy op, Value x) {
  Type type = x.getType();
  if (type.isF32())
    return build(b, op, x);
  Value wide = LLVM::FPExtOp::create(b, op.getLoc(), b.getF32Type(), x);
  return LLVM::FPTruncOp::create(b, op.getLoc(), type, build(b, op, wide));
}

template <typename OpTy> struct ApproxLowering : ConvertOpToLLVMPattern<OpTy> {
  using ConvertOpToLLVMPattern<OpTy>::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value operand = adaptor.getOperand();
    if (getElementTypeOrSelf(operand.getType()).isF64())
      return rewriter.notifyMatchFailure(op, "expected at most 32 bits");
    if constexpr (std::is_same_v<OpTy, math::SinOp> ||
                  std::is_same_v<OpTy, math::CosOp>)
      if (!isApproximate(op.getFastmath()))
        return rewriter.notifyMatchFailure(op, "approximate only under afn");

    rewriter.replaceOp(
        op, buildElementwise(rewriter, op.getLoc(), operand, [&](ValueRange x) {
          return buildScalar(rewriter, op, x.front());
        }));
    return success();
  }
};

/// 1 / sqrt(x), each exactly rounded: rsqrt.approx.f64 has 21 bits only.
struct RsqrtF64Lowering : ConvertOpToLLVMPattern<math::RsqrtOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(math::RsqrtOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type type = adaptor.getOperand().getType();
    if (!getElementTypeOrSelf(type).isF64())
      return rewriter.notifyMatchFailure(op, "expected f64");
    Value root =
        LLVM::SqrtOp::create(rewriter, loc, type, adaptor.getOperand());
    TypedAttr one = rewriter.getF64FloatAttr(1.0);
    if (auto vector = dyn_cast<VectorType>(type))
      one = DenseElementsAttr::get(vector, one);
    Value numerator = LLVM::ConstantOp::create(rewriter, loc, type, one);
    rewriter.replaceOpWithNewOp<LLVM::FDivOp>(op, numerator, root);
    return success();
  }
};
} // namespace

void tilery::populateMathApproxPatterns(const KernelTypeConverter &converter,
                                        RewritePatternSet &patterns) {
  patterns.add<ApproxLowering<math::Exp2Op>, ApproxLowering<math::ExpOp>,
               ApproxLowering<math::Log2Op>, ApproxLowering<math::LogOp>,
               ApproxLowering<math::Log10Op>, ApproxLowering<math::RsqrtOp>,
               ApproxLowering<math::TanhOp>, ApproxLowering<math::SinOp>,
               ApproxLowering<math::CosOp>, RsqrtF64Lowering>(converter);
}

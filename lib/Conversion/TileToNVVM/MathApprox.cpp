// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that the special function unit approximates in f32. f16 and bf16 go
// through f32. Errors are relative unless said otherwise, and hold without the
// fastmath flag `afn`:
//
//   exp2    2^-22               ex2.approx.f32
//   exp     2^-21               ex2.approx.f32, argument split in two
//   log2    2^-22, absolute     lg2.approx.f32 (relative outside 0.5..2)
//   log     2^-22, absolute     the same, times ln 2
//   log10   2^-23, absolute     the same, times log10 2
//   rsqrt   2^-22.9             rsqrt.approx.f32
//   tanh    2^-20               by exp; a polynomial below 0.55
//
// With `afn`, exp is ex2(x log2 e), whose error grows with |x|, tanh is
// tanh.approx.f32 (2^-11), and sin and cos are sin.approx.f32 and
// cos.approx.f32 (2^-20.5, absolute, in -pi..pi). Figures of the instructions:
// PTX ISA, floating-point instructions.

#include "InlinePtx.h"
#include "Patterns.h"

#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace tilery;

namespace {
/// Builds f32 arithmetic.
struct F32Builder {
  OpBuilder &b;
  Location loc;

  Type f32() const { return b.getF32Type(); }
  Value constant(float value) const {
    return LLVM::ConstantOp::create(b, loc, f32(), b.getF32FloatAttr(value));
  }
  Value mul(Value x, Value y) const {
    return LLVM::FMulOp::create(b, loc, x, y);
  }
  Value add(Value x, Value y) const {
    return LLVM::FAddOp::create(b, loc, x, y);
  }
  Value div(Value x, Value y) const {
    return LLVM::FDivOp::create(b, loc, x, y);
  }
  Value fma(Value x, Value y, Value z) const {
    return LLVM::FMAOp::create(b, loc, x, y, z);
  }
  Value neg(Value x) const { return LLVM::FNegOp::create(b, loc, x); }
  Value abs(Value x) const { return LLVM::FAbsOp::create(b, loc, x); }
  Value less(Value x, Value y) const {
    return LLVM::FCmpOp::create(b, loc, LLVM::FCmpPredicate::olt, x, y);
  }
  Value select(Value condition, Value x, Value y) const {
    return LLVM::SelectOp::create(b, loc, condition, x, y);
  }
  Value intrinsic(StringRef name, Value x) const {
    return LLVM::CallIntrinsicOp::create(b, loc, f32(), b.getStringAttr(name),
                                         ValueRange{x})
        .getResult(0);
  }
  Value ex2(Value x) const { return intrinsic("llvm.nvvm.ex2.approx.f32", x); }
  Value lg2(Value x) const { return intrinsic("llvm.nvvm.lg2.approx.f", x); }
};

Value buildExp(const F32Builder &m, Value x) {
  // x log2 e = high + low, each in f32, and 2^(high + low) is
  // 2^high (1 + low ln 2).
  Value log2e = m.constant(0x1.715476p+0f);
  Value log2eRest = m.constant(0x1.4ae0bfp-26f);
  Value high = m.mul(x, log2e);
  Value low = m.fma(x, log2eRest, m.fma(x, log2e, m.neg(high)));
  Value power = m.ex2(high);
  Value corrected = m.fma(power, m.mul(low, m.constant(0x1.62e43p-1f)), power);
  // Beyond, the power is 0 or infinite (or NaN), and 'low' may be infinite.
  Value inRange = m.less(m.abs(high), m.constant(128.0f));
  return m.select(inRange, corrected, power);
}

Value buildTanh(const F32Builder &m, Value x) {
  // x + x^3 P(x^2), fitted for least relative error on [0, 0.55]: 2^-23.
  Value square = m.mul(x, x);
  Value p = m.constant(0x1.0d5036p-6f);
  for (float c : {-0x1.af7cccp-5f, 0x1.10cef6p-3f, -0x1.555452p-2f})
    p = m.fma(p, square, m.constant(c));
  Value small = m.fma(m.mul(p, square), x, x);

  // 1 - 2 / (e^(2|x|) + 1): 1 where the exponential overflows.
  Value magnitude = m.abs(x);
  Value power = buildExp(m, m.add(magnitude, magnitude));
  Value one = m.constant(1.0f);
  Value quotient = m.div(m.constant(-2.0f), m.add(power, one));
  Value large =
      LLVM::CopySignOp::create(m.b, m.loc, m.f32(), m.add(quotient, one), x);
  return m.select(m.less(magnitude, m.constant(0.55f)), small, large);
}

bool isApproximate(arith::FastMathFlags flags) {
  return bitEnumContainsAll(flags, arith::FastMathFlags::afn);
}

Value build(const F32Builder &m, math::Exp2Op, Value x) { return m.ex2(x); }
Value build(const F32Builder &m, math::ExpOp op, Value x) {
  if (isApproximate(op.getFastmath()))
    return m.ex2(m.mul(x, m.constant(0x1.715476p+0f)));
  return buildExp(m, x);
}
Value build(const F32Builder &m, math::Log2Op, Value x) { return m.lg2(x); }
Value build(const F32Builder &m, math::LogOp, Value x) {
  return m.mul(m.lg2(x), m.constant(0x1.62e43p-1f));
}
Value build(const F32Builder &m, math::Log10Op, Value x) {
  return m.mul(m.lg2(x), m.constant(0x1.344136p-2f));
}
Value build(const F32Builder &m, math::RsqrtOp, Value x) {
  return m.intrinsic("llvm.nvvm.rsqrt.approx.f", x);
}
Value build(const F32Builder &m, math::TanhOp op, Value x) {
  if (isApproximate(op.getFastmath()))
    return createTanhApprox(m.b, m.loc, x);
  return buildTanh(m, x);
}
Value build(const F32Builder &m, math::SinOp, Value x) {
  return m.intrinsic("llvm.nvvm.sin.approx.f", x);
}
Value build(const F32Builder &m, math::CosOp, Value x) {
  return m.intrinsic("llvm.nvvm.cos.approx.f", x);
}

/// Applies `build` to a float of at most 32 bits, through f32.
template <typename OpTy>
Value buildScalar(const F32Builder &m, OpTy op, Value x) {
  Type type = x.getType();
  if (type.isF32())
    return build(m, op, x);
  Value wide = LLVM::FPExtOp::create(m.b, m.loc, m.f32(), x);
  return LLVM::FPTruncOp::create(m.b, m.loc, type, build(m, op, wide));
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

    F32Builder m{rewriter, op.getLoc()};
    auto vector = dyn_cast<VectorType>(operand.getType());
    if (!vector) {
      rewriter.replaceOp(op, buildScalar(m, op, operand));
      return success();
    }
    Value result = LLVM::PoisonOp::create(rewriter, op.getLoc(), vector);
    for (int64_t i = 0; i < vector.getDimSize(0); ++i) {
      Value position = createI64(rewriter, op.getLoc(), i);
      Value x = LLVM::ExtractElementOp::create(rewriter, op.getLoc(), operand,
                                               position);
      result = LLVM::InsertElementOp::create(rewriter, op.getLoc(), result,
                                             buildScalar(m, op, x), position);
    }
    rewriter.replaceOp(op, result);
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

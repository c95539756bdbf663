// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Math on numbers of 16, 32 and 64 bits: what the hardware computes exactly
// rounded, by an LLVM intrinsic; MathApprox.cpp has the rest.

#include "Patterns.h"

#include "mlir/Conversion/ArithCommon/AttrToLLVMConverter.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace tilery;

namespace {
/// `MathOp` is the LLVM intrinsic `LLVMOp`, on scalars and vectors of all
/// floats. NVPTX selects abs, cvt.r*i, fma.rn, copysign and sqrt.rn, which are
/// exactly rounded (PTX ISA, floating-point instructions); f16 and bf16 go
/// through f32 where there is no such instruction.
template <typename MathOp, typename LLVMOp>
struct FloatIntrinsicLowering : ConvertOpToLLVMPattern<MathOp> {
  using ConvertOpToLLVMPattern<MathOp>::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(MathOp op, typename MathOp::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto flags = arith::convertArithFastMathAttrToLLVM(op.getFastmathAttr());
    auto lowered =
        LLVMOp::create(rewriter, op.getLoc(),
                       this->getTypeConverter()->convertType(op.getType()),
                       adaptor.getOperands());
    lowered.setFastmathFlagsAttr(flags);
    rewriter.replaceOp(op, lowered);
    return success();
  }
};

template <typename MathOp, typename LLVMOp>
struct IntegerIntrinsicLowering : ConvertOpToLLVMPattern<MathOp> {
  using ConvertOpToLLVMPattern<MathOp>::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(MathOp op, typename MathOp::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = this->getTypeConverter()->convertType(op.getType());
    Value operand = adaptor.getOperands().front();
    Value result;
    if constexpr (std::is_same_v<MathOp, math::CtPopOp>)
      result = LLVMOp::create(rewriter, op.getLoc(), type, operand);
    else
      // The flag would make some inputs poison: INT_MIN, or zero.
      result =
          LLVMOp::create(rewriter, op.getLoc(), type, operand, /*flag=*/false);
    rewriter.replaceOp(op, result);
    return success();
  }
};

/// Tests of a float's class.
template <typename MathOp, unsigned mask>
struct ClassLowering : ConvertOpToLLVMPattern<MathOp> {
  using ConvertOpToLLVMPattern<MathOp>::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(MathOp op, typename MathOp::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::IsFPClass>(
        op, this->getTypeConverter()->convertType(op.getType()),
        adaptor.getOperand(), mask);
    return success();
  }
};

// Bits of llvm.is.fpclass (LLVM language reference).
constexpr unsigned isNan = 0x3, isInfinite = 0x204, isNormal = 0x108,
                   isFinite = 0x1f8;
} // namespace

void tilery::populateMathPatterns(const KernelTypeConverter &converter,
                                  RewritePatternSet &patterns) {
  patterns.add<FloatIntrinsicLowering<math::AbsFOp, LLVM::FAbsOp>,
               FloatIntrinsicLowering<math::CeilOp, LLVM::FCeilOp>,
               FloatIntrinsicLowering<math::CopySignOp, LLVM::CopySignOp>,
               FloatIntrinsicLowering<math::FloorOp, LLVM::FFloorOp>,
               FloatIntrinsicLowering<math::FmaOp, LLVM::FMAOp>,
               FloatIntrinsicLowering<math::RoundEvenOp, LLVM::RoundEvenOp>,
               FloatIntrinsicLowering<math::RoundOp, LLVM::RoundOp>,
               FloatIntrinsicLowering<math::SqrtOp, LLVM::SqrtOp>,
               FloatIntrinsicLowering<math::TruncOp, LLVM::FTruncOp>>(
      converter);
  patterns.add<IntegerIntrinsicLowering<math::AbsIOp, LLVM::AbsOp>,
               IntegerIntrinsicLowering<math::CountLeadingZerosOp,
                                        LLVM::CountLeadingZerosOp>,
               IntegerIntrinsicLowering<math::CountTrailingZerosOp,
                                        LLVM::CountTrailingZerosOp>,
               IntegerIntrinsicLowering<math::CtPopOp, LLVM::CtPopOp>>(
      converter);
  patterns.add<ClassLowering<math::IsNaNOp, isNan>,
               ClassLowering<math::IsInfOp, isInfinite>,
               ClassLowering<math::IsNormalOp, isNormal>,
               ClassLowering<math::IsFiniteOp, isFinite>>(converter);
}

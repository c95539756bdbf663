// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic whose results CPUs and the device differ about: NaNs, and numbers
// out of a type's range. All of this was measured on an H200, over pairs of
// special values and random bits. In f16, bf16 and f32 a NaN is 0x7FFF or
// 0x7FFFFFFF whatever went in; in f64 that of an operand, made quiet.

#include "Patterns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace tilery;

static Value isNan(OpBuilder &b, Location loc, Value value) {
  return LLVM::FCmpOp::create(b, loc, LLVM::FCmpPredicate::uno, value, value);
}

static Value select(OpBuilder &b, Location loc, Value condition, Value yes,
                    Value no) {
  return LLVM::SelectOp::create(b, loc, condition, yes, no);
}

/// `value`, with the NaN of these bits in the place of any.
static Value replaceNan(OpBuilder &b, Location loc, Value value,
                        const APInt &bits) {
  Type type = value.getType();
  auto element = cast<FloatType>(getElementTypeOrSelf(type));
  TypedAttr nan =
      FloatAttr::get(element, APFloat(element.getFloatSemantics(), bits));
  if (auto vector = dyn_cast<VectorType>(type))
    nan = DenseElementsAttr::get(vector, cast<Attribute>(nan));
  return select(b, loc, isNan(b, loc, value),
                LLVM::ConstantOp::create(b, loc, type, nan), value);
}

/// The same with the device's NaN of at most 32 bits.
static Value replaceNan(OpBuilder &b, Location loc, Value value) {
  unsigned width =
      getElementTypeOrSelf(value.getType()).getIntOrFloatBitWidth();
  return replaceNan(b, loc, value, APInt::getSignedMaxValue(width));
}

/// A quiet NaN of the same bits, of a NaN.
static Value makeQuiet(OpBuilder &b, Location loc, Value nan) {
  return LLVM::FAddOp::create(b, loc, nan, nan);
}

/// `nan` made quiet where it is one, else `otherwise`.
static Value preferNan(OpBuilder &b, Location loc, Value nan, Value otherwise) {
  return select(b, loc, isNan(b, loc, nan), makeQuiet(b, loc, nan), otherwise);
}

namespace {
/// In f64: what the device's choice among several NaN operands is.
template <typename OpTy>
Value fixWide(OpBuilder &b, Location loc, OpTy, ValueRange operands,
              Value result) {
  constexpr bool isUnary =
      std::is_same_v<OpTy, arith::NegFOp> || std::is_same_v<OpTy, math::AbsFOp>;
  constexpr bool isSum = std::is_same_v<OpTy, arith::AddFOp> ||
                         std::is_same_v<OpTy, arith::SubFOp> ||
                         std::is_same_v<OpTy, arith::MulFOp>;
  if constexpr (isUnary)
    return preferNan(b, loc, operands[0], result);
  if constexpr (isSum)
    return preferNan(b, loc, operands[1], result);
  if constexpr (std::is_same_v<OpTy, math::FmaOp>)
    return preferNan(b, loc, operands[1],
                     preferNan(b, loc, operands[2], result));
  if constexpr (std::is_same_v<OpTy, arith::MaximumFOp> ||
                std::is_same_v<OpTy, arith::MinimumFOp>)
    return replaceNan(b, loc, result, APInt(64, 0x7FF8) << 48);
  return result;
}

template <typename OpTy, typename LLVMOp>
struct NanLowering : ConvertOpToLLVMPattern<OpTy> {
  NanLowering(const KernelTypeConverter &converter)
      : ConvertOpToLLVMPattern<OpTy>(converter, /*benefit=*/2) {}
  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type type = this->getTypeConverter()->convertType(op.getType());
    ValueRange operands = adaptor.getOperands();
    Value result = LLVMOp::create(rewriter, loc, type, operands);
    rewriter.replaceOp(op, getElementTypeOrSelf(type).isF64()
                               ? fixWide(rewriter, loc, op, operands, result)
                               : replaceNan(rewriter, loc, result));
    return success();
  }
};

/// The number where one operand is NaN, and -0 below +0.
template <typename OpTy, typename LLVMOp>
struct NumberLowering : ConvertOpToLLVMPattern<OpTy> {
  NumberLowering(const KernelTypeConverter &converter)
      : ConvertOpToLLVMPattern<OpTy>(converter, /*benefit=*/2) {}
  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value lhs = adaptor.getLhs(), rhs = adaptor.getRhs();
    Value both = LLVMOp::create(rewriter, loc, lhs.getType(), lhs, rhs);
    bool isWide = getElementTypeOrSelf(lhs.getType()).isF64();
    Value ofRhs = isWide ? preferNan(rewriter, loc, rhs, rhs) : rhs;
    Value result =
        select(rewriter, loc, isNan(rewriter, loc, lhs), ofRhs,
               select(rewriter, loc, isNan(rewriter, loc, rhs), lhs, both));
    rewriter.replaceOp(op, isWide ? result : replaceNan(rewriter, loc, result));
    return success();
  }
};

/// f16 and bf16 travel through f32, which loses a NaN's bits and its sign; in
/// f32 the bits are put together.
struct CopySignLowering : ConvertOpToLLVMPattern<math::CopySignOp> {
  CopySignLowering(const KernelTypeConverter &converter)
      : ConvertOpToLLVMPattern(converter, /*benefit=*/2) {}
  LogicalResult
  matchAndRewrite(math::CopySignOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = adaptor.getLhs().getType();
    if (getElementTypeOrSelf(type).getIntOrFloatBitWidth() != 16)
      return rewriter.notifyMatchFailure(op, "expected 16 bits");
    Value result = LLVM::CopySignOp::create(rewriter, op.getLoc(), type,
                                            adaptor.getLhs(), adaptor.getRhs());
    rewriter.replaceOp(op, replaceNan(rewriter, op.getLoc(), result));
    return success();
  }
};

/// Conversions between floats: to f32 from f16, and from f32 to 16 bits. The
/// others keep a NaN's upper bits, as CPUs do.
template <typename OpTy, typename LLVMOp>
struct ConvertLowering : ConvertOpToLLVMPattern<OpTy> {
  ConvertLowering(const KernelTypeConverter &converter)
      : ConvertOpToLLVMPattern<OpTy>(converter, /*benefit=*/2) {}
  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type from = getElementTypeOrSelf(op.getIn().getType());
    Type to = getElementTypeOrSelf(op.getType());
    if (!(from.isF32() || (from.isF16() && to.isF32())) || to.isF64())
      return rewriter.notifyMatchFailure(op, "NaNs keep their bits");
    Value result = LLVMOp::create(
        rewriter, op.getLoc(),
        this->getTypeConverter()->convertType(op.getType()), adaptor.getIn());
    rewriter.replaceOp(op, replaceNan(rewriter, op.getLoc(), result));
    return success();
  }
};

/// Floats to integers. Numbers out of range become the nearest in it; NaN zero
/// in 32-bit conversions, and the sign bit alone in 64-bit ones. Bytes are the
/// low half of 16 bits.
template <typename OpTy>
struct ToIntegerLowering : ConvertOpToLLVMPattern<OpTy> {
  ToIntegerLowering(const KernelTypeConverter &converter)
      : ConvertOpToLLVMPattern<OpTy>(converter, /*benefit=*/2) {}
  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    constexpr bool isSigned = std::is_same_v<OpTy, arith::FPToSIOp>;
    Location loc = op.getLoc();
    unsigned width = getElementTypeOrSelf(op.getType()).getIntOrFloatBitWidth();
    unsigned wide = std::max(width, 16u);
    Type wideType = rewriter.getIntegerType(wide);
    auto convert = [&](ValueRange operand) -> Value {
      Type from = operand.front().getType();
      std::string name = std::string("llvm.fpto") + (isSigned ? "si" : "ui") +
                         ".sat.i" + std::to_string(wide) + "." +
                         (from.isBF16()  ? "bf16"
                          : from.isF16() ? "f16"
                          : from.isF32() ? "f32"
                                         : "f64");
      Value result =
          LLVM::CallIntrinsicOp::create(rewriter, loc, wideType,
                                        rewriter.getStringAttr(name), operand)
              .getResult(0);
      if (from.isF64() || wide == 64) {
        Value sign = LLVM::ConstantOp::create(
            rewriter, loc, wideType,
            rewriter.getIntegerAttr(wideType, APInt::getSignedMinValue(wide)));
        result = select(rewriter, loc, isNan(rewriter, loc, operand.front()),
                        sign, result);
      }
      if (width == wide)
        return result;
      return LLVM::TruncOp::create(rewriter, loc,
                                   rewriter.getIntegerType(width), result);
    };
    rewriter.replaceOp(
        op, buildElementwise(rewriter, loc, adaptor.getIn(), convert));
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
               NanLowering<arith::NegFOp, LLVM::FNegOp>,
               NanLowering<arith::MaximumFOp, LLVM::MaximumOp>,
               NanLowering<arith::MinimumFOp, LLVM::MinimumOp>,
               NanLowering<math::AbsFOp, LLVM::FAbsOp>,
               NanLowering<math::CeilOp, LLVM::FCeilOp>,
               NanLowering<math::FloorOp, LLVM::FFloorOp>,
               NanLowering<math::FmaOp, LLVM::FMAOp>,
               NanLowering<math::RoundEvenOp, LLVM::RoundEvenOp>,
               NanLowering<math::RoundOp, LLVM::RoundOp>,
               NanLowering<math::SqrtOp, LLVM::SqrtOp>,
               NanLowering<math::TruncOp, LLVM::FTruncOp>>(converter);
  patterns.add<NumberLowering<arith::MaxNumFOp, LLVM::MaximumOp>,
               NumberLowering<arith::MinNumFOp, LLVM::MinimumOp>,
               ConvertLowering<arith::ExtFOp, LLVM::FPExtOp>,
               ConvertLowering<arith::TruncFOp, LLVM::FPTruncOp>,
               ToIntegerLowering<arith::FPToSIOp>,
               ToIntegerLowering<arith::FPToUIOp>, CopySignLowering>(converter);
}

Value tilery::replaceWithDeviceNan(OpBuilder &builder, Location loc,
                                   Value value) {
  return replaceNan(builder, loc, value);
}

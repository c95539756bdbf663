// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that the hardware approximates, and those of CUDA's device library:
// the C library has them all, with smaller errors than docs/kernels.md states.
// f16 and bf16 go through f32, as on the device.

#include "Patterns.h"
#include "tilery/Conversion/TileToSim/TileToSim.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/FunctionCallUtils.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace tilery;

/// The function's name in the C library (but for rsqrt), or "".
static StringRef getMathFunction(Operation *op) {
  return llvm::StringSwitch<StringRef>(op->getName().getStringRef())
      .Case("math.acos", "acos")
      .Case("math.acosh", "acosh")
      .Case("math.asin", "asin")
      .Case("math.asinh", "asinh")
      .Case("math.atan", "atan")
      .Case("math.atan2", "atan2")
      .Case("math.atanh", "atanh")
      .Case("math.cbrt", "cbrt")
      .Case("math.cos", "cos")
      .Case("math.cosh", "cosh")
      .Case("math.erf", "erf")
      .Case("math.erfc", "erfc")
      .Case("math.exp", "exp")
      .Case("math.exp2", "exp2")
      .Case("math.expm1", "expm1")
      .Case("math.log", "log")
      .Case("math.log10", "log10")
      .Case("math.log1p", "log1p")
      .Case("math.log2", "log2")
      .Case("math.powf", "pow")
      .Case("math.rsqrt", "rsqrt")
      .Case("math.sin", "sin")
      .Case("math.sinh", "sinh")
      .Case("math.tan", "tan")
      .Case("math.tanh", "tanh")
      .Case("arith.remf", "fmod")
      .Default("");
}

namespace {
struct MathFunctionLowering : ConversionPattern {
  MathFunctionLowering(const KernelTypeConverter &converter)
      : ConversionPattern(converter, MatchAnyOpTypeTag(), /*benefit=*/2,
                          &converter.getContext()) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    StringRef function = getMathFunction(op);
    if (function.empty())
      return rewriter.notifyMatchFailure(op, "LLVM computes it");
    Type element = getElementTypeOrSelf(operands.front().getType());
    bool isWide = element.isF64();
    Type type = isWide ? element : rewriter.getF32Type();
    LLVM::LLVMFuncOp callee = declareFunction(
        rewriter, op, (simMathPrefix + function + (isWide ? "" : "f")).str(),
        type, SmallVector<Type>(operands.size(), type));
    Location loc = op->getLoc();
    auto call = [&](ValueRange elements) -> Value {
      SmallVector<Value> arguments;
      for (Value value : elements)
        arguments.push_back(element == type ? value
                                            : LLVM::FPExtOp::create(
                                                  rewriter, loc, type, value));
      Value result =
          LLVM::CallOp::create(rewriter, loc, callee, arguments).getResult();
      return element == type
                 ? result
                 : LLVM::FPTruncOp::create(rewriter, loc, element, result);
    };
    rewriter.replaceOp(op, buildElementwise(rewriter, loc, operands, call));
    return success();
  }
};

/// Of 16 bits: one rounding, as on the device. f32 would round twice.
struct NarrowFmaLowering : ConvertOpToLLVMPattern<math::FmaOp> {
  NarrowFmaLowering(const KernelTypeConverter &converter)
      : ConvertOpToLLVMPattern(converter, /*benefit=*/3) {}
  LogicalResult
  matchAndRewrite(math::FmaOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type element = getElementTypeOrSelf(op.getType());
    if (!element.isF16() && !element.isBF16())
      return rewriter.notifyMatchFailure(op, "expected 16 bits");
    Location loc = op.getLoc();
    Type f32 = rewriter.getF32Type();
    LLVM::LLVMFuncOp callee = declareFunction(
        rewriter, op,
        (simMathPrefix + (element.isF16() ? "fma_f16" : "fma_bf16")).str(), f32,
        {f32, f32, f32});
    auto call = [&](ValueRange elements) -> Value {
      SmallVector<Value> arguments;
      for (Value value : elements)
        arguments.push_back(LLVM::FPExtOp::create(rewriter, loc, f32, value));
      Value result =
          LLVM::CallOp::create(rewriter, loc, callee, arguments).getResult();
      return replaceWithDeviceNan(
          rewriter, loc,
          LLVM::FPTruncOp::create(rewriter, loc, element, result));
    };
    rewriter.replaceOp(
        op, buildElementwise(rewriter, loc, adaptor.getOperands(), call));
    return success();
  }
};
} // namespace

void tilery::populateMathFunctionPatterns(const KernelTypeConverter &converter,
                                          RewritePatternSet &patterns) {
  patterns.add<MathFunctionLowering, NarrowFmaLowering>(converter);
}

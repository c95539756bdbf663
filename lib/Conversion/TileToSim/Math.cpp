// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that the hardware approximates, and those of CUDA's device library:
// the C library has them all, with smaller errors than docs/kernels.md states.
// f16 and bf16 go through f32, as on the device.

#include "Patterns.h"
#include "tilery/Conversion/TileToSim/TileToSim.h"
#include "tilery/Dialect/Tile/Transforms/VerifyKernel.h"

#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace tilery;

static StringRef getFunction(Operation *op) {
  return isa<math::RsqrtOp>(op) ? "rsqrt" : tile::getMathFunction(op);
}

namespace {
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

void tilery::populateLibraryMathPatterns(const KernelTypeConverter &converter,
                                         RewritePatternSet &patterns) {
  populateMathFunctionPatterns(converter, simMathPrefix, getFunction, patterns);
  patterns.add<NarrowFmaLowering>(converter);
}

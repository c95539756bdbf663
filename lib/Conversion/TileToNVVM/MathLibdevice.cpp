// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of CUDA's device library: __nv_sin of an f64, __nv_sinf of an f32.
// f16 and bf16 go through f32. Errors are in units of the last place and stated
// by the CUDA programming guide (mathematical functions).

#include "Patterns.h"
#include "tilery/Dialect/Tile/Transforms/VerifyKernel.h"

#include "mlir/Dialect/LLVMIR/FunctionCallUtils.h"

using namespace mlir;
using namespace tilery;

namespace {
struct LibdeviceLowering : ConversionPattern {
  LibdeviceLowering(const KernelTypeConverter &converter)
      : ConversionPattern(converter, MatchAnyOpTypeTag(), /*benefit=*/2,
                          &converter.getContext()) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    StringRef function = tile::getLibdeviceFunction(op);
    if (function.empty())
      return rewriter.notifyMatchFailure(op, "the hardware computes it");
    Location loc = op->getLoc();
    auto vector = dyn_cast<VectorType>(operands.front().getType());
    if (!vector) {
      FailureOr<Value> result = call(rewriter, op, function, operands);
      if (failed(result))
        return failure();
      rewriter.replaceOp(op, *result);
      return success();
    }
    Value result = LLVM::PoisonOp::create(rewriter, loc, vector);
    for (int64_t i = 0; i < vector.getDimSize(0); ++i) {
      Value position = createI64(rewriter, loc, i);
      SmallVector<Value> elements;
      for (Value operand : operands)
        elements.push_back(
            LLVM::ExtractElementOp::create(rewriter, loc, operand, position));
      FailureOr<Value> element = call(rewriter, op, function, elements);
      if (failed(element))
        return failure();
      result = LLVM::InsertElementOp::create(rewriter, loc, result, *element,
                                             position);
    }
    rewriter.replaceOp(op, result);
    return success();
  }

private:
  /// A call on scalars.
  static FailureOr<Value> call(OpBuilder &builder, Operation *op,
                               StringRef function, ArrayRef<Value> operands) {
    Location loc = op->getLoc();
    Type type = operands.front().getType();
    Type wide = type.isF64() ? type : builder.getF32Type();
    SmallVector<Value> arguments;
    for (Value operand : operands)
      arguments.push_back(
          type == wide ? operand
                       : LLVM::FPExtOp::create(builder, loc, wide, operand));
    std::string name = ("__nv_" + function + (wide.isF32() ? "f" : "")).str();
    FailureOr<LLVM::LLVMFuncOp> callee =
        LLVM::lookupOrCreateFn(builder, op->getParentOfType<ModuleOp>(), name,
                               SmallVector<Type>(arguments.size(), wide), wide);
    if (failed(callee))
      return failure();
    Value result =
        LLVM::CallOp::create(builder, loc, *callee, arguments).getResult();
    if (type != wide)
      result = LLVM::FPTruncOp::create(builder, loc, type, result);
    return result;
  }
};
} // namespace

void tilery::populateMathLibdevicePatterns(const KernelTypeConverter &converter,
                                           RewritePatternSet &patterns) {
  patterns.add<LibdeviceLowering>(converter);
}

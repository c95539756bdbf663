// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Math as calls of a library's functions.

#include "tilery/Conversion/KernelToLLVM/KernelPatterns.h"

#include "mlir/Dialect/LLVMIR/FunctionCallUtils.h"

using namespace mlir;
using namespace tilery;

namespace {
struct MathFunctionLowering : ConversionPattern {
  MathFunctionLowering(const KernelTypeConverter &converter, StringRef prefix,
                       StringRef (*getFunction)(Operation *))
      : ConversionPattern(converter, MatchAnyOpTypeTag(), /*benefit=*/2,
                          &converter.getContext()),
        prefix(prefix), getFunction(getFunction) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    StringRef function = getFunction(op);
    if (function.empty())
      return rewriter.notifyMatchFailure(op, "no function computes it");
    Type element = getElementTypeOrSelf(operands.front().getType());
    bool isWide = element.isF64();
    Type type = isWide ? element : rewriter.getF32Type();
    FailureOr<LLVM::LLVMFuncOp> callee =
        LLVM::lookupOrCreateFn(rewriter, op->getParentOfType<ModuleOp>(),
                               (prefix + function + (isWide ? "" : "f")).str(),
                               SmallVector<Type>(operands.size(), type), type);
    if (failed(callee))
      return failure();
    Location loc = op->getLoc();
    auto call = [&](ValueRange elements) -> Value {
      SmallVector<Value> arguments;
      for (Value value : elements)
        arguments.push_back(element == type ? value
                                            : LLVM::FPExtOp::create(
                                                  rewriter, loc, type, value));
      Value result =
          LLVM::CallOp::create(rewriter, loc, *callee, arguments).getResult();
      return element == type
                 ? result
                 : LLVM::FPTruncOp::create(rewriter, loc, element, result);
    };
    rewriter.replaceOp(op, buildElementwise(rewriter, loc, operands, call));
    return success();
  }

private:
  StringRef prefix;
  StringRef (*getFunction)(Operation *);
};
} // namespace

void tilery::populateMathFunctionPatterns(const KernelTypeConverter &converter,
                                          StringRef prefix,
                                          StringRef (*getFunction)(Operation *),
                                          RewritePatternSet &patterns) {
  patterns.add<MathFunctionLowering>(converter, prefix, getFunction);
}

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The body of a kernel.

#include "Patterns.h"
#include "tilery/Conversion/KernelToLLVM/MemRefParts.h"

using namespace mlir;
using namespace tilery;

/// The lowered value of each kernel argument, made of its parameters' values.
static SmallVector<Value>
buildArguments(OpBuilder &builder, Location loc, ArrayRef<Type> arguments,
               ArrayRef<tile::KernelParameter> parameters,
               ValueRange parameterValues) {
  SmallVector<Value> values(arguments.size());
  SmallVector<std::optional<MemRefParts>> memrefs(arguments.size());
  for (auto [parameter, value] : llvm::zip_equal(parameters, parameterValues)) {
    std::optional<MemRefParts> &parts = memrefs[parameter.argument];
    switch (parameter.kind) {
    case tile::KernelParameter::Map:
    case tile::KernelParameter::Scalar:
      values[parameter.argument] = value;
      break;
    case tile::KernelParameter::Pointer:
      parts.emplace(cast<MemRefType>(arguments[parameter.argument]));
      // Arguments have offset 0: the launcher passes the first element.
      parts->setBase(value);
      break;
    case tile::KernelParameter::Extent:
      parts->setSize(parameter.dim, value);
      break;
    case tile::KernelParameter::Stride:
      parts->setStride(parameter.dim, value);
      break;
    }
  }
  for (auto [value, parts] : llvm::zip_equal(values, memrefs))
    if (parts)
      value = parts->pack(builder, loc);
  return values;
}

void tilery::moveKernelBody(ConversionPatternRewriter &rewriter,
                            tile::KernelOp kernel, LLVM::LLVMFuncOp function,
                            ArrayRef<tile::KernelParameter> parameters,
                            ValueRange values) {
  Block *entry = &function.getBody().front();
  SmallVector<Value> arguments = buildArguments(
      rewriter, kernel.getLoc(), kernel.getArgumentTypes(), parameters, values);
  rewriter.inlineBlockBefore(&kernel.getBody().front(), entry, entry->end(),
                             arguments);
  splitLongBlocks(rewriter, function);
  rewriter.eraseOp(kernel);
}

void tilery::branchUnless(ConversionPatternRewriter &rewriter, Operation *op,
                          function_ref<Value()> condition,
                          function_ref<void()> fill) {
  Location loc = op->getLoc();
  Block *before = op->getBlock();
  Block *after = rewriter.splitBlock(before, op->getIterator());
  Block *otherwise = rewriter.createBlock(after);
  fill();
  LLVM::UnreachableOp::create(rewriter, loc);
  rewriter.setInsertionPointToEnd(before);
  LLVM::CondBrOp::create(rewriter, loc, condition(), after, otherwise);
}

void tilery::replaceCoord(ConversionPatternRewriter &rewriter, tile::CoordOp op,
                          Value index, function_ref<void()> fill) {
  Location loc = op.getLoc();
  Value narrow;
  auto fits = [&]() -> Value {
    narrow = LLVM::TruncOp::create(rewriter, loc, rewriter.getI32Type(), index);
    Value wide =
        LLVM::SExtOp::create(rewriter, loc, rewriter.getI64Type(), narrow);
    return LLVM::ICmpOp::create(rewriter, loc, LLVM::ICmpPredicate::eq, wide,
                                index);
  };
  branchUnless(rewriter, op, fits, fill);
  rewriter.replaceOp(op, narrow);
}

namespace {
struct ReturnLowering : ConvertOpToLLVMPattern<tile::ReturnOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::ReturnOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::ReturnOp>(op, ValueRange{});
    return success();
  }
};
} // namespace

void tilery::populateKernelPatterns(const KernelTypeConverter &converter,
                                    RewritePatternSet &patterns) {
  patterns.add<ReturnLowering>(converter);
}

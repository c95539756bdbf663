// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of what the driver provides to kernels: vprintf and __assertfail (CUDA
// C++ programming guide, formatted output and assertion).

#include "Patterns.h"

using namespace mlir;
using namespace tilery;

namespace {
struct PrintfLowering : ConvertOpToLLVMPattern<tile::PrintfOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::PrintfOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    FailureOr<PrintfArguments> arguments =
        createPrintfArguments(rewriter, op, adaptor.getArgs());
    if (failed(arguments))
      return failure();
    Type pointer = LLVM::LLVMPointerType::get(getContext());
    LLVM::LLVMFuncOp function = declareFunction(
        rewriter, op, "vprintf", rewriter.getI32Type(), {pointer, pointer});
    Value format =
        createText(rewriter, op, op.getFormat(), AddressSpace::Global);
    LLVM::CallOp::create(rewriter, loc, function,
                         ValueRange{format, arguments->address});
    rewriter.eraseOp(op);
    return success();
  }
};

struct AssertLowering : ConvertOpToLLVMPattern<tile::AssertOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::AssertOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    branchUnless(
        rewriter, op, [&] { return adaptor.getCondition(); },
        [&] { fail(rewriter, op); });
    rewriter.eraseOp(op);
    return success();
  }

private:
  static void fail(ConversionPatternRewriter &rewriter, tile::AssertOp op) {
    Location loc = op.getLoc();
    MLIRContext *context = op.getContext();
    Type pointer = LLVM::LLVMPointerType::get(context);
    Type i32 = rewriter.getI32Type(), i64 = rewriter.getI64Type();
    LLVM::LLVMFuncOp function = declareFunction(
        rewriter, op, "__assertfail", LLVM::LLVMVoidType::get(context),
        {pointer, pointer, i32, pointer, i64});
    FileLineColLoc line = findLine(loc);
    auto kernel = op->getParentOfType<LLVM::LLVMFuncOp>();
    Value message =
        createText(rewriter, op, op.getMessage(), AddressSpace::Global);
    Value file =
        createText(rewriter, op, line ? line.getFilename().strref() : "?",
                   AddressSpace::Global);
    Value name =
        createText(rewriter, op, kernel.getSymName(), AddressSpace::Global);
    Value number = createI32(rewriter, loc, line ? line.getLine() : 0);
    // The last argument is the size of a character.
    Value one = createI64(rewriter, loc, 1);
    LLVM::CallOp::create(rewriter, loc, function,
                         ValueRange{message, file, number, name, one});
    // It does not return; LLVM needs to see an end of the block.
    LLVM::Trap::create(rewriter, loc);
  }
};
} // namespace

void tilery::populateDebugPatterns(const KernelTypeConverter &converter,
                                   RewritePatternSet &patterns) {
  patterns.add<PrintfLowering, AssertLowering>(converter);
}

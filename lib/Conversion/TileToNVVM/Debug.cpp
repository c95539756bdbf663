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
    Location loc = op.getLoc();
    Block *before = op->getBlock();
    Block *after = rewriter.splitBlock(before, op->getIterator());
    Block *fails = rewriter.createBlock(after);

    Type pointer = LLVM::LLVMPointerType::get(getContext());
    Type i32 = rewriter.getI32Type(), i64 = rewriter.getI64Type();
    LLVM::LLVMFuncOp function = declareFunction(
        rewriter, op, "__assertfail", LLVM::LLVMVoidType::get(getContext()),
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
    LLVM::UnreachableOp::create(rewriter, loc);

    rewriter.setInsertionPointToEnd(before);
    LLVM::CondBrOp::create(rewriter, loc, adaptor.getCondition(), after, fails);
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void tilery::populateDebugPatterns(const KernelTypeConverter &converter,
                                   RewritePatternSet &patterns) {
  patterns.add<PrintfLowering, AssertLowering>(converter);
}

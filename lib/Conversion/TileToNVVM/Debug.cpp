// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of what the driver provides to kernels: vprintf and __assertfail (CUDA
// C++ programming guide, formatted output and assertion).

#include "MemRefParts.h"
#include "Patterns.h"
#include "tilery/Dialect/Tile/IR/PrintfFormat.h"

#include "mlir/IR/Location.h"

using namespace mlir;
using namespace tilery;

namespace {
Type getGenericPointer(MLIRContext *context) {
  return LLVM::LLVMPointerType::get(context);
}

/// The function of that type, declared once a module.
LLVM::LLVMFuncOp declare(ConversionPatternRewriter &rewriter, Operation *op,
                         StringRef name, Type result, ArrayRef<Type> inputs) {
  auto module = op->getParentOfType<ModuleOp>();
  if (auto known = module.lookupSymbol<LLVM::LLVMFuncOp>(name))
    return known;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(module.getBody());
  return LLVM::LLVMFuncOp::create(rewriter, module.getLoc(), name,
                                  LLVM::LLVMFunctionType::get(result, inputs));
}

/// Generic address of a constant text, NUL at its end.
Value createText(ConversionPatternRewriter &rewriter, Operation *op,
                 StringRef text) {
  auto module = op->getParentOfType<ModuleOp>();
  std::string bytes = text.str() + '\0';
  StringAttr value = rewriter.getStringAttr(bytes);
  LLVM::GlobalOp global;
  unsigned count = 0;
  for (auto known : module.getOps<LLVM::GlobalOp>()) {
    if (!known.getSymName().starts_with("tilery_text_"))
      continue;
    ++count;
    if (known.getValueOrNull() == value)
      global = known;
  }
  Location loc = op->getLoc();
  if (!global) {
    std::string name = "tilery_text_" + std::to_string(count);
    while (module.lookupSymbol(name))
      name += '_';
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(module.getBody());
    global = LLVM::GlobalOp::create(
        rewriter, module.getLoc(),
        LLVM::LLVMArrayType::get(rewriter.getI8Type(), bytes.size()),
        /*isConstant=*/true, LLVM::Linkage::Internal, name, value,
        /*alignment=*/1, AddressSpace::Global);
  }
  Value address = LLVM::AddressOfOp::create(rewriter, loc, global);
  return LLVM::AddrSpaceCastOp::create(
      rewriter, loc, getGenericPointer(rewriter.getContext()), address);
}

/// An argument as a variadic function of C gets it.
Value promote(OpBuilder &b, Location loc,
              const tile::PrintfDirective &directive, Value value) {
  Type type = value.getType();
  if (isa<FloatType>(type)) {
    if (type.isF64())
      return value;
    return LLVM::FPExtOp::create(b, loc, b.getF64Type(), value);
  }
  unsigned width = type.getIntOrFloatBitWidth();
  if (width >= 32)
    return value;
  // An i1 is 0 or 1 under every directive.
  if (directive.isSigned() && width > 1)
    return LLVM::SExtOp::create(b, loc, b.getI32Type(), value);
  return LLVM::ZExtOp::create(b, loc, b.getI32Type(), value);
}

struct PrintfLowering : ConvertOpToLLVMPattern<tile::PrintfOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::PrintfOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto directives =
        tile::parsePrintfFormat(op.getFormat(), [&] { return op.emitError(); });
    if (failed(directives))
      return failure();
    SmallVector<Value> values;
    SmallVector<Type> types;
    for (auto [directive, value] :
         llvm::zip_equal(*directives, adaptor.getArgs())) {
      values.push_back(promote(rewriter, loc, directive, value));
      types.push_back(values.back().getType());
    }

    Type pointer = getGenericPointer(getContext());
    Value arguments = values.empty()
                          ? Value(LLVM::ZeroOp::create(rewriter, loc, pointer))
                          : createList(rewriter, op, types, values);
    LLVM::LLVMFuncOp function = declare(
        rewriter, op, "vprintf", rewriter.getI32Type(), {pointer, pointer});
    Value format = createText(rewriter, op, op.getFormat());
    LLVM::CallOp::create(rewriter, loc, function,
                         ValueRange{format, arguments});
    rewriter.eraseOp(op);
    return success();
  }

private:
  /// Generic address of the arguments in a row, each aligned to its size.
  static Value createList(ConversionPatternRewriter &rewriter,
                          tile::PrintfOp op, ArrayRef<Type> types,
                          ArrayRef<Value> values) {
    Location loc = op.getLoc();
    MLIRContext *context = op.getContext();
    Type layout = LLVM::LLVMStructType::getLiteral(context, types);
    // LLVM finds the local space by itself. Given one, with the 32-bit pointers
    // that shared memory has (TargetMachine.cpp), it writes wrong addresses.
    auto local = LLVM::LLVMPointerType::get(context);
    Value list;
    {
      // In the entry: an alloca in a loop would take new memory at each turn.
      OpBuilder::InsertionGuard guard(rewriter);
      auto kernel = op->getParentOfType<LLVM::LLVMFuncOp>();
      rewriter.setInsertionPointToStart(&kernel.getBody().front());
      list = LLVM::AllocaOp::create(rewriter, loc, local, layout,
                                    createI32(rewriter, loc, 1),
                                    /*alignment=*/8);
    }
    for (auto [index, value] : llvm::enumerate(values)) {
      Value place = LLVM::GEPOp::create(
          rewriter, loc, local, layout, list,
          ArrayRef<LLVM::GEPArg>{0, static_cast<int32_t>(index)});
      LLVM::StoreOp::create(rewriter, loc, value, place);
    }
    return list;
  }
};

/// The file and line that a location names first.
FileLineColLoc findLine(Location loc) {
  FileLineColLoc found;
  loc->walk([&](Location part) {
    found = dyn_cast<FileLineColLoc>(part);
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

struct AssertLowering : ConvertOpToLLVMPattern<tile::AssertOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::AssertOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Block *before = op->getBlock();
    Block *after = rewriter.splitBlock(before, op->getIterator());
    Block *fails = rewriter.createBlock(after);

    Type pointer = getGenericPointer(getContext());
    Type i32 = rewriter.getI32Type(), i64 = rewriter.getI64Type();
    LLVM::LLVMFuncOp function = declare(rewriter, op, "__assertfail",
                                        LLVM::LLVMVoidType::get(getContext()),
                                        {pointer, pointer, i32, pointer, i64});
    FileLineColLoc line = findLine(loc);
    auto kernel = op->getParentOfType<LLVM::LLVMFuncOp>();
    Value message = createText(rewriter, op, op.getMessage());
    Value file =
        createText(rewriter, op, line ? line.getFilename().strref() : "?");
    Value name = createText(rewriter, op, kernel.getSymName());
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

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texts and the arguments of printf.

#include "tilery/Conversion/KernelToLLVM/KernelPatterns.h"
#include "tilery/Dialect/Tile/IR/PrintfFormat.h"

using namespace mlir;
using namespace tilery;

static Type getGenericPointer(MLIRContext *context) {
  return LLVM::LLVMPointerType::get(context);
}

LLVM::LLVMFuncOp tilery::declareFunction(ConversionPatternRewriter &rewriter,
                                         Operation *op, StringRef name,
                                         Type result, ArrayRef<Type> inputs) {
  auto module = op->getParentOfType<ModuleOp>();
  if (auto known = module.lookupSymbol<LLVM::LLVMFuncOp>(name))
    return known;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(module.getBody());
  return LLVM::LLVMFuncOp::create(rewriter, module.getLoc(), name,
                                  LLVM::LLVMFunctionType::get(result, inputs));
}

Value tilery::createText(ConversionPatternRewriter &rewriter, Operation *op,
                         StringRef text, unsigned space) {
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
        /*alignment=*/1, space);
  }
  Value address = LLVM::AddressOfOp::create(rewriter, loc, global);
  if (space == 0)
    return address;
  return LLVM::AddrSpaceCastOp::create(
      rewriter, loc, getGenericPointer(rewriter.getContext()), address);
}

/// An argument as a variadic function of C gets it.
static Value promote(OpBuilder &b, Location loc,
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

/// Generic address of the arguments in a row, each aligned to its size.
static Value createList(ConversionPatternRewriter &rewriter, tile::PrintfOp op,
                        ArrayRef<Type> types, ArrayRef<Value> values) {
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

FailureOr<PrintfArguments>
tilery::createPrintfArguments(ConversionPatternRewriter &rewriter,
                              tile::PrintfOp op, ValueRange operands) {
  Location loc = op.getLoc();
  auto directives =
      tile::parsePrintfFormat(op.getFormat(), [&] { return op.emitError(); });
  if (failed(directives))
    return failure();
  SmallVector<Value> values;
  SmallVector<Type> types;
  PrintfArguments arguments;
  for (auto [directive, value] : llvm::zip_equal(*directives, operands)) {
    values.push_back(promote(rewriter, loc, directive, value));
    types.push_back(values.back().getType());
    int64_t size = types.back().getIntOrFloatBitWidth() / 8;
    arguments.bytes = llvm::alignTo(arguments.bytes, size) + size;
  }
  arguments.address =
      values.empty() ? Value(LLVM::ZeroOp::create(
                           rewriter, loc, getGenericPointer(op.getContext())))
                     : createList(rewriter, op, types, values);
  return arguments;
}

FileLineColLoc tilery::findLine(Location loc) {
  FileLineColLoc found;
  loc->walk([&](Location part) {
    found = dyn_cast<FileLineColLoc>(part);
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

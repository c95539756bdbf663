// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared memory: one array a kernel, in which the planner has placed the
// buffers.

#include "Patterns.h"

using namespace mlir;
using namespace tilery;

void tilery::declareSharedArray(tile::KernelOp kernel, SharedArrays &arrays) {
  auto bytes = kernel->getAttrOfType<IntegerAttr>(
      tile::TileDialect::getSharedBytesAttrName());
  auto align = kernel->getAttrOfType<IntegerAttr>(
      tile::TileDialect::getSharedAlignAttrName());
  if (!bytes || bytes.getInt() == 0)
    return;

  auto module = kernel->getParentOfType<ModuleOp>();
  std::string name = (kernel.getSymName() + "_shared").str();
  while (SymbolTable::lookupSymbolIn(module, name))
    name += "_";

  OpBuilder builder(kernel);
  bool fits = bytes.getInt() <= maxStaticSharedBytes;
  auto type =
      LLVM::LLVMArrayType::get(builder.getI8Type(), fits ? bytes.getInt() : 0);
  arrays[kernel.getSymNameAttr()] = LLVM::GlobalOp::create(
      builder, kernel.getLoc(), type, /*isConstant=*/false,
      fits ? LLVM::Linkage::Internal : LLVM::Linkage::External, name,
      /*value=*/Attribute(), /*alignment=*/align ? align.getInt() : 128,
      AddressSpace::Shared);
}

namespace {
struct AllocSharedLowering : ConvertOpToLLVMPattern<tile::AllocSharedOp> {
  AllocSharedLowering(const KernelTypeConverter &converter,
                      const SharedArrays &arrays)
      : ConvertOpToLLVMPattern(converter), arrays(arrays) {}

  LogicalResult
  matchAndRewrite(tile::AllocSharedOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    std::optional<int64_t> offset = op.getOffset();
    auto kernel = op->getParentOfType<LLVM::LLVMFuncOp>();
    LLVM::GlobalOp array =
        kernel ? arrays.lookup(kernel.getSymNameAttr()) : LLVM::GlobalOp();
    if (!offset || !array)
      return op.emitOpError("(P02) has no place in shared memory; run "
                            "tile-plan-shared-memory before");
    Location loc = op.getLoc();
    Value address = LLVM::AddressOfOp::create(rewriter, loc, array);
    rewriter.replaceOp(op, advance(rewriter, loc, address, *offset));
    return success();
  }

private:
  const SharedArrays &arrays;
};
} // namespace

void tilery::populateSharedMemoryPatterns(const KernelTypeConverter &converter,
                                          const SharedArrays &arrays,
                                          RewritePatternSet &patterns) {
  patterns.add<AllocSharedLowering>(converter, arrays);
}

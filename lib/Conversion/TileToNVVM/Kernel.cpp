// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernel itself: its entry, parameters and launch bounds.

#include "Patterns.h"
#include "tilery/Conversion/TileToNVVM/TileToNVVM.h"
#include "tilery/Dialect/Tile/IR/KernelABI.h"

using namespace mlir;
using namespace tilery;

namespace {
/// The LLVM type of a parameter; a memref's pointer is typed by its argument.
Type getParameterType(const tile::KernelParameter &parameter, Type argument) {
  MLIRContext *context = argument.getContext();
  switch (parameter.kind) {
  case tile::KernelParameter::Map:
    return LLVM::LLVMPointerType::get(context);
  case tile::KernelParameter::Pointer:
    return LLVM::LLVMPointerType::get(context, AddressSpace::Global);
  case tile::KernelParameter::Extent:
  case tile::KernelParameter::Stride:
  case tile::KernelParameter::Scalar:
    return parameter.type;
  }
  llvm_unreachable("unknown parameter kind");
}

/// Without `grid_constant` the map would be copied to local memory and read
/// from there; the copy engine wants its 64-byte alignment (PTX ISA,
/// tensormap).
void setMapAttributes(LLVM::LLVMFuncOp func, unsigned index) {
  Builder builder(func.getContext());
  auto map = LLVM::LLVMArrayType::get(builder.getI8Type(), 128);
  func.setArgAttr(index, LLVM::LLVMDialect::getByValAttrName(),
                  TypeAttr::get(map));
  func.setArgAttr(index, LLVM::LLVMDialect::getAlignAttrName(),
                  builder.getI64IntegerAttr(64));
  func.setArgAttr(index, NVVM::NVVMDialect::getGridConstantAttrName(),
                  builder.getUnitAttr());
}

struct KernelLowering : ConvertOpToLLVMPattern<tile::KernelOp> {
  KernelLowering(const KernelTypeConverter &converter,
                 const SharedArrays &arrays)
      : ConvertOpToLLVMPattern(converter), arrays(arrays) {}

  LogicalResult
  matchAndRewrite(tile::KernelOp kernel, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = kernel.getLoc();
    ArrayRef<Type> arguments = kernel.getArgumentTypes();
    SmallVector<tile::KernelParameter> parameters =
        tile::getKernelParameters(arguments);
    SmallVector<Type> types;
    for (const tile::KernelParameter &parameter : parameters)
      types.push_back(
          getParameterType(parameter, arguments[parameter.argument]));

    auto func = LLVM::LLVMFuncOp::create(
        rewriter, loc, kernel.getSymName(),
        LLVM::LLVMFunctionType::get(rewriter.getType<LLVM::LLVMVoidType>(),
                                    types));
    setLaunchBounds(kernel, func);
    setParameterAttributes(kernel, parameters, func);

    Block *entry = func.addEntryBlock(rewriter);
    rewriter.setInsertionPointToStart(entry);
    moveKernelBody(rewriter, kernel, func, parameters, entry->getArguments());
    return success();
  }

private:
  void setLaunchBounds(tile::KernelOp kernel, LLVM::LLVMFuncOp func) const {
    Builder builder(kernel.getContext());
    func->setAttr(NVVM::NVVMDialect::getKernelFuncAttrName(),
                  builder.getUnitAttr());
    func->setAttr(
        NVVM::NVVMDialect::getReqntidAttrName(),
        builder.getDenseI32ArrayAttr(getThreeExtents(kernel.getBlock())));
    if (auto cluster = kernel.getCluster())
      func->setAttr(NVVM::NVVMDialect::getClusterDimAttrName(),
                    builder.getDenseI32ArrayAttr(getThreeExtents(*cluster)));
    if (auto blocks = kernel.getMinBlocksPerSmAttr())
      func->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(), blocks);
    if (auto registers = kernel.getMaxRegistersAttr())
      func->setAttr(NVVM::NVVMDialect::getMaxnregAttrName(), registers);
    LLVM::GlobalOp shared = arrays.lookup(kernel.getSymNameAttr());
    if (shared && shared.getLinkage() == LLVM::Linkage::External)
      func->setAttr(
          tile::TileDialect::getDynamicSharedAttrName(),
          kernel->getAttr(tile::TileDialect::getSharedBytesAttrName()));
  }

  void setParameterAttributes(tile::KernelOp kernel,
                              ArrayRef<tile::KernelParameter> parameters,
                              LLVM::LLVMFuncOp func) const {
    for (auto [index, parameter] : llvm::enumerate(parameters)) {
      if (parameter.kind == tile::KernelParameter::Map)
        setMapAttributes(func, index);
      if (parameter.kind != tile::KernelParameter::Pointer)
        continue;
      // That of an element, or what the launcher checks.
      auto memref =
          cast<MemRefType>(kernel.getArgumentTypes()[parameter.argument]);
      FailureOr<int64_t> bytes = tile::getElementBytes(memref.getElementType());
      int64_t align = succeeded(bytes) ? *bytes : 1;
      if (auto stated = kernel.getArgAttrOfType<IntegerAttr>(
              parameter.argument, tile::TileDialect::getAlignAttrName()))
        align = std::max(align, stated.getInt());
      func.setArgAttr(index, LLVM::LLVMDialect::getAlignAttrName(),
                      Builder(func.getContext()).getI64IntegerAttr(align));
    }
  }

  const SharedArrays &arrays;
};
} // namespace

void tilery::populateKernelPatterns(const KernelTypeConverter &converter,
                                    const SharedArrays &arrays,
                                    RewritePatternSet &patterns) {
  patterns.add<KernelLowering>(converter, arrays);
}

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "MemRefParts.h"
#include "Patterns.h"

using namespace mlir;
using namespace tilery;

static LowerToLLVMOptions makeOptions(MLIRContext *context) {
  LowerToLLVMOptions options(context);
  options.overrideIndexBitwidth(64);
  return options;
}

KernelTypeConverter::KernelTypeConverter(MLIRContext *context)
    : LLVMTypeConverter(context, makeOptions(context)) {
  addConversion([](MemRefType type) -> std::optional<Type> {
    return MemRefParts::getLoweredType(type);
  });
  addConversion([](tile::MBarrierRefType type) -> Type {
    return LLVM::LLVMPointerType::get(
        type.getContext(),
        type.isRemote() ? AddressSpace::SharedCluster : AddressSpace::Shared);
  });
  // A parameter of the kernel, which the copy engine takes by generic address.
  addConversion([](tile::TensorMapType type) -> Type {
    return LLVM::LLVMPointerType::get(type.getContext());
  });
  // Never loaded: barriers are named by reference alone.
  addConversion([](tile::MBarrierType type) -> Type {
    return IntegerType::get(type.getContext(), 64);
  });
}

Value tilery::createI32(OpBuilder &builder, Location loc, int32_t value) {
  return LLVM::ConstantOp::create(builder, loc, builder.getI32Type(),
                                  builder.getI32IntegerAttr(value));
}

Value tilery::createI64(OpBuilder &builder, Location loc, int64_t value) {
  return LLVM::ConstantOp::create(builder, loc, builder.getI64Type(),
                                  builder.getI64IntegerAttr(value));
}

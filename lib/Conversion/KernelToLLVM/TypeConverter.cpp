// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Conversion/KernelToLLVM/KernelPatterns.h"
#include "tilery/Conversion/KernelToLLVM/MemRefParts.h"

using namespace mlir;
using namespace tilery;

static LowerToLLVMOptions makeOptions(MLIRContext *context) {
  LowerToLLVMOptions options(context);
  options.overrideIndexBitwidth(64);
  return options;
}

KernelTypeConverter::KernelTypeConverter(MLIRContext *context,
                                         AddressSpaces spaces)
    : LLVMTypeConverter(context, makeOptions(context)) {
  addConversion([spaces](MemRefType type) -> std::optional<Type> {
    return MemRefParts::getLoweredType(type, spaces);
  });
  addConversion([spaces](tile::MBarrierRefType type) -> Type {
    return LLVM::LLVMPointerType::get(type.getContext(),
                                      type.isRemote() ? spaces.sharedCluster
                                                      : spaces.shared);
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

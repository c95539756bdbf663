// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Dialect/Tile/IR/KernelABI.h"

#include "tilery/Dialect/Tile/IR/TileDialect.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

std::string tile::describeLegalArgument(Type type) {
  if (isa<TensorMapType>(type) || type.isIndex())
    return "";
  // Registers hold no others.
  bool number = type.isSignlessInteger() ||
                (isa<FloatType>(type) && type.getIntOrFloatBitWidth() >= 16);
  if (number && succeeded(getElementBytes(type)))
    return "";
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref || !isGlobalMemRef(memref))
    return "a memref in the default memory space, a !tile.tensor_map, an "
           "index, a signless integer of 8, 16, 32 or 64 bits or a float of "
           "16, "
           "32 or 64 bits";
  if (failed(getElementBytes(memref.getElementType())))
    return "a memref of integers or floats of 8, 16, 32 or 64 bits";
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(memref.getStridesAndOffset(strides, offset)) || offset != 0)
    return "a memref of a strided layout with offset 0 (the launcher passes "
           "the "
           "address of the first element)";
  return "";
}

SmallVector<KernelParameter> tile::getKernelParameters(TypeRange types) {
  SmallVector<KernelParameter> parameters;
  for (auto [index, type] : llvm::enumerate(types)) {
    unsigned argument = index;
    Type i64 = IntegerType::get(type.getContext(), 64);
    if (isa<TensorMapType>(type)) {
      parameters.push_back({KernelParameter::Map, argument, 0, Type()});
      continue;
    }
    auto memref = dyn_cast<MemRefType>(type);
    if (!memref) {
      parameters.push_back(
          {KernelParameter::Scalar, argument, 0, type.isIndex() ? i64 : type});
      continue;
    }
    parameters.push_back({KernelParameter::Pointer, argument, 0, Type()});
    for (unsigned dim = 0; dim < memref.getRank(); ++dim)
      if (memref.isDynamicDim(dim))
        parameters.push_back({KernelParameter::Extent, argument, dim, i64});
    SmallVector<int64_t> strides;
    int64_t offset;
    if (failed(memref.getStridesAndOffset(strides, offset)))
      continue;
    for (auto [dim, stride] : llvm::enumerate(strides))
      if (ShapedType::isDynamic(stride))
        parameters.push_back(
            {KernelParameter::Stride, argument, unsigned(dim), i64});
  }
  return parameters;
}

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Dialect/Tile/IR/OpSyntax.h"
#include "tilery/Dialect/Tile/IR/TileOps.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

#include "tilery/Dialect/Tile/IR/TileDialect.cpp.inc"

#include "tilery/Dialect/Tile/IR/TileEnums.cpp.inc"

#include "tilery/Dialect/Tile/IR/TileAttrInterfaces.cpp.inc"
#include "tilery/Dialect/Tile/IR/TileOpInterfaces.cpp.inc"

void TileDialect::initialize() {
  registerAttributes();
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "tilery/Dialect/Tile/IR/TileOps.cpp.inc"
      >();
}

LogicalResult TileDialect::verifyRegionArgAttribute(Operation *op,
                                                    unsigned regionIndex,
                                                    unsigned argIndex,
                                                    NamedAttribute attr) {
  if (!isa<FunctionOpInterface>(op))
    return op->emitOpError()
           << "'" << attr.getName()
           << "' belongs to the arguments of tile.kernel and launch.func";
  return verifyArgumentAttr(op, argIndex, attr);
}

Swizzle tile::getSwizzle(MemRefType type) {
  auto space = dyn_cast_if_present<SharedAttr>(type.getMemorySpace());
  return space ? space.getSwizzle() : Swizzle::None;
}

bool tile::isSharedMemRef(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  return memref && isa_and_present<SharedAttr>(memref.getMemorySpace());
}

bool tile::isBarrierMemRef(Type type) {
  return isSharedMemRef(type) &&
         isa<MBarrierType>(cast<MemRefType>(type).getElementType());
}

bool tile::isGlobalMemRef(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  return memref && !memref.getMemorySpace() &&
         !isa<MBarrierType>(memref.getElementType());
}

FailureOr<int64_t> tile::getElementBytes(Type elementType) {
  if (isa<MBarrierType>(elementType))
    return 8;
  if (!elementType.isIntOrFloat())
    return failure();
  unsigned bits = elementType.getIntOrFloatBitWidth();
  if (bits != 8 && bits != 16 && bits != 32 && bits != 64)
    return failure();
  return bits / 8;
}

FailureOr<tensormap::DataType> tile::getTensorMapDataType(Type type) {
  using tensormap::DataType;
  if (type.isF16())
    return DataType::Float16;
  if (type.isBF16())
    return DataType::BFloat16;
  if (type.isF32())
    return DataType::Float32;
  if (type.isF64())
    return DataType::Float64;
  if (!type.isIntOrFloat())
    return failure();
  bool isUnsigned = type.isUnsignedInteger();
  switch (type.getIntOrFloatBitWidth()) {
  case 8:
    return DataType::UInt8;
  case 16:
    return DataType::UInt16;
  case 32:
    return isUnsigned ? DataType::UInt32 : DataType::Int32;
  case 64:
    return isUnsigned ? DataType::UInt64 : DataType::Int64;
  }
  return failure();
}

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Dialect/Tile/IR/OpSyntax.h"
#include "tilery/Dialect/Tile/IR/TileOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

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

Operation *TileDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                            Type type, Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

/// A number of bytes as an i64, of at least 0, or a power of two.
static LogicalResult verifyBytes(Operation *op, NamedAttribute attr,
                                 bool powerOfTwo) {
  auto bytes = dyn_cast<IntegerAttr>(attr.getValue());
  if (bytes && bytes.getType().isSignlessInteger(64) &&
      (powerOfTwo ? bytes.getValue().isPowerOf2() : bytes.getInt() >= 0))
    return success();
  return op->emitOpError() << "(S07) expected '" << attr.getName().getValue()
                           << "' to be "
                           << (powerOfTwo ? "a power of two" : "at least 0")
                           << ", an i64 of bytes, got " << attr.getValue();
}

LogicalResult TileDialect::verifyOperationAttribute(Operation *op,
                                                    NamedAttribute attr) {
  StringRef name = attr.getName();
  bool isAlign = name == getSharedAlignAttrName();
  bool ofKernel = isAlign || name == getSharedBytesAttrName();
  if (!ofKernel && name != getDynamicSharedAttrName())
    return op->emitOpError()
           << "(S07) unknown attribute '" << name << "'; known are "
           << getSharedBytesAttrName() << " and " << getSharedAlignAttrName()
           << " of tile.kernel, and " << getDynamicSharedAttrName()
           << " of llvm.func";
  bool belongs = ofKernel ? isa<KernelOp>(op) : isa<LLVM::LLVMFuncOp>(op);
  if (!belongs)
    return op->emitOpError() << "(S07) '" << name << "' belongs to "
                             << (ofKernel ? "tile.kernel" : "llvm.func");
  return verifyBytes(op, attr, isAlign);
}

LogicalResult TileDialect::verifyRegionArgAttribute(Operation *op,
                                                    unsigned regionIndex,
                                                    unsigned argIndex,
                                                    NamedAttribute attr) {
  if (!isa<FunctionOpInterface>(op))
    return op->emitOpError()
           << "(S06) '" << attr.getName()
           << "' belongs to the arguments of tile.kernel and launch.func";
  return verifyArgumentAttr(op, argIndex, attr);
}

Swizzle tile::getSwizzle(MemRefType type) {
  if (auto space = dyn_cast_if_present<SharedAttr>(type.getMemorySpace()))
    return space.getSwizzle();
  if (auto space =
          dyn_cast_if_present<SharedClusterAttr>(type.getMemorySpace()))
    return space.getSwizzle();
  return Swizzle::None;
}

bool tile::isSharedMemRef(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  return memref && isa_and_present<SharedAttr>(memref.getMemorySpace());
}

bool tile::isClusterMemRef(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  return memref && isa_and_present<SharedClusterAttr>(memref.getMemorySpace());
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

FailureOr<SmallVector<int64_t>> tile::getImageStrides(ArrayRef<int64_t> shape,
                                                      Type elementType,
                                                      Swizzle swizzle) {
  auto bytes = getElementBytes(elementType);
  if (failed(bytes))
    return failure();
  SmallVector<int64_t> strides(shape.size());
  int64_t stride = 1;
  for (size_t dim = shape.size(); dim-- > 0;) {
    strides[dim] = stride;
    bool isRow = dim + 1 == shape.size();
    stride =
        isRow && swizzle != Swizzle::None
            ? tensormap::swizzleSpan(static_cast<tensormap::Swizzle>(swizzle)) /
                  *bytes
            : tensormap::checkedMul(stride, shape[dim]);
    if (!tensormap::isKnown(stride))
      return failure();
  }
  return strides;
}

FailureOr<int64_t> tile::getSharedBytes(MemRefType type) {
  auto bytes = getElementBytes(type.getElementType());
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(bytes) || failed(type.getStridesAndOffset(strides, offset)) ||
      !type.hasStaticShape())
    return failure();
  int64_t size = *bytes;
  if (type.getRank() > 0)
    size = tensormap::checkedMul(
        size, tensormap::checkedMul(strides[0], type.getDimSize(0)));
  // The last row of a swizzled buffer is a whole one too.
  if (getSwizzle(type) != Swizzle::None)
    size = tensormap::roundUp(
        size, tensormap::swizzleSpan(
                  static_cast<tensormap::Swizzle>(getSwizzle(type))));
  if (!tensormap::isKnown(size))
    return failure();
  return size;
}

SmallVector<tensormap::DataType> tile::getMapFormats(Type elementType) {
  using tensormap::DataType;
  auto own = getTensorMapDataType(elementType);
  if (failed(own))
    return {};
  SmallVector<DataType> formats = {*own};
  if (elementType.isF32())
    formats.append(
        {DataType::Float32Ftz, DataType::TFloat32, DataType::TFloat32Ftz});
  else if (elementType.isSignlessInteger(32))
    formats.push_back(DataType::UInt32);
  else if (elementType.isSignlessInteger(64))
    formats.push_back(DataType::UInt64);
  return formats;
}

std::string tile::listMapFormats(Type elementType) {
  std::string list;
  llvm::raw_string_ostream os(list);
  llvm::interleave(
      getMapFormats(elementType), os,
      [&](tensormap::DataType format) { os << tensormap::name(format); },
      " or ");
  return list;
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

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Dialect/Tile/IR/TileOps.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

OpFoldResult ApplyOp::getCoord(unsigned dim) {
  ArrayRef<int64_t> constants = getStaticCoords();
  if (!ShapedType::isDynamic(constants[dim]))
    return IntegerAttr::get(IndexType::get(getContext()), constants[dim]);
  unsigned operand =
      llvm::count_if(constants.take_front(dim), ShapedType::isDynamic);
  return getCoords()[operand];
}

LogicalResult ApplyOp::verify() {
  unsigned dynamic = llvm::count_if(getStaticCoords(), ShapedType::isDynamic);
  if (dynamic != getCoords().size())
    return emitOpError() << "(C3) expected " << dynamic
                         << " dynamic coordinates, got "
                         << int64_t(getCoords().size());
  Type type = getCoords().empty() ? Type() : getCoords().front().getType();
  for (Value coord : getCoords())
    if (coord.getType() != type)
      return emitOpError() << "(C3) expected coordinates of one type, got "
                           << type << " and " << coord.getType();
  if (getStaticCtaMask() && !llvm::isUInt<16>(*getStaticCtaMask()))
    return emitOpError() << "(C10) expected a cta_mask of 16 bits, got "
                         << static_cast<int32_t>(*getStaticCtaMask());
  return getInstruction().verifyApply(getOperation());
}

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dialect's discardable attributes.

#include "tilery/Dialect/Launch/IR/LaunchDialect.h"
#include "tilery/Dialect/Tile/IR/TileOps.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::launch;

LogicalResult LaunchDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                      unsigned argIndex,
                                                      NamedAttribute attr) {
  if (attr.getName() != getAccessAttrName())
    return op->emitOpError()
           << "(S06) unknown attribute '" << attr.getName().getValue()
           << "' of argument #" << argIndex << "; known is "
           << getAccessAttrName();
  auto kernel = dyn_cast<tile::KernelOp>(op);
  if (!kernel || !isa<MemRefType>(kernel.getArgumentTypes()[argIndex]))
    return op->emitOpError() << "(S06) '" << getAccessAttrName()
                             << "' belongs to memref arguments of tile.kernel";
  constexpr int64_t most = BinaryOp::Read | BinaryOp::Written;
  auto access = dyn_cast<IntegerAttr>(attr.getValue());
  if (access && access.getType().isSignlessInteger(32) &&
      access.getInt() >= 0 && access.getInt() <= most)
    return success();
  return op->emitOpError() << "(S06) expected '" << getAccessAttrName()
                           << "' of argument #" << argIndex
                           << " to be an i32 of 0 to " << most << ", got "
                           << attr.getValue();
}

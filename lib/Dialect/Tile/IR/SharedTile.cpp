// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SharedTile.h"

#include "tilery/Dialect/Tile/IR/Divisors.h"
#include "tilery/Dialect/Tile/IR/TileOps.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

static LogicalResult verifyStart(Operation *op, StringRef constraint,
                                 Value shared) {
  auto type = cast<MemRefType>(shared.getType());
  int64_t alignment = tensormap::sharedAlignment(
      static_cast<tensormap::Swizzle>(getSwizzle(type)));
  std::optional<uint64_t> divisor =
      getStartDivisor(shared, *getElementBytes(type.getElementType()));
  if (!divisor)
    return op->emitOpError()
           << constraint
           << " expected a shared operand that is a tile.alloc_shared, or "
              "memref.subview and memref.cast of one, so that its alignment is "
              "known";
  if (*divisor % alignment == 0)
    return success();
  return op->emitOpError()
         << constraint
         << " expected a shared operand that starts at a multiple "
         << "of " << alignment << " bytes"
         << (getSwizzle(type) == Swizzle::None ? ""
                                               : ", the period of its swizzle")
         << ", got one known to start at a multiple of "
         << int64_t(*divisor & -*divisor)
         << " bytes; pad each stage, or give the tile a buffer of its own";
}

LogicalResult tile::verifySharedTile(Operation *op, StringRef constraint,
                                     Value shared, ArrayRef<int64_t> box) {
  auto type = cast<MemRefType>(shared.getType());
  ArrayRef<int64_t> shape = type.getShape();
  bool shapeFits = shape.size() >= box.size() &&
                   shape.take_back(box.size()) == box &&
                   llvm::all_of(shape.drop_back(box.size()),
                                [](int64_t extent) { return extent == 1; });
  if (!shapeFits) {
    InFlightDiagnostic diag =
        op->emitOpError() << constraint
                          << " expected a shared operand of the box's shape [";
    llvm::interleaveComma(box, diag);
    diag << "], got " << type;
    if (shape.size() > box.size())
      return diag << "; a stage of a ring is a rank-reducing memref.subview";
    return diag
           << "; the box is what one copy moves: write the buffer's shape, "
              "or use a buffer of the box's";
  }

  SmallVector<int64_t> strides;
  int64_t offset;
  auto image = getImageStrides(shape, type.getElementType(), getSwizzle(type));
  bool isImage =
      succeeded(image) && succeeded(type.getStridesAndOffset(strides, offset));
  for (size_t dim = 0; isImage && dim < shape.size(); ++dim)
    isImage = shape[dim] == 1 || strides[dim] == (*image)[dim];
  if (isImage)
    return verifyStart(op, constraint, shared);

  InFlightDiagnostic diag = op->emitOpError()
                            << constraint
                            << " expected a shared operand that is the copy "
                               "engine's image of the box";
  if (succeeded(image)) {
    diag << ", strided<[";
    llvm::interleaveComma(*image, diag);
    diag << "]>";
  }
  return diag << ", got " << type;
}

LogicalResult tile::verifyCoord(Operation *op, StringRef constraint,
                                unsigned dim, bool isInnermost,
                                const APInt &value, int64_t elementBytes,
                                bool isStore) {
  int64_t number = value.getSExtValue();
  if (!value.isSignedIntN(32))
    return op->emitOpError()
           << constraint << " expected coordinate " << int64_t(dim)
           << " to fit 32 bits, got " << number;
  if (isStore && number < 0)
    return op->emitOpError()
           << constraint << " expected coordinate " << int64_t(dim)
           << " of a store not to be negative (the hardware faults), got "
           << number;
  if (isInnermost && number * elementBytes % 16 != 0)
    return op->emitOpError()
           << constraint
           << " expected the innermost coordinate to start at a multiple of 16 "
              "bytes, got "
           << number << " (" << number * elementBytes
           << " bytes); round it down to a multiple of " << 16 / elementBytes
           << " elements";
  return success();
}

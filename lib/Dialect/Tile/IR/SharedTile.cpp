// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SharedTile.h"

#include "tilery/Dialect/Tile/IR/TileOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"

#include <numeric>

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

/// A divisor of an index that its definition shows: 0 for the constant 0, which
/// everything divides, and 1 when nothing is known.
static uint64_t getKnownDivisor(Value index, unsigned depth = 8) {
  APInt constant;
  if (matchPattern(index, m_ConstantInt(&constant)))
    return constant.abs().getLimitedValue();
  if (depth == 0)
    return 1;
  Operation *op = index.getDefiningOp();
  if (isa_and_present<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
                      arith::ExtUIOp>(op))
    return getKnownDivisor(op->getOperand(0), depth - 1);
  if (auto mul = dyn_cast_if_present<arith::MulIOp>(op)) {
    // Powers of two survive a product that wraps; nothing else is used here.
    uint64_t lhs = getKnownDivisor(mul.getLhs(), depth - 1);
    uint64_t rhs = getKnownDivisor(mul.getRhs(), depth - 1);
    if (lhs == 0 || rhs == 0)
      return 0;
    lhs &= -lhs;
    rhs &= -rhs;
    return lhs > (uint64_t(1) << 31) || rhs > (uint64_t(1) << 31) ? lhs
                                                                  : lhs * rhs;
  }
  if (isa_and_present<arith::AddIOp, arith::SubIOp>(op))
    return std::gcd(getKnownDivisor(op->getOperand(0), depth - 1),
                    getKnownDivisor(op->getOperand(1), depth - 1));
  return 1;
}

/// The greatest known divisor, in bytes, of where a view starts in its
/// alloc_shared (0: it starts where the buffer does); nothing when the buffer
/// is not known.
static std::optional<uint64_t> getStartDivisor(Value view,
                                               int64_t elementBytes) {
  uint64_t divisor = 0;
  while (Operation *op = view.getDefiningOp()) {
    if (isa<AllocSharedOp>(op))
      return divisor;
    if (auto cast = dyn_cast<memref::CastOp>(op)) {
      view = cast.getSource();
      continue;
    }
    auto subview = dyn_cast<memref::SubViewOp>(op);
    if (!subview)
      return std::nullopt;
    SmallVector<int64_t> strides;
    int64_t offset;
    if (failed(subview.getSourceType().getStridesAndOffset(strides, offset)))
      return std::nullopt;
    for (auto [position, stride] :
         llvm::zip_equal(subview.getMixedOffsets(), strides)) {
      uint64_t steps = 1;
      if (auto constant = getConstantIntValue(position))
        steps = static_cast<uint64_t>(*constant);
      else
        steps = getKnownDivisor(cast<Value>(position));
      uint64_t pitch = ShapedType::isDynamic(stride)
                           ? uint64_t(elementBytes)
                           : uint64_t(stride) * uint64_t(elementBytes);
      // Wrapping keeps the powers of two, and only those are asked for.
      divisor = std::gcd(divisor, steps * pitch);
    }
    view = subview.getSource();
  }
  return std::nullopt;
}

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
    return diag << "], got " << type
                << "; a stage of a ring is a rank-reducing memref.subview";
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

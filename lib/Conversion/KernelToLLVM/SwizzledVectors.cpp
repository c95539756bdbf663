// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A swizzle scatters 16-byte units: a vector access of a swizzled buffer is cut
// into pieces that are known to lie within one.

#include "tilery/Conversion/KernelToLLVM/KernelPatterns.h"
#include "tilery/Dialect/Tile/IR/Divisors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <numeric>

using namespace mlir;
using namespace tilery;

/// Bytes, at most a unit's, that an access is known to be aligned to.
template <typename OpTy> static int64_t getKnownAlignment(OpTy op) {
  MemRefType type = op.getMemRefType();
  int64_t bytes = *tile::getElementBytes(type.getElementType());
  SmallVector<int64_t> strides;
  int64_t offset;
  (void)type.getStridesAndOffset(strides, offset); // strided: verified
  uint64_t divisor = tile::getStartDivisor(op.getBase(), bytes).value_or(bytes);
  for (auto [index, stride] : llvm::zip_equal(op.getIndices(), strides)) {
    uint64_t pitch = ShapedType::isDynamic(stride) ? bytes : stride * bytes;
    divisor = std::gcd(divisor, tile::getKnownDivisor(index) * pitch);
  }
  int64_t known = tile::getPowerOfTwo(divisor, swizzleUnitBytes);
  int64_t stated =
      std::min<int64_t>(op.getAlignment().value_or(1), swizzleUnitBytes);
  return std::max({known, stated, bytes});
}

/// The elements from `from` on, as a vector of `type`.
static Value loadPiece(OpBuilder &b, vector::LoadOp op, VectorType type,
                       ValueRange indices, int64_t alignment) {
  return vector::LoadOp::create(b, op.getLoc(), type, op.getBase(), indices,
                                op.getNontemporal(),
                                llvm::MaybeAlign(alignment));
}

namespace {
/// Where the pieces of an access are.
struct Pieces {
  int64_t alignment;
  /// Elements of a piece, but for the last.
  int64_t length;
  VectorType type;

  template <typename OpTy>
  explicit Pieces(OpTy op) : alignment(getKnownAlignment(op)) {
    type = op.getVectorType();
    length = alignment / *tile::getElementBytes(type.getElementType());
  }
  bool isWhole() const { return type.getNumElements() <= length; }
};
} // namespace

/// Calls `visit` with each piece's first element, type and indices.
template <typename OpTy>
static void
visitPieces(OpBuilder &b, OpTy op, const Pieces &pieces,
            llvm::function_ref<void(int64_t, VectorType, ValueRange)> visit) {
  int64_t elements = pieces.type.getNumElements();
  for (int64_t first = 0; first < elements; first += pieces.length) {
    SmallVector<Value> indices(op.getIndices());
    Value step = arith::ConstantIndexOp::create(b, op.getLoc(), first);
    indices.back() =
        arith::AddIOp::create(b, op.getLoc(), indices.back(), step);
    visit(first,
          VectorType::get(std::min(pieces.length, elements - first),
                          pieces.type.getElementType()),
          indices);
  }
}

static void split(OpBuilder &b, vector::LoadOp op, const Pieces &pieces) {
  SmallVector<Value> elements;
  visitPieces(b, op, pieces, [&](int64_t, VectorType type, ValueRange indices) {
    Value piece = loadPiece(b, op, type, indices, pieces.alignment);
    llvm::append_range(
        elements,
        vector::ToElementsOp::create(b, op.getLoc(), piece).getElements());
  });
  Value whole =
      vector::FromElementsOp::create(b, op.getLoc(), pieces.type, elements);
  op.replaceAllUsesWith(whole);
  op.erase();
}

static void split(OpBuilder &b, vector::StoreOp op, const Pieces &pieces) {
  Location loc = op.getLoc();
  auto whole = vector::ToElementsOp::create(b, loc, op.getValueToStore());
  visitPieces(b, op, pieces,
              [&](int64_t first, VectorType type, ValueRange indices) {
                Value piece = vector::FromElementsOp::create(
                    b, loc, type,
                    whole.getElements().slice(first, type.getNumElements()));
                vector::StoreOp::create(b, loc, piece, op.getBase(), indices,
                                        op.getNontemporal(),
                                        llvm::MaybeAlign(pieces.alignment));
              });
  op.erase();
}

template <typename OpTy> static void splitAccess(OpTy op) {
  if (tile::getSwizzle(op.getMemRefType()) == tile::Swizzle::None ||
      op.getVectorType().getRank() != 1 || op.getVectorType().isScalable())
    return;
  Pieces pieces(op);
  OpBuilder builder(op);
  if (pieces.isWhole())
    op.setAlignment(pieces.alignment);
  else
    split(builder, op, pieces);
}

void tilery::splitSwizzledVectors(tile::KernelOp kernel) {
  kernel.walk([](Operation *op) {
    if (auto load = dyn_cast<vector::LoadOp>(op))
      splitAccess(load);
    else if (auto store = dyn_cast<vector::StoreOp>(op))
      splitAccess(store);
  });
}

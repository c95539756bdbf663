// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Dialect/Tile/IR/Divisors.h"
#include "tilery/Dialect/Tile/IR/TileOps.h"
#include "tilery/Dialect/Tile/IR/ViewChain.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

#include <numeric>

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

static uint64_t getDivisor(Value index, unsigned depth);

/// That of a mixed static and dynamic index.
static uint64_t getDivisor(OpFoldResult index, unsigned depth) {
  if (std::optional<int64_t> constant = getConstantIntValue(index))
    return static_cast<uint64_t>(*constant);
  return getDivisor(cast<Value>(index), depth);
}

/// That of a product, in powers of two alone.
static uint64_t multiply(uint64_t lhs, uint64_t rhs) {
  if (lhs == 0 || rhs == 0)
    return 0;
  lhs &= -lhs;
  rhs &= -rhs;
  constexpr uint64_t most = uint64_t(1) << 31;
  return lhs > most || rhs > most ? std::max(lhs, rhs) : lhs * rhs;
}

/// A loop's counter, or an argument of the kernel whose divisor the launcher
/// checks.
static uint64_t getDivisor(BlockArgument argument, unsigned depth) {
  Operation *parent = argument.getOwner()->getParentOp();
  if (auto kernel = dyn_cast_if_present<KernelOp>(parent)) {
    auto divisor = kernel.getArgAttrOfType<IntegerAttr>(
        argument.getArgNumber(), TileDialect::getDivisibleAttrName());
    return divisor ? divisor.getValue().getLimitedValue() : 1;
  }
  auto loop = dyn_cast_if_present<LoopLikeOpInterface>(parent);
  if (!loop || loop.getSingleInductionVar() != Value(argument))
    return 1;
  std::optional<OpFoldResult> first = loop.getSingleLowerBound();
  std::optional<OpFoldResult> step = loop.getSingleStep();
  if (!first || !step)
    return 1;
  return std::gcd(getDivisor(*first, depth), getDivisor(*step, depth));
}

static uint64_t getDivisor(Value index, unsigned depth) {
  APInt constant;
  if (matchPattern(index, m_ConstantInt(&constant)))
    return constant.abs().getLimitedValue();
  if (depth-- == 0)
    return 1;
  if (auto argument = dyn_cast<BlockArgument>(index))
    return getDivisor(argument, depth);
  Operation *op = index.getDefiningOp();
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
          arith::ExtUIOp>(op))
    return getDivisor(op->getOperand(0), depth);
  if (auto mul = dyn_cast<arith::MulIOp>(op))
    return multiply(getDivisor(mul.getLhs(), depth),
                    getDivisor(mul.getRhs(), depth));
  if (auto shift = dyn_cast<arith::ShLIOp>(op)) {
    std::optional<int64_t> bits = getConstantIntValue(shift.getRhs());
    uint64_t shifted = getDivisor(shift.getLhs(), depth);
    return bits && *bits >= 0 && *bits < 32
               ? multiply(shifted, uint64_t(1) << *bits)
               : 1;
  }
  if (isa<arith::AddIOp, arith::SubIOp>(op))
    return std::gcd(getDivisor(op->getOperand(0), depth),
                    getDivisor(op->getOperand(1), depth));
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return std::gcd(getDivisor(select.getTrueValue(), depth),
                    getDivisor(select.getFalseValue(), depth));
  return 1;
}

uint64_t tile::getKnownDivisor(Value index) {
  return getDivisor(index, /*depth=*/8);
}

/// Strides of what a subview is of, one for each of its offsets. Views may be
/// looked at before they are verified (ViewChain).
static LogicalResult getSourceStrides(memref::SubViewOp view,
                                      SmallVectorImpl<int64_t> &strides) {
  ArrayRef<int64_t> offsets = view.getStaticOffsets();
  int64_t start;
  return success(
      offsets.size() == size_t(view.getSourceType().getRank()) &&
      size_t(llvm::count_if(offsets, ShapedType::isDynamic)) ==
          view.getOffsets().size() &&
      succeeded(view.getSourceType().getStridesAndOffset(strides, start)));
}

std::optional<uint64_t> tile::getStartDivisor(Value view,
                                              int64_t elementBytes) {
  uint64_t divisor = 0;
  ViewChain chain(view);
  if (!chain.root || !chain.root.getDefiningOp<AllocSharedOp>())
    return std::nullopt;
  for (Operation *op : chain.views) {
    if (auto tile = dyn_cast<SharedViewOp>(op)) {
      divisor = std::gcd(divisor, tile.getOffset());
      continue;
    }
    // The buffer is where it is in each block.
    if (isa<memref::CastOp, MapaOp>(op))
      continue;
    auto subview = dyn_cast<memref::SubViewOp>(op);
    SmallVector<int64_t> strides;
    if (!subview || failed(getSourceStrides(subview, strides)))
      return std::nullopt;
    for (auto [position, stride] :
         llvm::zip_equal(subview.getMixedOffsets(), strides)) {
      uint64_t pitch = ShapedType::isDynamic(stride)
                           ? uint64_t(elementBytes)
                           : uint64_t(stride) * uint64_t(elementBytes);
      divisor = std::gcd(divisor, getDivisor(position, /*depth=*/8) * pitch);
    }
  }
  return divisor;
}

/// Adds `index` steps of `pitch` bytes; without a pitch, of a number of
/// elements that is not known.
static void addDistance(GlobalStart &start, OpFoldResult index,
                        std::optional<uint64_t> pitch, uint64_t elementBytes) {
  std::optional<int64_t> constant = getConstantIntValue(index);
  if (constant && pitch)
    start.bytes += static_cast<uint64_t>(*constant) * *pitch;
  else
    start.divisor =
        std::gcd(start.divisor, multiply(getDivisor(index, /*depth=*/8),
                                         pitch.value_or(elementBytes)));
}

GlobalStart tile::getGlobalStart(Value view) {
  GlobalStart start;
  auto elementBytes =
      getElementBytes(cast<MemRefType>(view.getType()).getElementType());
  uint64_t unit = succeeded(elementBytes) ? *elementBytes : 1;
  ViewChain chain(view);
  start.root = chain.root ? chain.root : view;
  if (start.root.getDefiningOp())
    start.divisor = 1;
  for (Operation *op : chain.views) {
    if (isa<memref::CastOp>(op))
      continue;
    auto subview = dyn_cast<memref::SubViewOp>(op);
    SmallVector<int64_t> strides;
    if (!subview || failed(getSourceStrides(subview, strides))) {
      start.divisor = 1;
      break;
    }
    for (auto [index, stride] :
         llvm::zip_equal(subview.getMixedOffsets(), strides))
      addDistance(start, index,
                  ShapedType::isDynamic(stride)
                      ? std::nullopt
                      : std::optional(static_cast<uint64_t>(stride) * unit),
                  unit);
  }
  if (start.root.getDefiningOp())
    return start;
  SmallVector<int64_t> strides;
  int64_t offset;
  auto type = dyn_cast<MemRefType>(start.root.getType());
  if (!type || failed(type.getStridesAndOffset(strides, offset)))
    start.divisor = 1;
  else if (ShapedType::isDynamic(offset))
    start.divisor = std::gcd(start.divisor, unit);
  else
    start.bytes += static_cast<uint64_t>(offset) * unit;
  return start;
}

int64_t tile::getPowerOfTwo(uint64_t divisor, int64_t limit) {
  uint64_t power = divisor & -divisor;
  return power == 0 ? limit : std::min<uint64_t>(power, limit);
}

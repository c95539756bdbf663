// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Expressions.h"

#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::cpp;

static unsigned getWidth(Type type) {
  return type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
}

static bool isNoOpCast(Operation *op) {
  return isa_and_nonnull<arith::IndexCastOp, arith::IndexCastUIOp,
                         index::CastSOp, index::CastUOp>(op) &&
         getWidth(op->getOperand(0).getType()) ==
             getWidth(op->getResult(0).getType());
}

Value tilery::cpp::stripNoOpCasts(Value value) {
  while (isNoOpCast(value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  return value;
}

std::optional<int64_t> tilery::cpp::getConstantInteger(Value value) {
  value = stripNoOpCasts(value);
  if (auto constant = value.getDefiningOp<index::ConstantOp>())
    return constant.getValue().getSExtValue();
  if (auto constant = value.getDefiningOp<index::BoolConstantOp>())
    return constant.getValue() ? -1 : 0;
  if (auto constant = value.getDefiningOp<arith::ConstantOp>())
    if (auto integer = dyn_cast<IntegerAttr>(constant.getValue()))
      return integer.getValue().getSExtValue();
  return std::nullopt;
}

/// The bound after at most `depth` operations; expressions are graphs.
static uint64_t getBound(Value value, unsigned depth) {
  value = stripNoOpCasts(value);
  unsigned width = getWidth(value.getType());
  uint64_t most = UINT64_MAX >> (64 - width);
  if (std::optional<int64_t> constant = getConstantInteger(value))
    return static_cast<uint64_t>(*constant) & most;
  Operation *op = value.getDefiningOp();
  if (!op || depth == 0)
    return most;
  auto bound = [&](unsigned operand) {
    return getBound(op->getOperand(operand), depth - 1);
  };
  if (isa<memref::DimOp>(op))
    return INT64_MAX;
  if (isa<arith::ExtUIOp>(op))
    return bound(0);
  if (isa<arith::DivUIOp, index::DivUOp, arith::RemUIOp, index::RemUOp>(op)) {
    std::optional<int64_t> divisor = getConstantInteger(op->getOperand(1));
    if (!divisor || *divisor <= 0)
      return bound(0);
    auto number = static_cast<uint64_t>(*divisor);
    return isa<arith::DivUIOp, index::DivUOp>(op)
               ? bound(0) / number
               : std::min(bound(0), number - 1);
  }
  if (isa<arith::CeilDivUIOp, index::CeilDivUOp>(op)) {
    std::optional<int64_t> divisor = getConstantInteger(op->getOperand(1));
    if (!divisor || *divisor <= 0)
      return bound(0);
    auto number = static_cast<uint64_t>(*divisor);
    return bound(0) / number + (bound(0) % number != 0);
  }
  if (isa<arith::MinUIOp, index::MinUOp, arith::AndIOp, index::AndOp>(op))
    return std::min(bound(0), bound(1));
  if (isa<arith::MaxUIOp, index::MaxUOp>(op))
    return std::max(bound(0), bound(1));
  if (isa<arith::SelectOp>(op))
    return std::max(bound(1), bound(2));
  return most;
}

uint64_t tilery::cpp::getUpperBound(Value value) {
  constexpr unsigned depth = 6;
  return getBound(value, depth);
}

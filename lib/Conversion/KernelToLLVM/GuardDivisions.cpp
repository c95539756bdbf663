// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Conversion/KernelToLLVM/KernelPatterns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"

using namespace mlir;
using namespace tilery;

static bool isSignedDivision(Operation *op) {
  return isa<arith::DivSIOp, arith::RemSIOp, arith::CeilDivSIOp,
             arith::FloorDivSIOp, index::DivSOp, index::RemSOp,
             index::CeilDivSOp, index::FloorDivSOp>(op);
}

static bool isUnsignedDivision(Operation *op) {
  return isa<arith::DivUIOp, arith::RemUIOp, arith::CeilDivUIOp, index::DivUOp,
             index::RemUOp, index::CeilDivUOp>(op);
}

static std::optional<APInt> getConstant(Value value) {
  if (auto constant = value.getDefiningOp<arith::ConstantOp>()) {
    if (auto integer = dyn_cast<IntegerAttr>(constant.getValue()))
      return integer.getValue();
    if (auto splat = dyn_cast<SplatElementsAttr>(constant.getValue()))
      return splat.getSplatValue<APInt>();
  }
  if (auto constant = value.getDefiningOp<index::ConstantOp>())
    return constant.getValue();
  return std::nullopt;
}

static void guardDivision(Operation *op) {
  Value divisor = op->getOperand(1);
  bool isSigned = isSignedDivision(op);
  if (std::optional<APInt> constant = getConstant(divisor))
    if (!constant->isZero() && !(isSigned && constant->isAllOnes()))
      return;

  OpBuilder builder(op);
  Location loc = op->getLoc();
  Type type = divisor.getType();
  Type element = getElementTypeOrSelf(type);
  unsigned width = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
  auto constant = [&](const APInt &value) -> Value {
    TypedAttr attr = builder.getIntegerAttr(element, value);
    if (auto vector = dyn_cast<VectorType>(type))
      attr = DenseElementsAttr::get(vector, cast<Attribute>(attr));
    return arith::ConstantOp::create(builder, loc, attr);
  };
  auto isEqual = [&](Value lhs, Value rhs) -> Value {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, lhs,
                                 rhs);
  };
  Value zero = constant(APInt::getZero(width));
  Value isZero = isEqual(divisor, zero);
  Value isUnsafe = isZero;
  if (isSigned) {
    Value isMinimum =
        isEqual(op->getOperand(0), constant(APInt::getSignedMinValue(width)));
    Value isMinusOne = isEqual(divisor, constant(APInt::getAllOnes(width)));
    Value overflows =
        arith::AndIOp::create(builder, loc, isMinimum, isMinusOne);
    isUnsafe = arith::OrIOp::create(builder, loc, isZero, overflows);
  }
  Value one = constant(APInt(width, 1));
  Value safe = arith::SelectOp::create(builder, loc, isUnsafe, one, divisor);
  op->setOperand(1, safe);
  builder.setInsertionPointAfter(op);
  auto guarded =
      arith::SelectOp::create(builder, loc, isZero, zero, op->getResult(0));
  op->getResult(0).replaceAllUsesExcept(guarded, guarded);
}

void tilery::guardDivisions(Operation *root) {
  SmallVector<Operation *> divisions;
  root->walk([&](Operation *op) {
    if (isSignedDivision(op) || isUnsignedDivision(op))
      divisions.push_back(op);
  });
  for (Operation *op : divisions)
    guardDivision(op);
}

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A launcher computes with what its caller passes: where LLVM leaves a result
// open, it would be whatever a register holds, and another one in each form.

#include "Scalars.h"

#include "tilery/Conversion/KernelToLLVM/KernelPatterns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/IR/Matchers.h"

#include <cmath>

using namespace mlir;
using namespace tilery;

static Value makeConstant(OpBuilder &builder, Location loc, Type type,
                          const APInt &value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getIntegerAttr(type, value));
}

/// Promises that a result does not overflow, is exact, or is no NaN.
static void dropPromises(Operation *op) {
  if (auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op))
    op->setAttr(flags.getIntegerOverflowAttrName(),
                arith::IntegerOverflowFlagsAttr::get(
                    op->getContext(), arith::IntegerOverflowFlags::none));
  if (auto flags = dyn_cast<arith::ArithFastMathInterface>(op))
    op->setAttr(flags.getFastMathAttrName(),
                arith::FastMathFlagsAttr::get(op->getContext(),
                                              arith::FastMathFlags::none));
  for (StringRef promise : {"isExact", "nonNeg"})
    if (op->hasAttr(promise))
      op->removeAttr(promise);
}

/// As x86-64 and AArch64 do for 32 and 64 bits: the amount modulo the width.
static void defineShift(Operation *op) {
  Type type = op->getResult(0).getType();
  unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  APInt amount;
  if (matchPattern(op->getOperand(1), m_ConstantInt(&amount)) &&
      amount.ult(width))
    return;
  OpBuilder builder(op);
  // One bit has the width 1, which it holds: all amounts become 0.
  Value modulus =
      makeConstant(builder, op->getLoc(), type, APInt(width, width));
  op->setOperand(1, arith::RemUIOp::create(builder, op->getLoc(),
                                           op->getOperand(1), modulus));
}

/// Toward 0; the lowest number for NaN and for what is out of range.
static void defineConversion(Operation *op) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  Value number = op->getOperand(0);
  auto type = cast<FloatType>(number.getType());
  Type result = op->getResult(0).getType();
  unsigned width = result.getIntOrFloatBitWidth();
  bool isSigned = isa<arith::FPToSIOp>(op);
  // Powers of two, unlike the greatest number itself, are exact.
  double end = std::ldexp(1.0, isSigned ? width - 1 : width);
  auto compare = [&](arith::CmpFPredicate predicate, double limit) -> Value {
    Value constant = arith::ConstantOp::create(
        builder, loc, builder.getFloatAttr(type, limit));
    return arith::CmpFOp::create(builder, loc, predicate, number, constant);
  };
  Value inside =
      arith::AndIOp::create(builder, loc,
                            isSigned ? compare(arith::CmpFPredicate::OGE, -end)
                                     : compare(arith::CmpFPredicate::OGT, -1.0),
                            compare(arith::CmpFPredicate::OLT, end));
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getFloatAttr(type, 0.0));
  op->setOperand(0,
                 arith::SelectOp::create(builder, loc, inside, number, zero));
  builder.setInsertionPointAfter(op);
  Value lowest = makeConstant(builder, loc, result,
                              isSigned ? APInt::getSignedMinValue(width)
                                       : APInt::getZero(width));
  auto defined =
      arith::SelectOp::create(builder, loc, inside, op->getResult(0), lowest);
  op->getResult(0).replaceAllUsesExcept(defined, defined);
}

void tilery::launch::defineArithmetic(Operation *root) {
  SmallVector<Operation *> shifts, conversions;
  root->walk([&](Operation *op) {
    dropPromises(op);
    if (isa<arith::ShLIOp, arith::ShRUIOp, arith::ShRSIOp, index::ShlOp,
            index::ShrUOp, index::ShrSOp>(op))
      shifts.push_back(op);
    else if (isa<arith::FPToSIOp, arith::FPToUIOp>(op))
      conversions.push_back(op);
  });
  for (Operation *op : shifts)
    defineShift(op);
  for (Operation *op : conversions)
    defineConversion(op);
  guardDivisions(root);
}

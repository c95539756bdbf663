// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Scalars.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tilery;

Value tilery::launch::convertToHalf(OpBuilder &builder, Location loc,
                                    Value value, FloatType type) {
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  // Of f16: 10 fraction bits and bias 15; of bf16: 7 and 127. Of f64: 52, 1023.
  int64_t fraction = APFloat::semanticsPrecision(semantics) - 1;
  int64_t bias = APFloat::semanticsMaxExponent(semantics);
  int64_t shift = 52 - fraction;
  Type i64 = builder.getI64Type(), f64 = builder.getF64Type();

  auto constant = [&](int64_t number) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI64IntegerAttr(number));
  };
  auto compare = [&](arith::CmpIPredicate predicate, Value lhs,
                     Value rhs) -> Value {
    return arith::CmpIOp::create(builder, loc, predicate, lhs, rhs);
  };
  auto select = [&](Value condition, Value yes, Value no) -> Value {
    return arith::SelectOp::create(builder, loc, condition, yes, no);
  };

  Value bits = arith::BitcastOp::create(builder, loc, i64, value);
  Value magnitude =
      arith::AndIOp::create(builder, loc, bits, constant(INT64_MAX));

  // Normal results: move the exponent to the new bias, add half a unit minus
  // one and the last kept bit, and drop the rest. A carry into the exponent is
  // right, up to infinity.
  Value rebiased = arith::SubIOp::create(builder, loc, magnitude,
                                         constant((1023 - bias) << 52));
  Value last = arith::AndIOp::create(
      builder, loc,
      arith::ShRUIOp::create(builder, loc, rebiased, constant(shift)),
      constant(1));
  Value half = arith::AddIOp::create(builder, loc, last,
                                     constant((int64_t(1) << (shift - 1)) - 1));
  Value normal = arith::ShRUIOp::create(
      builder, loc, arith::AddIOp::create(builder, loc, rebiased, half),
      constant(shift));

  // Subnormal results: added to a number whose unit in the last place is that
  // of the subnormals, the FPU does the rounding.
  int64_t unitExponent = 1 - bias - fraction;
  Value unit = constant((unitExponent + 52 + 1023) << 52);
  Value sum = arith::AddFOp::create(
      builder, loc, arith::BitcastOp::create(builder, loc, f64, magnitude),
      arith::BitcastOp::create(builder, loc, f64, unit));
  Value subnormal = arith::SubIOp::create(
      builder, loc, arith::BitcastOp::create(builder, loc, i64, sum), unit);

  using Predicate = arith::CmpIPredicate;
  int64_t infinity = (2 * bias + 1) << fraction;
  Value result =
      select(compare(Predicate::ult, magnitude, constant((1024 - bias) << 52)),
             subnormal, normal);
  // Everything from the first exponent that is too large, infinity included.
  result =
      select(compare(Predicate::uge, magnitude, constant((1024 + bias) << 52)),
             constant(infinity), result);
  result =
      select(compare(Predicate::ugt, magnitude, constant(int64_t(0x7FF) << 52)),
             constant(infinity | (int64_t(1) << (fraction - 1))), result);

  Value sign = arith::ShRUIOp::create(builder, loc, bits, constant(63));
  Value signBit = arith::ShLIOp::create(builder, loc, sign, constant(15));
  result = arith::OrIOp::create(builder, loc, result, signBit);
  Value narrow =
      arith::TruncIOp::create(builder, loc, builder.getIntegerType(16), result);
  return arith::BitcastOp::create(builder, loc, type, narrow);
}

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "MathF32.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include <limits>

using namespace mlir;
using namespace tilery;

namespace {
/// Builds arithmetic on f32 and i32.
struct Arithmetic {
  OpBuilder &b;
  Location loc;

  Value constant(float value) const {
    return LLVM::ConstantOp::create(b, loc, b.getF32Type(),
                                    b.getF32FloatAttr(value));
  }
  Value integer(int32_t value) const {
    return LLVM::ConstantOp::create(b, loc, b.getI32Type(),
                                    b.getI32IntegerAttr(value));
  }
  Value mul(Value x, Value y) const {
    return LLVM::FMulOp::create(b, loc, x, y);
  }
  Value add(Value x, Value y) const {
    return LLVM::FAddOp::create(b, loc, x, y);
  }
  Value div(Value x, Value y) const {
    return LLVM::FDivOp::create(b, loc, x, y);
  }
  Value fma(Value x, Value y, Value z) const {
    return LLVM::FMAOp::create(b, loc, x, y, z);
  }
  Value neg(Value x) const { return LLVM::FNegOp::create(b, loc, x); }
  Value abs(Value x) const { return LLVM::FAbsOp::create(b, loc, x); }
  Value less(Value x, Value y) const {
    return LLVM::FCmpOp::create(b, loc, LLVM::FCmpPredicate::olt, x, y);
  }
  Value select(Value condition, Value x, Value y) const {
    return LLVM::SelectOp::create(b, loc, condition, x, y);
  }
  Value toBits(Value x) const {
    return LLVM::BitcastOp::create(b, loc, b.getI32Type(), x);
  }
  Value fromBits(Value x) const {
    return LLVM::BitcastOp::create(b, loc, b.getF32Type(), x);
  }
  /// The polynomial with these coefficients, highest degree first.
  Value polynomial(Value x, ArrayRef<float> coefficients) const {
    Value p = constant(coefficients.front());
    for (float c : coefficients.drop_front())
      p = fma(p, x, constant(c));
    return p;
  }
};

constexpr float log2OfE = 0x1.715476p+0f;
constexpr float log2OfERest = 0x1.4ae0bfp-26f;
constexpr float logOfTwo = 0x1.62e43p-1f;
constexpr float log10OfE = 0x1.bcb7b2p-2f;
constexpr float log10OfTwo = 0x1.344136p-2f;
constexpr float infinity = std::numeric_limits<float>::infinity();
} // namespace

Value tilery::buildF32Intrinsic(OpBuilder &b, Location loc, StringRef name,
                                Value x) {
  return LLVM::CallIntrinsicOp::create(b, loc, b.getF32Type(),
                                       b.getStringAttr(name), ValueRange{x})
      .getResult(0);
}

Value tilery::buildExp2(OpBuilder &b, Location loc, Value x) {
  return buildF32Intrinsic(b, loc, "llvm.nvvm.ex2.approx.f32", x);
}

Value tilery::buildExp(OpBuilder &b, Location loc, Value x) {
  Arithmetic m{b, loc};
  // x log2 e = high + low, each in f32, and 2^(high + low) is
  // 2^high (1 + low ln 2).
  Value high = m.mul(x, m.constant(log2OfE));
  Value residue = m.fma(x, m.constant(log2OfE), m.neg(high));
  Value low = m.fma(x, m.constant(log2OfERest), residue);
  Value power = buildExp2(b, loc, high);
  Value corrected = m.fma(power, m.mul(low, m.constant(logOfTwo)), power);
  // Beyond, the power is 0 or infinite (or NaN), and 'low' may be infinite.
  Value inRange = m.less(m.abs(high), m.constant(128.0f));
  return m.select(inRange, corrected, power);
}

Value tilery::buildTanh(OpBuilder &b, Location loc, Value x) {
  Arithmetic m{b, loc};
  // x + x^3 P(x^2), fitted for least relative error on [0, 0.55]: 2^-23.
  Value square = m.mul(x, x);
  Value p = m.polynomial(square, {0x1.0d5036p-6f, -0x1.af7cccp-5f,
                                  0x1.10cef6p-3f, -0x1.555452p-2f});
  Value small = m.fma(m.mul(p, square), x, x);

  // 1 - 2 / (e^(2|x|) + 1): 1 where the exponential overflows.
  Value magnitude = m.abs(x);
  Value power = buildExp(b, loc, m.add(magnitude, magnitude));
  Value one = m.constant(1.0f);
  Value quotient = m.div(m.constant(-2.0f), m.add(power, one));
  Value large =
      LLVM::CopySignOp::create(b, loc, x.getType(), m.add(quotient, one), x);
  return m.select(m.less(magnitude, m.constant(0.55f)), small, large);
}

Value tilery::buildLog(OpBuilder &b, Location loc, LogBase base, Value x) {
  Arithmetic m{b, loc};
  // Below the normal numbers, 2^23 x has an exponent.
  Value isTiny = m.less(x, m.constant(0x1p-126f));
  Value scaled = m.select(isTiny, m.mul(x, m.constant(0x1p23f)), x);
  Value shift = m.select(isTiny, m.constant(-23.0f), m.constant(0.0f));

  // x = 2^e (1 + f), f in [-1/3, 1/3].
  Value bits = m.toBits(scaled);
  Value above = LLVM::SubOp::create(b, loc, bits, m.integer(0x3f2aaaab));
  Value exponent = LLVM::AndOp::create(b, loc, above, m.integer(-0x800000));
  Value mantissa = m.fromBits(LLVM::SubOp::create(b, loc, bits, exponent));
  Value f = m.add(mantissa, m.constant(-1.0f));
  Value e = m.fma(LLVM::SIToFPOp::create(b, loc, b.getF32Type(), exponent),
                  m.constant(0x1p-23f), shift);

  // log(1 + f) = f + f^2 (f P(f) - 1/2), fitted for least relative error:
  // 2^-27.
  Value p = m.polynomial(f, {-0x1.08058ep-3f, 0x1.1e66bap-3f, -0x1.f3113ep-4f,
                             0x1.1ed716p-3f, -0x1.559dccp-3f, 0x1.99d028p-3f,
                             -0x1.fffefp-3f, 0x1.555506p-2f});
  Value inner = m.fma(p, f, m.constant(-0.5f));
  Value log1p = m.fma(inner, m.mul(f, f), f);

  Value result;
  switch (base) {
  case LogBase::E:
    result = m.fma(e, m.constant(logOfTwo), log1p);
    break;
  case LogBase::Two:
    result = m.fma(log1p, m.constant(log2OfE), e);
    break;
  case LogBase::Ten:
    result =
        m.fma(e, m.constant(log10OfTwo), m.mul(log1p, m.constant(log10OfE)));
    break;
  }
  // Zero, infinity, negative numbers and NaN: lg2 has the right answers.
  Value isPositive = m.less(m.constant(0.0f), x);
  Value isFinite = m.less(x, m.constant(infinity));
  Value isOrdinary = LLVM::AndOp::create(b, loc, isPositive, isFinite);
  Value special = buildF32Intrinsic(b, loc, "llvm.nvvm.lg2.approx.f", x);
  return m.select(isOrdinary, result, special);
}

Value tilery::buildApproximateExp(OpBuilder &b, Location loc, Value x) {
  Arithmetic m{b, loc};
  return buildExp2(b, loc, m.mul(x, m.constant(log2OfE)));
}

Value tilery::buildApproximateLog(OpBuilder &b, Location loc, LogBase base,
                                  Value x) {
  Arithmetic m{b, loc};
  Value log2 = buildF32Intrinsic(b, loc, "llvm.nvvm.lg2.approx.f", x);
  switch (base) {
  case LogBase::E:
    return m.mul(log2, m.constant(logOfTwo));
  case LogBase::Two:
    return log2;
  case LogBase::Ten:
    return m.mul(log2, m.constant(log10OfTwo));
  }
  llvm_unreachable("unknown base");
}

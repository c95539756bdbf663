// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions of f16 and bf16, which code generation calls where the processor
// has no instruction (LLVM's runtime library has them by these names), and
// their fused multiply-adds. One rounding each, to nearest even; denormals are
// kept.

#include "Jit.h"

#include "llvm/ADT/bit.h"
#include <cmath>

using namespace llvm;
using namespace tilery;

namespace {

/// The double whose value is that of `high` + `low`, a sum without rounding, or
/// the neighbour with an odd mantissa: rounding that to fewer bits gives what
/// rounding the sum would give (round to odd).
double toOdd(double high, double low) {
  uint64_t bits = bit_cast<uint64_t>(high);
  if (low == 0 || (bits & 1) || !std::isfinite(high))
    return high;
  bool isAway = (low > 0) == (high > 0);
  return bit_cast<double>(isAway ? bits + 1 : bits - 1);
}

/// Rounds a double to a float, to odd.
float toOddFloat(double value) {
  float nearest = static_cast<float>(value);
  if (!std::isfinite(nearest) && std::isfinite(value))
    return nearest;
  double rest = value - static_cast<double>(nearest);
  uint32_t bits = bit_cast<uint32_t>(nearest);
  if (rest == 0 || std::isnan(rest) || (bits & 1))
    return nearest;
  if (nearest == 0)
    return bit_cast<float>(
        bit_cast<uint32_t>(std::copysign(0.0f, static_cast<float>(rest))) | 1);
  bool isAway = (rest > 0) == (nearest > 0);
  return bit_cast<float>(isAway ? bits + 1 : bits - 1);
}

uint16_t toBFloat(float value) {
  uint32_t bits = bit_cast<uint32_t>(value);
  if (std::isnan(value))
    return static_cast<uint16_t>(bits >> 16 | 0x40);
  return static_cast<uint16_t>((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

uint16_t toHalf(double value) {
  uint64_t bits = bit_cast<uint64_t>(value);
  auto sign = static_cast<uint16_t>(bits >> 48 & 0x8000);
  if (std::isnan(value))
    return static_cast<uint16_t>(sign | 0x7E00 | (bits >> 42 & 0x3FF));
  double magnitude = std::fabs(value);
  if (magnitude >= 65520.0)
    return sign | 0x7C00;
  // Below 2^-14 steps are of 2^-24: adding 2^28 rounds to them (2^28 has its
  // last bit there), to nearest even as doubles are.
  if (magnitude < 0x1p-14) {
    double shifted = magnitude + 0x1p28;
    return static_cast<uint16_t>(sign | (bit_cast<uint64_t>(shifted) & 0x7FF));
  }
  uint64_t wide = bit_cast<uint64_t>(magnitude);
  wide += (uint64_t(1) << 41) - 1 + (wide >> 42 & 1);
  return static_cast<uint16_t>(sign | ((wide >> 42) - (uint64_t(1008) << 10)));
}

float fromHalf(uint16_t half) {
  uint32_t sign = static_cast<uint32_t>(half & 0x8000) << 16;
  uint32_t magnitude = half & 0x7FFF;
  if (magnitude >= 0x7C00)
    return bit_cast<float>(sign | 0x7F800000 | (magnitude & 0x3FF) << 13);
  if (magnitude >= 0x400)
    return bit_cast<float>(sign | ((magnitude << 13) + (112u << 23)));
  float value = static_cast<float>(magnitude) * 0x1p-24f;
  return sign ? -value : value;
}

/// The sum of an exact product and a number, rounded to odd.
double multiplyAdd(float x, float y, float z) {
  double product = static_cast<double>(x) * static_cast<double>(y);
  double addend = static_cast<double>(z);
  double sum = product + addend;
  // What the sum has lost (Knuth's two-sum).
  double back = sum - product;
  double lost = (product - (sum - back)) + (addend - back);
  return std::isfinite(sum) ? toOdd(sum, lost) : sum;
}

float fmaBFloat(float x, float y, float z) {
  return toOddFloat(multiplyAdd(x, y, z));
}
float fmaHalf(float x, float y, float z) {
  return toOddFloat(multiplyAdd(x, y, z));
}

__bf16 truncSfBf(float value) { return bit_cast<__bf16>(toBFloat(value)); }
__bf16 truncDfBf(double value) {
  return bit_cast<__bf16>(toBFloat(toOddFloat(value)));
}
_Float16 truncSfHf(float value) {
  return bit_cast<_Float16>(toHalf(static_cast<double>(value)));
}
_Float16 truncDfHf(double value) { return bit_cast<_Float16>(toHalf(value)); }
float extendHfSf(_Float16 value) { return fromHalf(bit_cast<uint16_t>(value)); }

template <typename Function> void *addressOf(Function *function) {
  return reinterpret_cast<void *>(function);
}

const TilerySimSymbol functions[] = {
    {"__truncsfbf2", addressOf(truncSfBf)},
    {"__truncdfbf2", addressOf(truncDfBf)},
    {"__truncsfhf2", addressOf(truncSfHf)},
    {"__truncdfhf2", addressOf(truncDfHf)},
    {"__extendhfsf2", addressOf(extendHfSf)},
    {"tilery_sim_math_fma_f16", addressOf(fmaHalf)},
    {"tilery_sim_math_fma_bf16", addressOf(fmaBFloat)},
};

} // namespace

ArrayRef<TilerySimSymbol> tilery::narrowFloatFunctions() { return functions; }

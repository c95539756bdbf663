// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The conversions that code generation calls on processors without instructions
// for them, against the definition of rounding to nearest even.

#include "../../../lib/Target/Sim/Jit.h"

#include "llvm/ADT/bit.h"
#include <cmath>
#include <gtest/gtest.h>
#include <random>

using namespace tilery;
using llvm::bit_cast;

namespace {

template <typename Function> Function *find(llvm::StringRef name) {
  for (const TilerySimSymbol &symbol : narrowFloatFunctions())
    if (name == symbol.name)
      return reinterpret_cast<Function *>(symbol.address);
  ADD_FAILURE() << "no function " << name.str();
  return nullptr;
}

/// The value of a finite number of 16 bits.
double valueOf(uint16_t bits, bool isHalf) {
  if (!isHalf)
    return static_cast<double>(bit_cast<float>(uint32_t(bits) << 16));
  double magnitude = (bits & 0x7C00) ? std::ldexp(0x400 | (bits & 0x3FF),
                                                  ((bits >> 10) & 31) - 25)
                                     : std::ldexp(bits & 0x3FF, -24);
  return bits & 0x8000 ? -magnitude : magnitude;
}

/// Checks that `bits` is the nearest to `value`, and even where two are.
void expectNearest(double value, uint16_t bits, bool isHalf) {
  uint16_t infinity = isHalf ? 0x7C00 : 0x7F80;
  uint16_t magnitude = bits & 0x7FFF;
  if (std::isnan(value)) {
    EXPECT_GT(magnitude, infinity);
    return;
  }
  ASSERT_EQ(std::signbit(value), (bits & 0x8000) != 0) << value;
  // Infinity counts as the number that would follow the largest.
  auto distance = [&](int neighbour) {
    double at = neighbour >= infinity ? std::ldexp(1.0, isHalf ? 16 : 128)
                                      : valueOf(uint16_t(neighbour), isHalf);
    return std::fabs(at - std::fabs(value));
  };
  if (std::isinf(value)) {
    ASSERT_EQ(magnitude, infinity);
    return;
  }
  double here = distance(magnitude);
  if (magnitude > 0) {
    double below = distance(magnitude - 1);
    ASSERT_TRUE(here < below || (here == below && magnitude % 2 == 0)) << value;
  }
  if (magnitude < infinity) {
    double above = distance(magnitude + 1);
    ASSERT_TRUE(here < above || (here == above && magnitude % 2 == 0)) << value;
  }
}

TEST(NarrowFloatsTest, ExtendsEveryHalf) {
  auto *extend = find<float(_Float16)>("__extendhfsf2");
  for (uint32_t bits = 0; bits < 65536; ++bits) {
    float wide = extend(bit_cast<_Float16>(static_cast<uint16_t>(bits)));
    if ((bits & 0x7C00) == 0x7C00) {
      ASSERT_EQ(std::isnan(wide), (bits & 0x3FF) != 0);
      ASSERT_EQ(std::isinf(wide), (bits & 0x3FF) == 0);
    } else {
      ASSERT_EQ(static_cast<double>(wide), valueOf(uint16_t(bits), true));
    }
  }
}

TEST(NarrowFloatsTest, TruncatesToNearest) {
  auto *halfOfFloat = find<_Float16(float)>("__truncsfhf2");
  auto *halfOfDouble = find<_Float16(double)>("__truncdfhf2");
  auto *bfloatOfFloat = find<__bf16(float)>("__truncsfbf2");
  auto *bfloatOfDouble = find<__bf16(double)>("__truncdfbf2");
  auto check = [&](double value) {
    float narrow = static_cast<float>(value);
    expectNearest(value, bit_cast<uint16_t>(halfOfDouble(value)), true);
    expectNearest(value, bit_cast<uint16_t>(bfloatOfDouble(value)), false);
    expectNearest(narrow, bit_cast<uint16_t>(halfOfFloat(narrow)), true);
    expectNearest(narrow, bit_cast<uint16_t>(bfloatOfFloat(narrow)), false);
  };
  // Every result, the middle to the next, and what lies close to that.
  for (bool isHalf : {true, false})
    for (uint32_t bits = 0; bits < (isHalf ? 0x7BFFu : 0x7F7Fu); ++bits) {
      double low = valueOf(uint16_t(bits), isHalf);
      double middle = (low + valueOf(uint16_t(bits + 1), isHalf)) / 2;
      for (double value : {low, middle, std::nextafter(middle, 0.0),
                           std::nextafter(middle, INFINITY)}) {
        check(value);
        check(-value);
      }
    }
  for (double value : {65504.0, 65519.999, 65520.0, 1e300, double(INFINITY),
                       -double(INFINITY), double(NAN), 0x1p-1074})
    check(value);
  std::mt19937_64 random(1);
  for (int i = 0; i < 100000; ++i)
    check(bit_cast<double>(random()));
}

// Against sums in 128 bits, which hold x * y + z of moderate numbers exactly.
TEST(NarrowFloatsTest, FmaRoundsOnce) {
  auto *half = find<float(float, float, float)>("tilery_sim_math_fma_f16");
  auto *truncate = find<_Float16(float)>("__truncsfhf2");
  std::mt19937_64 random(2);
  for (int i = 0; i < 200000; ++i) {
    auto draw = [&] {
      auto mantissa = static_cast<int64_t>(random() % 1024 + 1024);
      int exponent = static_cast<int>(random() % 12) - 16;
      return std::ldexp(random() % 2 ? mantissa : -mantissa, exponent);
    };
    double x = draw(), y = draw(), z = draw();
    // 22 bits, and 33 more at most apart: exact in a double's 53.
    double exact = x * y + z;
    float result = half(static_cast<float>(x), static_cast<float>(y),
                        static_cast<float>(z));
    if (exact != 0)
      expectNearest(exact, bit_cast<uint16_t>(truncate(result)), true);
  }
}

} // namespace

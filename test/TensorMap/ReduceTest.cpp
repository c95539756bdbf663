// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arithmetic of reductions, bit by bit, as measured on an H200.

#include "tilery/TensorMap/Reduce.h"

#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <random>
#include <string>

using namespace tilery::tensormap;

namespace {

constexpr ReduceOp kOps[] = {ReduceOp::Add, ReduceOp::Min, ReduceOp::Max,
                             ReduceOp::Inc, ReduceOp::Dec, ReduceOp::And,
                             ReduceOp::Or,  ReduceOp::Xor};

/// The operators of a type, in the order above.
template <typename IsLegal> std::string operators(IsLegal isLegal) {
  std::string names;
  for (ReduceOp op : kOps)
    if (isLegal(op))
      names += (names.empty() ? "" : " ") + std::string(name(op));
  return names;
}
std::string tensorOperators(DataType type) {
  return operators([&](ReduceOp op) { return isLegalReduction(op, type); });
}
std::string bulkOperators(DataType type, BulkDestination destination) {
  return operators(
      [&](ReduceOp op) { return isLegalBulkReduction(op, type, destination); });
}

template <typename Bits>
Bits reduce(ReduceOp op, DataType type, Bits old, Bits value) {
  ReduceFunction function = reduceFunction(op, type);
  EXPECT_NE(function, nullptr) << name(op) << " " << name(type);
  if (function)
    function(reinterpret_cast<uint8_t *>(&old),
             reinterpret_cast<const uint8_t *>(&value), sizeof(Bits));
  return old;
}
uint16_t f16(ReduceOp op, uint16_t old, uint16_t value) {
  return reduce(op, DataType::Float16, old, value);
}
uint16_t bf16(ReduceOp op, uint16_t old, uint16_t value) {
  return reduce(op, DataType::BFloat16, old, value);
}
uint32_t addSingle(DataType type, uint32_t old, uint32_t value) {
  return reduce(ReduceOp::Add, type, old, value);
}
uint64_t addDouble(uint64_t old, uint64_t value) {
  return reduce(ReduceOp::Add, DataType::Float64, old, value);
}

TEST(Reduce, TensorFormRuns) {
  EXPECT_EQ(tensorOperators(DataType::UInt32),
            "add min max inc dec and or xor");
  EXPECT_EQ(tensorOperators(DataType::Int32), "add min max and or xor");
  EXPECT_EQ(tensorOperators(DataType::UInt64), "add min max and or xor");
  EXPECT_EQ(tensorOperators(DataType::Int64), "min max");
  EXPECT_EQ(tensorOperators(DataType::Float16), "add min max");
  EXPECT_EQ(tensorOperators(DataType::BFloat16), "add min max");
  for (DataType type :
       {DataType::Float32, DataType::Float32Ftz, DataType::TFloat32,
        DataType::TFloat32Ftz, DataType::Float64})
    EXPECT_EQ(tensorOperators(type), "add") << name(type);
  for (DataType type : {DataType::UInt8, DataType::UInt16,
                        DataType::Packed16U4Align8B, static_cast<DataType>(99)})
    EXPECT_EQ(tensorOperators(type), "") << name(type);
}

TEST(Reduce, BulkFormToGlobalAssembles) {
  auto names = [](DataType type) {
    return bulkOperators(type, BulkDestination::Global);
  };
  EXPECT_EQ(names(DataType::UInt32), "add min max inc dec and or xor");
  EXPECT_EQ(names(DataType::Int32), "add min max and or xor");
  EXPECT_EQ(names(DataType::UInt64), "add min max and or xor");
  EXPECT_EQ(names(DataType::Int64), "min max and or xor");
  EXPECT_EQ(names(DataType::Float16), "add min max");
  EXPECT_EQ(names(DataType::BFloat16), "add min max");
  EXPECT_EQ(names(DataType::Float32), "add");
  EXPECT_EQ(names(DataType::Float64), "add");
  EXPECT_EQ(names(DataType::TFloat32), "");
  EXPECT_EQ(names(DataType::UInt16), "");
}

TEST(Reduce, BulkFormToSharedAssembles) {
  auto names = [](DataType type) {
    return bulkOperators(type, BulkDestination::SharedCluster);
  };
  EXPECT_EQ(names(DataType::UInt32), "add min max inc dec and or xor");
  EXPECT_EQ(names(DataType::Int32), "add min max and or xor");
  EXPECT_EQ(names(DataType::UInt64), "add");
  EXPECT_EQ(names(DataType::Int64), "");
  EXPECT_EQ(names(DataType::Float16), "");
  EXPECT_EQ(names(DataType::Float32), "");
}

TEST(Reduce, EveryLegalPairHasArithmetic) {
  for (int32_t t = -1; t <= kDataTypeCount; ++t)
    for (int32_t o = -1; o <= kReduceOpCount; ++o) {
      auto type = static_cast<DataType>(t);
      auto op = static_cast<ReduceOp>(o);
      bool legal =
          isLegalReduction(op, type) ||
          isLegalBulkReduction(op, type, BulkDestination::Global) ||
          isLegalBulkReduction(op, type, BulkDestination::SharedCluster);
      EXPECT_EQ(reduceFunction(op, type) != nullptr, legal)
          << name(op) << " " << name(type);
    }
}

TEST(Reduce, NamesReadBack) {
  for (ReduceOp op : kOps)
    EXPECT_EQ(parseReduceOp(name(op)), op);
  EXPECT_FALSE(parseReduceOp("mul"));
  EXPECT_FALSE(parseReduceOp(""));
  EXPECT_STREQ(name(static_cast<ReduceOp>(8)), "?");
}

TEST(Reduce, Integers) {
  auto u32 = [](ReduceOp op, uint32_t old, uint32_t value) {
    return reduce(op, DataType::UInt32, old, value);
  };
  EXPECT_EQ(u32(ReduceOp::Add, 0xFFFFFFFF, 2), 1u);
  EXPECT_EQ(u32(ReduceOp::Min, 0x80000000, 1), 1u);
  EXPECT_EQ(u32(ReduceOp::Max, 0x80000000, 1), 0x80000000u);
  EXPECT_EQ(u32(ReduceOp::And, 0b1100, 0b1010), 0b1000u);
  EXPECT_EQ(u32(ReduceOp::Or, 0b1100, 0b1010), 0b1110u);
  EXPECT_EQ(u32(ReduceOp::Xor, 0b1100, 0b1010), 0b0110u);
  auto i32 = [](ReduceOp op, int32_t old, int32_t value) {
    return reduce(op, DataType::Int32, old, value);
  };
  EXPECT_EQ(i32(ReduceOp::Add, INT32_MAX, 1), INT32_MIN);
  EXPECT_EQ(i32(ReduceOp::Min, INT32_MIN, 1), INT32_MIN);
  EXPECT_EQ(i32(ReduceOp::Max, INT32_MIN, 1), 1);
  EXPECT_EQ(reduce<uint64_t>(ReduceOp::Add, DataType::UInt64, ~0ull, 3), 2u);
  EXPECT_EQ(reduce<int64_t>(ReduceOp::Min, DataType::Int64, -1, 1), -1);
  EXPECT_EQ(reduce<int64_t>(ReduceOp::Max, DataType::Int64, -1, 1), 1);
}

TEST(Reduce, IncrementAndDecrementWrap) {
  auto inc = [](uint32_t old, uint32_t value) {
    return reduce(ReduceOp::Inc, DataType::UInt32, old, value);
  };
  auto dec = [](uint32_t old, uint32_t value) {
    return reduce(ReduceOp::Dec, DataType::UInt32, old, value);
  };
  EXPECT_EQ(inc(3, 5), 4u);
  EXPECT_EQ(inc(5, 5), 0u);
  EXPECT_EQ(inc(9, 5), 0u);
  EXPECT_EQ(inc(UINT32_MAX, UINT32_MAX), 0u);
  EXPECT_EQ(dec(3, 5), 2u);
  EXPECT_EQ(dec(0, 5), 5u);
  EXPECT_EQ(dec(9, 5), 5u);
  EXPECT_EQ(dec(5, 5), 4u);
}

TEST(Reduce, HalfAddRoundsToNearestEven) {
  // 2048 + 1 lies between 2048 and 2050; 2050 + 1 between 2050 and 2052.
  EXPECT_EQ(f16(ReduceOp::Add, 0x6800, 0x3C00), 0x6800);
  EXPECT_EQ(f16(ReduceOp::Add, 0x6801, 0x3C00), 0x6802);
  EXPECT_EQ(f16(ReduceOp::Add, 0x3C00, 0x4000), 0x4200); // 1 + 2
  EXPECT_EQ(f16(ReduceOp::Add, 0x7BFF, 0x7BFF), 0x7C00); // overflow
  EXPECT_EQ(f16(ReduceOp::Add, 0x7BFF, 0x4BFF), 0x7BFF); // 65504 + 15.99
  EXPECT_EQ(f16(ReduceOp::Add, 0x7BFF, 0x4C00), 0x7C00); // 65504 + 16, a tie
  EXPECT_EQ(f16(ReduceOp::Add, 0x0001, 0x0001), 0x0002); // denormals stay
  EXPECT_EQ(f16(ReduceOp::Add, 0x03FF, 0x0001), 0x0400);
  EXPECT_EQ(f16(ReduceOp::Add, 0x8001, 0x0001), 0x0000);
  EXPECT_EQ(f16(ReduceOp::Add, 0x8000, 0x8000), 0x8000);
  EXPECT_EQ(f16(ReduceOp::Add, 0x7C00, 0xFC00), 0x7FFF);
  EXPECT_EQ(f16(ReduceOp::Add, 0xFE01, 0x3C00), 0x7FFF);
}

TEST(Reduce, BrainAddRoundsToNearestEven) {
  // 256 + 1 lies between 256 and 258; 258 + 1 between 258 and 260.
  EXPECT_EQ(bf16(ReduceOp::Add, 0x4380, 0x3F80), 0x4380);
  EXPECT_EQ(bf16(ReduceOp::Add, 0x4381, 0x3F80), 0x4382);
  EXPECT_EQ(bf16(ReduceOp::Add, 0x7F7F, 0x7F7F), 0x7F80);
  EXPECT_EQ(bf16(ReduceOp::Add, 0x0001, 0x0002), 0x0003);
  EXPECT_EQ(bf16(ReduceOp::Add, 0x7F80, 0xFF80), 0x7FFF);
  EXPECT_EQ(bf16(ReduceOp::Add, 0xFFC1, 0x3F80), 0x7FFF);
}

// The same sums by a slower way: in long double, which holds both operands and
// the sum exactly, rounded to the unit in the last place by hand.
TEST(Reduce, HalfAddMatchesExactSums) {
  auto decode = [](uint16_t bits) -> long double {
    int exponent = bits >> 10 & 31;
    long double magnitude = std::ldexp(
        static_cast<long double>((bits & 0x3FF) + (exponent ? 1024 : 0)),
        (exponent ? exponent : 1) - 25);
    return bits & 0x8000 ? -magnitude : magnitude;
  };
  std::mt19937 random(7);
  for (int i = 0; i < 200000; ++i) {
    auto a = static_cast<uint16_t>(random());
    auto b = static_cast<uint16_t>(random());
    // Close exponents make ties.
    if (i % 2)
      b = static_cast<uint16_t>((b & 0x83FF) | (a & 0x7C00));
    if ((a & 0x7C00) == 0x7C00 || (b & 0x7C00) == 0x7C00)
      continue;
    long double exact = decode(a) + decode(b);
    int exponent = 0;
    std::frexp(exact, &exponent);
    int unit = std::max(exponent - 11, -24);
    long double rounded =
        std::ldexp(std::nearbyint(std::ldexp(exact, -unit)), unit);
    uint16_t sum = f16(ReduceOp::Add, a, b);
    if (std::fabs(rounded) > 65504)
      ASSERT_EQ(sum, rounded < 0 ? 0xFC00 : 0x7C00) << a << " " << b;
    else
      ASSERT_EQ(decode(sum), rounded) << a << " " << b;
  }
}

TEST(Reduce, SmallMinMaxTakeTheNumber) {
  for (auto reduceSmall : {f16, bf16}) {
    uint16_t nan = 0x7FF1, one = 0x3C00;
    EXPECT_EQ(reduceSmall(ReduceOp::Min, nan, one), one);
    EXPECT_EQ(reduceSmall(ReduceOp::Min, one, nan), one);
    EXPECT_EQ(reduceSmall(ReduceOp::Max, nan, one), one);
    EXPECT_EQ(reduceSmall(ReduceOp::Max, one, nan), one);
    EXPECT_EQ(reduceSmall(ReduceOp::Max, nan, nan), 0x7FFF);
    EXPECT_EQ(reduceSmall(ReduceOp::Min, 0x8000, 0x0000), 0x8000);
    EXPECT_EQ(reduceSmall(ReduceOp::Min, 0x0000, 0x8000), 0x8000);
    EXPECT_EQ(reduceSmall(ReduceOp::Max, 0x8000, 0x0000), 0x0000);
    EXPECT_EQ(reduceSmall(ReduceOp::Max, 0x0000, 0x8000), 0x0000);
    EXPECT_EQ(reduceSmall(ReduceOp::Min, 0xBC00, 0xC000), 0xC000); // negative
    EXPECT_EQ(reduceSmall(ReduceOp::Max, 0xBC00, 0xC000), 0xBC00);
    EXPECT_EQ(reduceSmall(ReduceOp::Min, 0x0001, 0x0002), 0x0001); // denormal
  }
}

TEST(Reduce, SingleAdd) {
  for (DataType type : {DataType::Float32, DataType::TFloat32}) {
    // 2^24 + 1, and 2^24 + 2 + 1, are ties.
    EXPECT_EQ(addSingle(type, 0x4B800000, 0x3F800000), 0x4B800000u);
    EXPECT_EQ(addSingle(type, 0x4B800001, 0x3F800000), 0x4B800002u);
    EXPECT_EQ(addSingle(type, 0x00000001, 0x00000001), 0x00000002u);
    EXPECT_EQ(addSingle(type, 0x3F800001, 0x00000000), 0x3F800001u);
    EXPECT_EQ(addSingle(type, 0x7F7FFFFF, 0x7F7FFFFF), 0x7F800000u);
    EXPECT_EQ(addSingle(type, 0x7F800000, 0xFF800000), 0x7FFFFFFFu);
    EXPECT_EQ(addSingle(type, 0x7FC00001, 0x3F800000), 0x7FFFFFFFu);
    EXPECT_EQ(addSingle(type, 0x80000000, 0x80000000), 0x80000000u);
  }
}

TEST(Reduce, FlushingAdd) {
  for (DataType type : {DataType::Float32Ftz, DataType::TFloat32Ftz}) {
    EXPECT_EQ(addSingle(type, 0x00000001, 0x00000001), 0x00000000u);
    EXPECT_EQ(addSingle(type, 0x007FFFFF, 0x3F800000), 0x3F800000u);
    // The difference of two normal numbers is a denormal.
    EXPECT_EQ(addSingle(type, 0x00800001, 0x80800000), 0x00000000u);
    EXPECT_EQ(addSingle(type, 0x80800001, 0x00800000), 0x80000000u);
    EXPECT_EQ(addSingle(type, 0x7FC00001, 0x3F800000), 0x7FFFFFFFu);
  }
}

TEST(Reduce, DoubleAdd) {
  // 2^53 + 1 is a tie, 2^53 + 2 + 1 one that goes up.
  EXPECT_EQ(addDouble(0x4340000000000000, 0x3FF0000000000000),
            0x4340000000000000u);
  EXPECT_EQ(addDouble(0x4340000000000001, 0x3FF0000000000000),
            0x4340000000000002u);
  EXPECT_EQ(addDouble(1, 1), 2u);
  EXPECT_EQ(addDouble(0x7FEFFFFFFFFFFFFF, 0x7FEFFFFFFFFFFFFF),
            0x7FF0000000000000u);
}

TEST(Reduce, DoubleAddKeepsNaNs) {
  constexpr uint64_t one = 0x3FF0000000000000, infinity = 0x7FF0000000000000;
  constexpr uint64_t signalling = 0x7FF0000000000001;
  constexpr uint64_t negative = 0xFFF8000000000001;
  EXPECT_EQ(addDouble(one, signalling), signalling);
  EXPECT_EQ(addDouble(signalling, one), signalling);
  EXPECT_EQ(addDouble(signalling, negative), negative);
  EXPECT_EQ(addDouble(negative, signalling), signalling);
  EXPECT_EQ(addDouble(infinity, infinity), infinity);
  EXPECT_EQ(addDouble(infinity, infinity | 1ull << 63), 0xFFF8000000000000u);
}

TEST(Reduce, WholeElementsAlone) {
  uint8_t old[7] = {1, 0, 0, 0, 9, 9, 9}, value[7] = {2, 0, 0, 0, 1, 1, 1};
  reduceFunction(ReduceOp::Add, DataType::UInt32)(old, value, 7);
  EXPECT_EQ(old[0], 3);
  EXPECT_EQ(old[4], 9);
}

} // namespace

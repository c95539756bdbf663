// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Coverage.h"

#include <gtest/gtest.h>
#include <set>

using namespace tilery::maptest;
using tilery::tensormap::DataType;
using tilery::tensormap::Swizzle;

namespace {

bool hasPair(const Coverage &coverage, Factor a, int x, Factor b, int y) {
  for (const Pair &pair : coverage.pairs())
    if (pair.first == a && pair.firstValue == x && pair.second == b &&
        pair.secondValue == y)
      return true;
  return false;
}

int number(DataType type) { return static_cast<int>(type); }

TEST(Coverage, KnowsWhichPairsAreLegal) {
  Coverage coverage;
  int all = 0;
  for (int a = 0; a < kFactorCount; ++a)
    for (int b = a + 1; b < kFactorCount; ++b)
      all += valueCount(Factor(a)) * valueCount(Factor(b));
  EXPECT_EQ(all, 718);
  // What is left out: 4 of rank and interleave, 3 of swizzle and 32B, 7 of rank
  // 1 and element strides, 2 of types without reductions, 2 of ragged slices, 2
  // of stores below 0.
  EXPECT_EQ(coverage.pairs().size(), 718u - 20u);

  const int reduce = 2, b32 = 2;
  EXPECT_FALSE(hasPair(coverage, Factor::Type, number(DataType::UInt8),
                       Factor::Direction, reduce));
  EXPECT_TRUE(hasPair(coverage, Factor::Type, number(DataType::Int64),
                      Factor::Direction, reduce));
  EXPECT_FALSE(hasPair(coverage, Factor::Swizzle,
                       static_cast<int>(Swizzle::B128), Factor::Interleave,
                       b32));
  EXPECT_TRUE(hasPair(coverage, Factor::Swizzle, static_cast<int>(Swizzle::B32),
                      Factor::Interleave, b32));
  EXPECT_FALSE(hasPair(coverage, Factor::Edge, static_cast<int>(Edge::Negative),
                       Factor::Direction, reduce));
  EXPECT_FALSE(hasPair(coverage, Factor::Interleave, b32, Factor::Edge,
                       static_cast<int>(Edge::Ragged)));
}

TEST(Coverage, SteersToTheRarestPair) {
  Coverage coverage;
  for (int i = 0; i < 520; ++i) {
    int64_t least = coverage.leastCovered().count;
    std::set<const Pair *> rare;
    for (const Pair &pair : coverage.pairs())
      if (pair.count == least)
        rare.insert(&pair);
    Random random(3, static_cast<uint64_t>(i));
    Factors factors = coverage.steer(random);
    ASSERT_TRUE(isLegal(factors));
    coverage.add(factors);
    bool covered = false;
    for (const Pair *pair : rare)
      covered |= pair->count > least;
    ASSERT_TRUE(covered);
  }
  EXPECT_GE(coverage.leastCovered().count, 3);
}

TEST(Coverage, CountsValuesAndPairs) {
  Coverage coverage;
  Factors factors;
  coverage.add(factors);
  EXPECT_EQ(coverage.count(Factor::Rank, 0), 1);
  EXPECT_EQ(coverage.count(Factor::Rank, 1), 0);
  int64_t pairs = 0;
  for (const Pair &pair : coverage.pairs())
    pairs += pair.count;
  EXPECT_EQ(pairs, 21);
  EXPECT_EQ(describe(coverage.pairs().front()), "rank=1 type=u8");
}

} // namespace

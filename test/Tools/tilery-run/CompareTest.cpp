// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Compare.h"
#include "Fill.h"

#include <gtest/gtest.h>

#include <cstring>

using namespace tilery;
using namespace tilery::run;

namespace {
constexpr TileryDataType f32 = {TILERY_TYPE_FLOAT, 32, 1};
constexpr int64_t side = 16, tileSide = 4;

/// A matrix whose every element is its own number plus one, as expected, with a
/// pitch of 20 elements.
class CompareTest : public testing::Test {
protected:
  CompareTest() {
    array = llvm::cantFail(Array::create(f32, {side, side}, {20, 1}));
    before.assign(array.storage(), array.storage() + array.storageBytes());
    for (int64_t i = 0; i < side * side; ++i)
      expected.push_back(static_cast<float>(i + 1));
    array.forEach([&](int64_t linear, char *element) {
      std::memcpy(element, &expected[linear], 4);
      return true;
    });
  }

  std::optional<Difference> compare(llvm::ArrayRef<int64_t> tile = {tileSide,
                                                                    tileSide}) {
    return compareArray(array, reinterpret_cast<const char *>(expected.data()),
                        before.data(), tile);
  }
  void set(int64_t row, int64_t column, float value) {
    std::memcpy(array.at({row, column}), &value, 4);
  }
  float want(int64_t row, int64_t column) {
    return expected[row * side + column];
  }
  /// Sets each element of tile (row, column) to value(r, c), its place in it.
  template <typename Callable>
  void setTile(int64_t row, int64_t column, Callable value) {
    for (int64_t r = 0; r < tileSide; ++r)
      for (int64_t c = 0; c < tileSide; ++c)
        set(row * tileSide + r, column * tileSide + c, value(r, c));
  }

  Array array;
  std::vector<char> before;
  std::vector<float> expected;
};
} // namespace

TEST_F(CompareTest, Equal) { EXPECT_FALSE(compare()); }

TEST_F(CompareTest, FirstIndexTileAndCount) {
  set(5, 9, -1);
  set(13, 2, 0.5);
  auto difference = compare();
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->count, 2);
  EXPECT_EQ(difference->total, side * side);
  EXPECT_EQ(difference->first, (Shape{5, 9}));
  EXPECT_EQ(difference->firstTile, (Shape{1, 2}));
  EXPECT_EQ(difference->tiles, 2);
  EXPECT_EQ(difference->expected, "90");
  EXPECT_EQ(difference->got, "-1");
  EXPECT_EQ(difference->pattern, Pattern::Scattered);
}

TEST_F(CompareTest, Stale) {
  setTile(2, 1, [&](int64_t, int64_t) {
    float poison;
    std::memset(&poison, poisonByte, 4);
    return poison;
  });
  auto difference = compare();
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->pattern, Pattern::Stale);
  EXPECT_EQ(difference->count, 16);
}

TEST_F(CompareTest, ConstantOffset) {
  for (int64_t r = 0; r < side; ++r)
    for (int64_t c = 0; c < side; ++c)
      set(r, c, want(r, c) - 1.0f);
  auto difference = compare();
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->pattern, Pattern::ConstantOffset);
  EXPECT_EQ(difference->detail, "by -1");
}

TEST_F(CompareTest, TransposedTile) {
  setTile(1, 3, [&](int64_t r, int64_t c) { return want(4 + c, 12 + r); });
  auto difference = compare();
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->pattern, Pattern::TransposedTile);
  // The diagonal agrees.
  EXPECT_EQ(difference->count, 12);
}

TEST_F(CompareTest, MovedTile) {
  setTile(0, 1, [&](int64_t r, int64_t c) { return want(4 + r, c); });
  setTile(1, 0, [&](int64_t r, int64_t c) { return want(r, 4 + c); });
  auto difference = compare();
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->pattern, Pattern::MovedTile);
  EXPECT_EQ(difference->detail, "tile [0, 1] holds tile [1, 0]");
}

TEST_F(CompareTest, Zeros) {
  setTile(0, 0, [](int64_t, int64_t) { return 0.0f; });
  auto difference = compare();
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->pattern, Pattern::Zeros);
}

TEST_F(CompareTest, WholeTile) {
  setTile(3, 3, [](int64_t r, int64_t c) {
    return static_cast<float>(r * 7919 % 31 + c * 104729 % 17) + 0.25f;
  });
  auto difference = compare();
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->pattern, Pattern::WholeTile);
  EXPECT_EQ(difference->tiles, 1);
}

TEST_F(CompareTest, Everywhere) {
  for (int64_t r = 0; r < side; ++r)
    for (int64_t c = 0; c < side; ++c)
      set(r, c, want(r, c) * 3);
  auto difference = compare();
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->pattern, Pattern::Everywhere);
}

TEST_F(CompareTest, WithoutTiles) {
  setTile(3, 3, [](int64_t r, int64_t c) {
    return static_cast<float>(r * c * c) + 0.25f;
  });
  auto difference = compare({});
  ASSERT_TRUE(difference);
  EXPECT_TRUE(difference->firstTile.empty());
  EXPECT_EQ(difference->pattern, Pattern::Scattered);
}

TEST_F(CompareTest, NaNIsItself) {
  expected[0] = NAN;
  set(0, 0, NAN);
  EXPECT_FALSE(compare());
}

TEST_F(CompareTest, TileAtTheEdge) {
  // Tiles of 5: the last ones are cut.
  set(15, 15, -3);
  auto difference = compare({5, 5});
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->firstTile, (Shape{3, 3}));
  EXPECT_EQ(difference->pattern, Pattern::WholeTile);
}

TEST_F(CompareTest, EveryPatternHasNameAndCause) {
  for (int i = 0; i <= static_cast<int>(Pattern::Scattered); ++i) {
    EXPECT_FALSE(patternName(static_cast<Pattern>(i)).empty());
    EXPECT_FALSE(usualCause(static_cast<Pattern>(i)).empty());
  }
}

TEST_F(CompareTest, OutsideIsUntouched) {
  Outside outside = compareOutside(array, before.data());
  EXPECT_EQ(outside.bytes, 0);
}

TEST_F(CompareTest, OutsidePadding) {
  for (int64_t row : {2, 3, 9}) {
    std::memset(array.at({row, 17}), 0, 4);
    std::memset(array.at({row, 18}), 0, 4);
  }
  Outside outside = compareOutside(array, before.data());
  EXPECT_EQ(outside.bytes, 24);
  EXPECT_EQ(outside.firstColumn, 17);
  EXPECT_EQ(outside.lastColumn, 18);
  EXPECT_EQ(outside.rows, 3);
}

TEST_F(CompareTest, OutsideBehindTheEnd) {
  array.storage()[array.storageBytes() - 1] = 0;
  Outside outside = compareOutside(array, before.data());
  EXPECT_EQ(outside.bytes, 1);
  EXPECT_EQ(outside.firstColumn, -1);
}

TEST(CompactCompareTest, OutsideOfACompactArray) {
  Array array = llvm::cantFail(Array::create(f32, {4, 4}, {4, 1}, 2));
  std::vector<char> before(array.storage(),
                           array.storage() + array.storageBytes());
  FillSpec ones;
  ones.kind = FillSpec::Ones;
  fillArray(array, ones, nullptr);
  EXPECT_EQ(compareOutside(array, before.data()).bytes, 0);
  array.storage()[0] = 0;
  array.storage()[18 * 4] = 0;
  Outside outside = compareOutside(array, before.data());
  EXPECT_EQ(outside.bytes, 2);
  EXPECT_EQ(outside.firstByte, -8);
}

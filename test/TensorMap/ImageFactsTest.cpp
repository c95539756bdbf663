// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each measured fact of docs/copy-engine.md on a case that fits into the head.

#include "ImageTest.h"

using namespace tilery::tensormap;

namespace {

using Words = std::vector<uint32_t>;
using Halves = std::vector<uint16_t>;

TEST(ImageFacts, RowsOfAPlainTile) {
  TensorMapParams p = mapOf(DataType::UInt32, {8, 4}, {4, 2});
  Memory<uint32_t> m(32, 8);
  ASSERT_EQ(m.load(p, {4, 1}), ImageStatus::Ok);
  EXPECT_EQ(m.shared, (Words{13, 14, 15, 16, 21, 22, 23, 24}));
}

TEST(ImageFacts, OutsideIsFilledOnAllSides) {
  TensorMapParams p = mapOf(DataType::UInt32, {8, 2}, {8, 4});
  Memory<uint32_t> m(16, 32);
  ASSERT_EQ(m.load(p, {-4, -1}), ImageStatus::Ok);
  EXPECT_EQ(part(m.shared, 0, 8), Words(8, 0));
  EXPECT_EQ(part(m.shared, 8, 8), (Words{0, 0, 0, 0, 1, 2, 3, 4}));
  EXPECT_EQ(part(m.shared, 16, 8), (Words{0, 0, 0, 0, 9, 10, 11, 12}));
  EXPECT_EQ(part(m.shared, 24, 8), Words(8, 0));
}

TEST(ImageFacts, RaggedInnerEdgeIsFilledByElement) {
  TensorMapParams p = mapOf(DataType::UInt32, {5, 2}, {8, 2});
  p.byteStrides[0] = 32;
  Memory<uint32_t> m(16, 16);
  ASSERT_EQ(m.load(p, {0, 0}), ImageStatus::Ok);
  EXPECT_EQ(m.shared,
            (Words{1, 2, 3, 4, 5, 0, 0, 0, 9, 10, 11, 12, 13, 0, 0, 0}));
}

TEST(ImageFacts, NaNFillByType) {
  auto fillOf = [](DataType type, size_t element) {
    int64_t box = static_cast<int64_t>(16 / element);
    TensorMapParams p = mapOf(type, {box}, {box});
    p.fill = Fill::NaN;
    Memory<uint8_t> m(16, 16);
    EXPECT_EQ(m.load(p, {static_cast<int32_t>(-box)}), ImageStatus::Ok);
    uint64_t bits = 0;
    std::memcpy(&bits, m.shared.data() + element, element);
    return bits;
  };
  EXPECT_EQ(fillOf(DataType::Float16, 2), 0x7FF7u);
  EXPECT_EQ(fillOf(DataType::BFloat16, 2), 0x7FF7u);
  EXPECT_EQ(fillOf(DataType::Float32, 4), 0x7FF77FF7u);
  EXPECT_EQ(fillOf(DataType::TFloat32, 4), 0x7FF77FF7u);
  EXPECT_EQ(fillOf(DataType::Float64, 8), 0x7FF77FF77FF77FF7u);
}

TEST(ImageFacts, NaNFillAtARaggedEdge) {
  TensorMapParams p = mapOf(DataType::Float16, {3}, {8});
  p.fill = Fill::NaN;
  Memory<uint16_t> m(3, 8);
  ASSERT_EQ(m.load(p, {0}), ImageStatus::Ok);
  EXPECT_EQ(m.shared,
            (Halves{1, 2, 3, 0x7FF7, 0x7FF7, 0x7FF7, 0x7FF7, 0x7FF7}));
}

TEST(ImageFacts, LoadsOfTF32Round) {
  const Words from = {0x3F801000, 0x3F803000, 0x7F7FF000, 0x00001001,
                      0x7F800001, 0xFFC00000, 0xFF800000, 0xBF801001};
  const Words to = {0x3F800000, 0x3F804000, 0x7F800000, 0x00002000,
                    0x7FFFE000, 0x7FFFE000, 0xFF800000, 0xBF802000};
  for (DataType type : {DataType::TFloat32, DataType::TFloat32Ftz}) {
    TensorMapParams p = mapOf(type, {8}, {8});
    Memory<uint32_t> m(8, 8);
    m.global = from;
    ASSERT_EQ(m.load(p, {0}), ImageStatus::Ok);
    EXPECT_EQ(m.shared, to) << name(type);
  }
}

TEST(ImageFacts, OtherLoadsKeepBits) {
  const Words odd = {0x00000001, 0x807FFFFF, 0x7F800001, 0xFFFFFFFF,
                     0x7F800000, 0x3F801001, 0x80000000, 0x7FC12345};
  for (DataType type :
       {DataType::Float16, DataType::BFloat16, DataType::Float32,
        DataType::Float32Ftz, DataType::Float64, DataType::UInt8}) {
    int64_t count = 32 / elementBytes(type);
    TensorMapParams p = mapOf(type, {count}, {count});
    Memory<uint32_t> m(8, 8);
    m.global = odd;
    ASSERT_EQ(m.load(p, {0}), ImageStatus::Ok);
    EXPECT_EQ(m.shared, odd) << name(type);
  }
}

TEST(ImageFacts, StoresNeverConvert) {
  for (DataType type :
       {DataType::TFloat32, DataType::TFloat32Ftz, DataType::Float32Ftz}) {
    TensorMapParams p = mapOf(type, {4}, {4});
    Memory<uint32_t> m(4, 4);
    m.shared = {0x3F801001, 0x00000001, 0x7F800001, 0x7F7FF000};
    ASSERT_EQ(m.store(p, {0}), ImageStatus::Ok);
    EXPECT_EQ(m.global, m.shared) << name(type);
  }
}

// Chunk c of row r of a full row lies at chunk c ^ (r % 8).
TEST(ImageFacts, SwizzleOfFullRows) {
  TensorMapParams p = mapOf(DataType::Float16, {64, 16}, {64, 16});
  p.swizzle = Swizzle::B128;
  Memory<uint16_t> m(1024, 1024);
  ASSERT_EQ(m.load(p, {0, 0}), ImageStatus::Ok);
  for (size_t row = 0; row < 16; ++row)
    for (size_t c = 0; c < 8; ++c)
      EXPECT_EQ(m.shared[row * 64 + (c ^ row % 8) * 8],
                m.global[row * 64 + c * 8])
          << row << " " << c;
}

TEST(ImageFacts, NarrowSwizzledRowsLieASpanApart) {
  TensorMapParams p = mapOf(DataType::UInt32, {4, 3}, {4, 3});
  p.swizzle = Swizzle::B128;
  Memory<uint32_t> m(12, 96);
  ASSERT_EQ(m.load(p, {0, 0}), ImageStatus::Ok);
  EXPECT_EQ(part(m.shared, 0, 4), (Words{1, 2, 3, 4}));
  EXPECT_EQ(part(m.shared, 32 + 4, 4), (Words{5, 6, 7, 8}));
  EXPECT_EQ(part(m.shared, 64 + 8, 4), (Words{9, 10, 11, 12}));
  // What lies between is left alone.
  EXPECT_EQ(part(m.shared, 4, 4), (Words{1004, 1005, 1006, 1007}));
  EXPECT_EQ(m.shared[32], 1032u);
}

// The pattern is one of addresses: a tile at +128 starts with its second line.
TEST(ImageFacts, SwizzleFollowsTheTilesAddress) {
  TensorMapParams p = mapOf(DataType::UInt32, {32, 1}, {32, 1});
  p.swizzle = Swizzle::B128;
  Memory<uint32_t> m(32, 32);
  ASSERT_EQ(m.load(p, {0, 0}, 128), ImageStatus::Ok);
  EXPECT_EQ(part(m.shared, 0, 8), (Words{5, 6, 7, 8, 1, 2, 3, 4}));
  ASSERT_EQ(m.load(p, {0, 0}, 1024), ImageStatus::Ok);
  EXPECT_EQ(part(m.shared, 0, 8), (Words{1, 2, 3, 4, 5, 6, 7, 8}));
}

// Rows -1, 1, 3, 5: each kept or filled by its own coordinate.
TEST(ImageFacts, ElementStridesPickRows) {
  TensorMapParams p = mapOf(DataType::UInt32, {4, 8}, {4, 7});
  p.elementStrides[0] = 3; // ignored
  p.elementStrides[1] = 2;
  EXPECT_EQ(boxBytes(p), 4 * 16);
  Memory<uint32_t> m(32, 16);
  ASSERT_EQ(m.load(p, {0, -1}), ImageStatus::Ok);
  EXPECT_EQ(m.shared,
            (Words{0, 0, 0, 0, 5, 6, 7, 8, 13, 14, 15, 16, 21, 22, 23, 24}));
}

TEST(ImageFacts, StoresHonourElementStrides) {
  TensorMapParams p = mapOf(DataType::UInt32, {4, 5}, {4, 4});
  p.elementStrides[1] = 3;
  Memory<uint32_t> m(20, 8);
  ASSERT_EQ(m.store(p, {0, 1}), ImageStatus::Ok);
  EXPECT_EQ(part(m.global, 0, 4), (Words{1, 2, 3, 4}));
  EXPECT_EQ(part(m.global, 4, 4), (Words{1000, 1001, 1002, 1003}));
  EXPECT_EQ(part(m.global, 8, 8), (Words{9, 10, 11, 12, 13, 14, 15, 16}));
  EXPECT_EQ(part(m.global, 16, 4), (Words{1004, 1005, 1006, 1007}));
}

TEST(ImageFacts, StoresSpillToTheGranule) {
  TensorMapParams p = mapOf(DataType::Int32, {5, 1}, {12, 1});
  p.byteStrides[0] = 64;
  Memory<uint32_t> m(16, 12);
  ASSERT_EQ(m.store(p, {0, 0}), ImageStatus::Ok);
  EXPECT_EQ(part(m.global, 0, 8),
            (Words{1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007}));
  EXPECT_EQ(m.global[8], 9u);
}

TEST(ImageFacts, SpillByType) {
  auto touched = [](DataType type, int64_t width) {
    TensorMapParams p = mapOf(type, {width}, {64 / elementBytes(type)});
    Memory<uint8_t> m(64, 64);
    m.global.assign(64, 0);
    m.shared.assign(64, 1);
    EXPECT_EQ(m.store(p, {0}), ImageStatus::Ok);
    return std::count(m.global.begin(), m.global.end(), 1);
  };
  EXPECT_EQ(touched(DataType::UInt8, 19), 32);
  EXPECT_EQ(touched(DataType::UInt16, 5), 16);
  EXPECT_EQ(touched(DataType::Float64, 3), 32);
  EXPECT_EQ(touched(DataType::Float32, 8), 32);
}

TEST(ImageFacts, ReductionsSpillToTheGranule) {
  TensorMapParams p = mapOf(DataType::UInt32, {5, 1}, {8, 1});
  p.byteStrides[0] = 64;
  Memory<uint32_t> m(16, 8);
  ASSERT_EQ(m.reduce(ReduceOp::Add, p, {0, 0}), ImageStatus::Ok);
  EXPECT_EQ(part(m.global, 4, 5), (Words{1009, 1011, 1013, 1015, 9}));
}

TEST(ImageFacts, ReductionOfASwizzledTile) {
  TensorMapParams p = mapOf(DataType::UInt32, {8, 5}, {8, 5});
  p.swizzle = Swizzle::B32;
  Memory<uint32_t> m(40, 40), unswizzled(40, 40);
  ASSERT_EQ(m.load(p, {0, 0}), ImageStatus::Ok);
  EXPECT_NE(m.shared, m.global);
  ASSERT_EQ(m.reduce(ReduceOp::Max, p, {0, 0}), ImageStatus::Ok);
  EXPECT_EQ(m.global, unswizzled.global);
  ASSERT_EQ(m.reduce(ReduceOp::Xor, p, {0, 0}), ImageStatus::Ok);
  EXPECT_EQ(m.global, Words(40, 0));
}

TEST(ImageFacts, ZeroStrideRepeats) {
  TensorMapParams p = mapOf(DataType::UInt32, {4, 3}, {4, 3});
  p.byteStrides[0] = 0;
  Memory<uint32_t> m(4, 12);
  ASSERT_EQ(m.load(p, {0, 0}), ImageStatus::Ok);
  EXPECT_EQ(m.shared, (Words{1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4}));
}

//===----------------------------------------------------------------------===//
// Interleave: W slices of 4 words, C/8 channel slices, N images
//===----------------------------------------------------------------------===//

TensorMapParams interleaved(std::vector<int64_t> dims,
                            std::vector<int64_t> box) {
  TensorMapParams p = mapOf(DataType::UInt32, dims, box);
  p.interleave = Interleave::B16;
  setDenseStrides(p);
  return p;
}

TEST(ImageFacts, InterleaveSelectsOneChannelSlice) {
  TensorMapParams p = interleaved({6, 3, 2}, {4, 3, 2});
  EXPECT_EQ(p.byteStrides[0], 96);
  EXPECT_EQ(boxBytes(p), 16 * 4 * 2);
  Memory<uint32_t> m(6 * 3 * 2 * 4, 32);
  ASSERT_EQ(m.load(p, {1, 2, 0}), ImageStatus::Ok);
  // Slices 1..4 of channel slice 2 of image 0, then of image 1.
  uint32_t first = 2 * 24 + 4 + 1, second = first + 72;
  EXPECT_EQ(part(m.shared, 0, 4),
            (Words{first, first + 1, first + 2, first + 3}));
  EXPECT_EQ(m.shared[15], first + 15);
  EXPECT_EQ(m.shared[16], second);
  EXPECT_EQ(m.shared[31], second + 15);
}

TEST(ImageFacts, InterleaveStridesCountSlices) {
  TensorMapParams p = interleaved({8, 1, 1}, {8, 1, 1});
  p.elementStrides[0] = 3;
  EXPECT_EQ(boxBytes(p), 16 * 3);
  Memory<uint32_t> m(32, 12);
  ASSERT_EQ(m.load(p, {1, 0, 0}), ImageStatus::Ok);
  // Slices 1, 4 and 7.
  EXPECT_EQ(m.shared, (Words{5, 6, 7, 8, 17, 18, 19, 20, 29, 30, 31, 32}));
}

TEST(ImageFacts, InterleaveIgnoresTheChannelSlicesStride) {
  TensorMapParams p = interleaved({4, 4, 1}, {4, 4, 1});
  p.elementStrides[1] = 2;
  Memory<uint32_t> m(64, 16);
  EXPECT_EQ(boxBytes(p), 64);
  ASSERT_EQ(m.load(p, {0, 3, 0}), ImageStatus::Ok);
  EXPECT_EQ(m.shared[0], 49u);
}

TEST(ImageFacts, InterleaveFillsSlicesPastTheEnd) {
  TensorMapParams p = interleaved({3, 1, 1}, {4, 1, 1});
  Memory<uint32_t> m(12, 16);
  ASSERT_EQ(m.load(p, {-1, 0, 0}), ImageStatus::Ok);
  EXPECT_EQ(part(m.shared, 0, 5), (Words{0, 0, 0, 0, 1}));
  ASSERT_EQ(m.load(p, {0, 1, 0}), ImageStatus::Ok);
  EXPECT_EQ(m.shared, Words(16, 0));
}

TEST(ImageFacts, InterleaveOfRankFourHasRows) {
  // W 4, H 3, C/8 2, N 1; the box's height is 2.
  TensorMapParams p = interleaved({4, 3, 2, 1}, {4, 2, 1, 1});
  EXPECT_EQ(boxBytes(p), 16 * 4 * 2);
  Memory<uint32_t> m(96, 32);
  ASSERT_EQ(m.load(p, {0, 1, 1, 0}), ImageStatus::Ok);
  EXPECT_EQ(m.shared[0], 48u + 16 + 1);
  EXPECT_EQ(m.shared[31], 48u + 16 + 32);
}

// Slices of 32 bytes with a stride; packed, so that the swizzle sees lines of
// four slices.
TEST(ImageFacts, InterleaveOf32BytesSwizzled) {
  TensorMapParams p = mapOf(DataType::UInt32, {16, 1, 1}, {16, 1, 1});
  p.interleave = Interleave::B32;
  p.swizzle = Swizzle::B32;
  setDenseStrides(p);
  p.elementStrides[0] = 2;
  EXPECT_EQ(boxBytes(p), 256);
  Memory<uint32_t> m(128, 64);
  ASSERT_EQ(m.load(p, {0, 0, 0}), ImageStatus::Ok);
  EXPECT_EQ(part(m.shared, 0, 8), (Words{1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(part(m.shared, 8, 2), (Words{17, 18}));
  // The second line has its chunks swapped in pairs.
  EXPECT_EQ(part(m.shared, 32, 8), (Words{69, 70, 71, 72, 65, 66, 67, 68}));
}

} // namespace

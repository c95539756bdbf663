// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What moves nothing: device faults, bad maps, memory that is too small, and
// numbers at the ends of their ranges.

#include "ImageTest.h"

#include "tilery/TensorMap/Rules.h"

using namespace tilery::tensormap;

namespace {

constexpr int32_t kLowest = INT32_MIN, kHighest = INT32_MAX;

/// Runs a copy that has to fail, and sees that no byte changed.
template <typename T, typename Copy>
ImageStatus untouched(Memory<T> &m, Copy &&copy) {
  Memory<T> before = m;
  ImageStatus status = copy();
  EXPECT_EQ(m.global, before.global);
  EXPECT_EQ(m.shared, before.shared);
  return status;
}

TEST(ImageFaults, NegativeStoreCoordinates) {
  TensorMapParams p = mapOf(DataType::UInt32, {8, 4}, {4, 2});
  Memory<uint32_t> m(32, 8);
  for (std::vector<int32_t> at :
       {std::vector<int32_t>{-4, 0}, {0, -1}, {-8, 0}, {0, kLowest}}) {
    EXPECT_EQ(untouched(m, [&] { return m.store(p, at); }),
              ImageStatus::NegativeCoordinate);
    EXPECT_EQ(untouched(m, [&] { return m.reduce(ReduceOp::Add, p, at); }),
              ImageStatus::NegativeCoordinate);
    EXPECT_EQ(m.load(p, at), ImageStatus::Ok);
  }
}

TEST(ImageFaults, MisalignedInnerCoordinate) {
  for (DataType type : {DataType::UInt8, DataType::Float16, DataType::UInt32,
                        DataType::Float64}) {
    auto unit = static_cast<int32_t>(16 / elementBytes(type));
    TensorMapParams p = mapOf(type, {64}, {16});
    Memory<uint8_t> m(512, 128);
    for (int32_t x = 0; x < 2 * unit; ++x) {
      ImageStatus expected =
          x % unit ? ImageStatus::MisalignedCoordinate : ImageStatus::Ok;
      EXPECT_EQ(m.load(p, {x}), expected);
      EXPECT_EQ(m.store(p, {x}), expected);
      EXPECT_EQ(m.load(p, {-x}), expected);
    }
  }
}

TEST(ImageFaults, SlicesAreAlwaysAligned) {
  TensorMapParams p = mapOf(DataType::UInt8, {8, 1, 1}, {16, 1, 1});
  p.interleave = Interleave::B16;
  setDenseStrides(p);
  Memory<uint8_t> m(128, 256);
  EXPECT_EQ(m.load(p, {3, 0, 0}), ImageStatus::Ok);
  EXPECT_EQ(untouched(m, [&] { return m.store(p, {-1, 0, 0}); }),
            ImageStatus::NegativeCoordinate);
}

TEST(ImageFaults, IllegalReductions) {
  int legal = 0;
  for (int32_t t = 0; t <= static_cast<int32_t>(DataType::TFloat32Ftz); ++t)
    for (int32_t o = 0; o < kReduceOpCount; ++o) {
      auto type = static_cast<DataType>(t);
      auto op = static_cast<ReduceOp>(o);
      TensorMapParams p = mapOf(type, {16}, {16});
      Memory<uint8_t> m(128, 128);
      ImageStatus status = m.reduce(op, p, {0});
      EXPECT_EQ(status, isLegalReduction(op, type)
                            ? ImageStatus::Ok
                            : ImageStatus::IllegalReduction);
      legal += status == ImageStatus::Ok;
    }
  EXPECT_EQ(legal, 8 + 6 + 6 + 2 + 3 + 3 + 5);
  EXPECT_TRUE(isDeviceFault(ImageStatus::IllegalReduction));
  EXPECT_FALSE(isDeviceFault(ImageStatus::OutsideMemory));
}

TEST(ImageFaults, MapsThatTheRulesRefuse) {
  TensorMapParams good = mapOf(DataType::Float16, {64, 64}, {64, 8});
  good.swizzle = Swizzle::B128;
  Memory<uint16_t> m(4096, 512);
  ASSERT_EQ(m.load(good, {0, 0}), ImageStatus::Ok);
  auto changed = [&](auto change) {
    TensorMapParams p = good;
    change(p);
    return untouched(m, [&] { return m.load(p, {0, 0}); });
  };
  EXPECT_EQ(changed([](auto &p) { p.box[0] = 72; }), ImageStatus::InvalidMap);
  EXPECT_EQ(changed([](auto &p) { p.box[1] = 0; }), ImageStatus::InvalidMap);
  EXPECT_EQ(changed([](auto &p) { p.dims[1] = 0; }), ImageStatus::InvalidMap);
  EXPECT_EQ(changed([](auto &p) { p.rank = 6; }), ImageStatus::InvalidMap);
  EXPECT_EQ(changed([](auto &p) { p.rank = -1; }), ImageStatus::InvalidMap);
  EXPECT_EQ(changed([](auto &p) { p.elementStrides[1] = 9; }),
            ImageStatus::InvalidMap);
  EXPECT_EQ(changed([](auto &p) { p.box[1] = kUnknown; }),
            ImageStatus::InvalidMap);
  EXPECT_EQ(changed([](auto &p) { p.dims[0] = kUnknown; }),
            ImageStatus::InvalidMap);
  EXPECT_EQ(changed([](auto &p) { p.byteStrides[0] = kUnknown; }),
            ImageStatus::InvalidMap);
  EXPECT_EQ(changed([](auto &p) { p.base = BaseAddress::unknown(); }),
            ImageStatus::InvalidMap);
  EXPECT_EQ(changed([](auto &p) { p.dataType = static_cast<DataType>(16); }),
            ImageStatus::InvalidMap);
  EXPECT_EQ(changed([](auto &p) {
              p.computeCapability = 100;
              p.swizzle = Swizzle::B128Atom32B;
            }),
            ImageStatus::UnmeasuredMap);
}

TEST(ImageFaults, SharedMemory) {
  TensorMapParams p = mapOf(DataType::UInt32, {8, 4}, {4, 2});
  Memory<uint32_t> m(32, 8);
  EXPECT_EQ(untouched(m, [&] { return m.load(p, {0, 0}, 64); }),
            ImageStatus::MisalignedShared);
  Memory<uint32_t> small(32, 7);
  EXPECT_EQ(untouched(small, [&] { return small.load(p, {0, 0}); }),
            ImageStatus::SharedTooSmall);
}

TEST(ImageFaults, AccessesOutsideOfTheMemoryAreNotMade) {
  TensorMapParams p = mapOf(DataType::UInt32, {8, 4}, {4, 2});
  Memory<uint32_t> m(31, 8); // the tensor's last element is missing
  EXPECT_EQ(untouched(m, [&] { return m.load(p, {4, 2}); }),
            ImageStatus::OutsideMemory);
  EXPECT_EQ(untouched(m, [&] { return m.store(p, {4, 2}); }),
            ImageStatus::OutsideMemory);
  EXPECT_EQ(m.load(p, {0, 2}), ImageStatus::Ok);
  // The last row is dropped, so that nothing is missing.
  EXPECT_EQ(m.load(p, {4, 4}), ImageStatus::Ok);
  // A view that starts within the tensor.
  GlobalView late = m.view();
  late.address += 32;
  int32_t coords[2] = {0, 0};
  EXPECT_EQ(untouched(m,
                      [&] {
                        return loadImage(p, coords, late, m.tile(),
                                         m.tileBytes());
                      }),
            ImageStatus::OutsideMemory);
}

// A load stops at the last element, a store at the end of its granule.
TEST(ImageFaults, TheSpillNeedsMemoryToo) {
  TensorMapParams p = mapOf(DataType::UInt32, {5}, {8});
  Memory<uint32_t> exact(5, 8);
  EXPECT_EQ(exact.load(p, {0}), ImageStatus::Ok);
  EXPECT_EQ(untouched(exact, [&] { return exact.store(p, {0}); }),
            ImageStatus::OutsideMemory);
  Memory<uint32_t> padded(8, 8);
  EXPECT_EQ(padded.store(p, {0}), ImageStatus::Ok);
}

TEST(ImageFaults, CoordinatesAtTheEndsOfTheirRange) {
  TensorMapParams p = mapOf(DataType::UInt32, {8, 4}, {4, 8});
  p.elementStrides[1] = 8;
  Memory<uint32_t> m(32, 4);
  for (int32_t x : {kLowest, kHighest - 3})
    for (int32_t y : {kLowest, kHighest}) {
      EXPECT_EQ(m.load(p, {x, y}), ImageStatus::Ok);
      EXPECT_EQ(m.shared, std::vector<uint32_t>(4, 0));
    }
  EXPECT_EQ(untouched(m, [&] { return m.store(p, {kHighest - 3, kHighest}); }),
            ImageStatus::Ok);
}

// Measured: the driver encodes 2^31 + 1 and more, the device copies nothing.
TEST(ImageFaults, ExtentsOver31Bits) {
  TensorMapParams p = mapOf(DataType::UInt32, {4, 4}, {4, 4});
  p.byteStrides[0] = 0;
  Memory<uint32_t> m(4, 16);
  p.dims[1] = int64_t(1) << 31;
  ASSERT_EQ(m.load(p, {0, kHighest - 1}), ImageStatus::Ok);
  EXPECT_EQ(m.shared, (std::vector<uint32_t>{1, 2, 3, 4, 1, 2, 3, 4, 0, 0, 0, 0,
                                             0, 0, 0, 0}));
  for (int64_t extent : {(int64_t(1) << 31) + 1, int64_t(1) << 32}) {
    p.dims[1] = extent;
    for (int32_t y : {0, kHighest - 1, -2, kLowest})
      EXPECT_EQ(untouched(m, [&] { return m.load(p, {0, y}); }),
                ImageStatus::ExtentTooLarge);
    EXPECT_EQ(untouched(m, [&] { return m.store(p, {0, 0}); }),
              ImageStatus::ExtentTooLarge);
  }
}

TEST(ImageFaults, LargestTensor) {
  TensorMapParams p =
      mapOf(DataType::Float64, {1, 1, 1, 1, 1}, {256, 1, 1, 1, 1});
  for (int i = 0; i < 5; ++i)
    p.dims[i] = kMaxCopiedExtent;
  for (int64_t &stride : p.byteStrides)
    stride = (int64_t(1) << 40) - 16;
  p.base = BaseAddress::exactly((uint64_t(1) << 57) - 16);
  Memory<uint64_t> m(1, 256);
  // Beyond 63 bits.
  EXPECT_EQ(untouched(m,
                      [&] {
                        return m.load(p, {kHighest - 1, kHighest, kHighest,
                                          kHighest, kHighest});
                      }),
            ImageStatus::OutsideMemory);
  // Within them, and not in the memory.
  EXPECT_EQ(untouched(m, [&] { return m.load(p, {0, 100, 0, 0, 0}); }),
            ImageStatus::OutsideMemory);
  CopyPlan plan;
  int32_t coords[5] = {2, 100, 0, 0, 0};
  ASSERT_EQ(planCopy(p, coords, Direction::Store, 0, plan), ImageStatus::Ok);
  EXPECT_EQ(plan.lowestAddress,
            (uint64_t(1) << 57) + 100 * ((uint64_t(1) << 40) - 16));
  EXPECT_EQ(plan.endAddress - plan.lowestAddress, 2048u);
}

TEST(ImageFaults, MessagesNamePlaceAndValue) {
  TensorMapParams p = mapOf(DataType::Float16, {64, 8}, {16, 4});
  int32_t coords[2] = {4, -3};
  EXPECT_EQ(message(ImageStatus::NegativeCoordinate, p, coords),
            "dimension 0 (TMA dimension 1): expected a coordinate of at least "
            "0 for a store or reduction, got -3; the device faults; start the "
            "box within the tensor, as only loads take boxes that begin before "
            "it");
  EXPECT_EQ(message(ImageStatus::MisalignedCoordinate, p, coords),
            "dimension 1 (TMA dimension 0): expected an inner coordinate that "
            "is a multiple of 16 bytes, got 4 (8 bytes); the device faults; "
            "start at a multiple of 8 elements of f16");
  p.dims[1] = kMaxCopiedExtent + 1;
  EXPECT_EQ(message(ImageStatus::ExtentTooLarge, p, coords),
            "dimension 0 (TMA dimension 1): expected an extent of at most "
            "2147483648 for a copy, got 2147483649; the driver encodes the map "
            "and the device faults; split the dimension");
  EXPECT_EQ(message(ImageStatus::SharedTooSmall, p, coords),
            describe(ImageStatus::SharedTooSmall));
}

TEST(ImageFaults, SentencesForAll) {
  for (int32_t i = 0; i < kImageStatusCount; ++i)
    EXPECT_STRNE(describe(static_cast<ImageStatus>(i)), "?");
  EXPECT_STREQ(describe(static_cast<ImageStatus>(kImageStatusCount)), "?");
}

} // namespace

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the driver of an H200 (580.159, CUDA 13.0) accepted and refused, one
// test a parameter of cuTensorMapEncodeTiled. Where the documented rule is
// stricter than the driver, the test says so.

#include "TestParams.h"

#include <gtest/gtest.h>

using namespace tilery::tensormap;

namespace {

/// The errors after a change of the legal map.
template <typename Change> std::string after(Change change) {
  TensorMapParams p = legalMap();
  change(p);
  return errors(p);
}
template <typename Change> std::string afterInterleaved(Change change) {
  TensorMapParams p = interleavedMap();
  change(p);
  return errors(p);
}
std::string withStride(int64_t bytes) {
  return after([&](auto &p) { p.byteStrides[0] = bytes; });
}
std::string withBase(uint64_t address) {
  return after([&](auto &p) { p.base = BaseAddress::exactly(address); });
}

TEST(DriverFacts, Rank) {
  for (int rank : {0, 6, -1, INT32_MAX}) {
    TensorMapParams p = legalMap();
    p.rank = rank;
    for (int i = 0; i < kMaxRank; ++i)
      p.dims[i] = 64, p.box[i] = 8;
    for (int64_t &stride : p.byteStrides)
      stride = 256;
    EXPECT_EQ(errors(p), "rank") << rank;
  }
}

TEST(DriverFacts, Base) {
  EXPECT_EQ(withBase(0x10002), "base alignment");
  EXPECT_EQ(withBase(0x10008), "base alignment");
  EXPECT_EQ(withBase(0x10010), "");
  // The driver accepts null; the kernel would fault.
  EXPECT_EQ(withBase(0), "null base");
  EXPECT_EQ(withBase(uint64_t(1) << 57), "address range");
  EXPECT_EQ(withBase((uint64_t(1) << 57) - 16), "");
  EXPECT_EQ(
      afterInterleaved([](auto &p) { p.base = BaseAddress::exactly(0x10010); }),
      "base alignment");
}

TEST(DriverFacts, Dimensions) {
  auto withDim = [](int64_t dim) {
    return after([&](auto &p) { p.dims[1] = dim; });
  };
  EXPECT_EQ(withDim(0), "dimension range");
  EXPECT_EQ(withDim(-1), "dimension range");
  EXPECT_EQ(withDim(int64_t(1) << 32), "");
  EXPECT_EQ(withDim((int64_t(1) << 32) + 1), "dimension range");
}

TEST(DriverFacts, Strides) {
  EXPECT_EQ(withStride(8), "stride alignment");
  EXPECT_EQ(withStride(40), "stride alignment");
  EXPECT_EQ(withStride(int64_t(1) << 40), "stride range");
  EXPECT_EQ(withStride((int64_t(1) << 40) - 16), "");
  EXPECT_EQ(withStride(-32), "stride range");
  EXPECT_EQ(withStride(-8), "stride alignment; stride range");
  EXPECT_EQ(withStride(0), "");
  EXPECT_EQ(withStride(16), "");
  EXPECT_EQ(after([](auto &p) {
              p.rank = 3;
              p.dims[2] = 4;
              p.box[2] = 1;
              p.byteStrides[0] = 8192;
              p.byteStrides[1] = 256;
            }),
            "");
  EXPECT_EQ(afterInterleaved([](auto &p) { p.byteStrides[0] = 528; }),
            "stride alignment");
}

TEST(DriverFacts, StrideOfASizeOneDimension) {
  auto withUnitStride = [](int64_t bytes) {
    return after([&](auto &p) {
      p.dims[1] = 1;
      p.byteStrides[0] = bytes;
    });
  };
  EXPECT_EQ(withUnitStride(34), "stride alignment");
  EXPECT_EQ(withUnitStride(-16), "stride range");
  EXPECT_EQ(withUnitStride(int64_t(1) << 40), "stride range");
}

TEST(DriverFacts, Box) {
  auto withBox = [](int64_t inner, int64_t outer) {
    return after([&](auto &p) {
      p.box[0] = inner;
      p.box[1] = outer;
    });
  };
  EXPECT_EQ(withBox(32, 0), "box range");
  EXPECT_EQ(withBox(0, 32), "box range");
  EXPECT_EQ(withBox(32, 257), "box range");
  EXPECT_EQ(withBox(257, 1), "box range; inner box bytes");
  EXPECT_EQ(withBox(7, 16), "inner box bytes");
  EXPECT_EQ(withBox(4, 16), "inner box bytes");
  EXPECT_EQ(withBox(256, 256), "");
  // The header exempts interleaved maps; the driver does not.
  EXPECT_EQ(afterInterleaved([](auto &p) { p.box[0] = 4; }), "inner box bytes");
}

TEST(DriverFacts, BoxLargerThanSharedMemory) {
  auto withRows = [](int64_t rows) {
    return after([&](auto &p) {
      p.rank = 3;
      p.dims[2] = 64;
      p.byteStrides[1] = 16384;
      p.box[0] = 128;
      p.box[1] = rows;
      p.box[2] = 4;
    });
  };
  EXPECT_EQ(withRows(227), "");
  EXPECT_EQ(withRows(255), "shared memory size");
  // The driver takes 228 KiB as well, which no block can have.
  EXPECT_EQ(withRows(228), "shared memory size");
}

TEST(DriverFacts, ElementStrides) {
  auto withElementStrides = [](int64_t inner, int64_t outer) {
    return after([&](auto &p) {
      p.elementStrides[0] = inner;
      p.elementStrides[1] = outer;
    });
  };
  EXPECT_EQ(withElementStrides(1, 0), "element stride range");
  EXPECT_EQ(withElementStrides(1, 9), "element stride range");
  EXPECT_EQ(withElementStrides(1, 8), "");
  // Entry 0 is ignored on the device, and checked all the same.
  EXPECT_EQ(withElementStrides(0, 1), "element stride range");
  EXPECT_EQ(withElementStrides(9, 1), "element stride range");
  EXPECT_EQ(withElementStrides(2, 1), "");
}

TEST(DriverFacts, Swizzle) {
  auto withSwizzle = [](Swizzle swizzle, int64_t inner) {
    return after([&](auto &p) {
      p.swizzle = swizzle;
      p.box[0] = inner;
    });
  };
  EXPECT_EQ(withSwizzle(Swizzle::B32, 16), "");
  EXPECT_EQ(withSwizzle(Swizzle::B32, 24), "swizzle span");
  EXPECT_EQ(withSwizzle(Swizzle::B64, 32), "");
  EXPECT_EQ(withSwizzle(Swizzle::B64, 40), "swizzle span");
  EXPECT_EQ(withSwizzle(Swizzle::B128, 64), "");
  EXPECT_EQ(withSwizzle(Swizzle::B128, 72), "swizzle span");
  EXPECT_EQ(withSwizzle(Swizzle::B128, 8), "");
  for (int mode : {4, 5, 6})
    EXPECT_EQ(withSwizzle(Swizzle(mode), 16), "swizzle target");
  EXPECT_EQ(withSwizzle(Swizzle(-1), 16), "swizzle mode");
}

TEST(DriverFacts, Interleave) {
  // The span counts without interleave only.
  EXPECT_EQ(afterInterleaved([](auto &p) {
              p.interleave = Interleave::B16;
              p.box[0] = 128;
            }),
            "");
  // The driver accepts both; cuda.h asks for 32B.
  for (Swizzle swizzle : {Swizzle::None, Swizzle::B64})
    EXPECT_EQ(afterInterleaved([&](auto &p) { p.swizzle = swizzle; }),
              "interleave swizzle");
}

TEST(DriverFacts, PromotionAndFill) {
  for (int promotion : {0, 1, 2, 3})
    EXPECT_EQ(after([&](auto &p) { p.l2Promotion = L2Promotion(promotion); }),
              "");
  EXPECT_EQ(after([](auto &p) { p.l2Promotion = L2Promotion(4); }),
            "l2 promotion range");
  EXPECT_EQ(after([](auto &p) { p.fill = Fill(2); }), "fill range");
}

TEST(DriverFacts, DataTypes) {
  for (int type = 0; type < kDataTypeCount; ++type) {
    auto withFill = [&](Fill fill) {
      return after([&](auto &p) {
        p.dataType = DataType(type);
        p.dims[0] = 256;
        p.byteStrides[0] = 2048;
        p.box[0] = isPacked(p.dataType) ? 128 : 16;
        p.fill = fill;
      });
    };
    bool packed = type >= 13, floating = type >= 6 && type <= 12;
    EXPECT_EQ(withFill(Fill::Zero), packed ? "data type target" : "") << type;
    EXPECT_EQ(withFill(Fill::NaN), packed     ? "data type target; fill type"
                                   : floating ? ""
                                              : "fill type")
        << type;
  }
}

TEST(DriverFacts, DescriptorStorage) {
  EXPECT_TRUE(isDescriptorStorageAligned(0x1040));
  // The driver accepts +16; the documentation asks for 64.
  EXPECT_FALSE(isDescriptorStorageAligned(0x1010));
}

} // namespace

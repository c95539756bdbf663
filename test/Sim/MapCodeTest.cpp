// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The 128 bytes of a map: everything comes back, and nothing else is taken.

#include "SimTest.h"

using namespace tilery::sim;
using namespace tilery::sim::test;

namespace {

using Params = const void *const *;

using namespace tilery::tensormap;

TensorMapParams full() {
  TensorMapParams p;
  p.rank = 5;
  p.dataType = DataType::BFloat16;
  p.base = BaseAddress::exactly(0x7f1234567890);
  for (int i = 0; i < 5; ++i) {
    p.dims[i] = i == 2 ? int64_t(1) << 32 : 100 + i;
    p.box[i] = i == 1 ? 256 : 8 + i;
    p.elementStrides[i] = 1 + i;
  }
  for (int i = 0; i < 4; ++i)
    p.byteStrides[i] = (int64_t(1) << 40) - 16 * (i + 1);
  p.interleave = Interleave::B32;
  p.swizzle = Swizzle::B32;
  p.l2Promotion = L2Promotion::B128;
  p.fill = Fill::NaN;
  p.direction = Direction::Reduce;
  p.allowEdgeSpill = true;
  p.computeCapability = 90;
  return p;
}

TEST(MapCode, RoundTrip) {
  alignas(64) uint8_t bytes[128];
  TensorMapParams p = full(), q;
  ASSERT_TRUE(encodeMap(p, bytes));
  ASSERT_TRUE(decodeMap(bytes, q));
  EXPECT_EQ(q.rank, p.rank);
  EXPECT_EQ(q.dataType, p.dataType);
  EXPECT_TRUE(q.base.isExact());
  EXPECT_EQ(q.base.value, p.base.value);
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(q.dims[i], p.dims[i]);
    EXPECT_EQ(q.box[i], p.box[i]);
    EXPECT_EQ(q.elementStrides[i], p.elementStrides[i]);
  }
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(q.byteStrides[i], p.byteStrides[i]);
  EXPECT_EQ(q.interleave, p.interleave);
  EXPECT_EQ(q.swizzle, p.swizzle);
  EXPECT_EQ(q.l2Promotion, p.l2Promotion);
  EXPECT_EQ(q.fill, p.fill);
  EXPECT_EQ(q.direction, p.direction);
  EXPECT_EQ(q.allowEdgeSpill, p.allowEdgeSpill);
  EXPECT_EQ(q.computeCapability, p.computeCapability);
}

TEST(MapCode, OtherBytesAreRefused) {
  alignas(64) uint8_t bytes[128] = {};
  TensorMapParams q;
  EXPECT_FALSE(decodeMap(bytes, q));
  ASSERT_TRUE(encodeMap(full(), bytes));
  for (int i = 0; i < 128; ++i) {
    bytes[i] ^= 4;
    EXPECT_FALSE(decodeMap(bytes, q)) << i;
    bytes[i] ^= 4;
  }
  EXPECT_TRUE(decodeMap(bytes, q));
}

TEST(MapCode, NumbersThatDoNotFit) {
  alignas(64) uint8_t bytes[128];
  auto refuses = [&](auto change) {
    TensorMapParams p = full();
    change(p);
    return !encodeMap(p, bytes);
  };
  EXPECT_TRUE(refuses([](auto &p) { p.rank = 0; }));
  EXPECT_TRUE(refuses([](auto &p) { p.rank = 6; }));
  EXPECT_TRUE(refuses([](auto &p) { p.dims[0] = 0; }));
  EXPECT_TRUE(refuses([](auto &p) { p.dims[0] = (int64_t(1) << 32) + 1; }));
  EXPECT_TRUE(refuses([](auto &p) { p.dims[1] = kUnknown; }));
  EXPECT_TRUE(refuses([](auto &p) { p.box[0] = 1 << 16; }));
  EXPECT_TRUE(refuses([](auto &p) { p.byteStrides[2] = -16; }));
  EXPECT_TRUE(refuses([](auto &p) { p.base = BaseAddress::unknown(); }));
}

} // namespace

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The launcher's short cut for plain maps against the rule table: random maps,
// the same verdict and the same numbers to the driver.

#include "AddOneLauncher.h"
#include "NullDriver.h"
#include "tilery/TensorMap/Rules.h"

#include <gtest/gtest.h>

#include <random>

using namespace tilery;
using namespace tilery::runtime;
using namespace tilery::runtime::test;

namespace {

/// A map and a tensor; most numbers legal, some at or past a limit.
struct RandomMap {
  explicit RandomMap(std::mt19937_64 &random) : random(random) {
    spec.dtype = pick({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 7, 6, 13, 16});
    spec.rank = pick({1, 2, 2, 3, 4, 5});
    int64_t bits =
        tensormap::globalBits(static_cast<tensormap::DataType>(spec.dtype));
    tensor.dtype.bits = static_cast<uint8_t>(rare() ? 32 : bits);
    tensor.ndim = spec.rank;
    tensor.shape = shape;
    tensor.strides = pick({0, 1}) ? strides : nullptr;
    int64_t dense = 1;
    for (int i = spec.rank - 1; i >= 0; --i) {
      shape[i] = rare() ? pick({1, 1, 3, 5, 1LL << 32, (1LL << 32) + 1})
                        : 16 * pick({1, 2, 3, 8, 100});
      strides[i] = rare() ? pick({0, 1, 17, -32, 1LL << 38, 1LL << 62}) : dense;
      dense *= shape[i] > 1000 ? 16 : shape[i] + (rare() ? 16 : 0);
    }
    tensor.data = reinterpret_cast<void *>(rare() ? pick({0, 4, 8, 1LL << 57})
                                                  : 16 * pick({1, 2, 1000}));
    for (int i = 0; i < spec.rank; ++i) {
      spec.box[i] =
          static_cast<uint32_t>(rare()   ? pick({0, 1, 7, 255, 256, 257})
                                : i == 0 ? pick({16, 32, 64})
                                         : pick({1, 2, 4, 8}));
      spec.elementStrides[i] =
          static_cast<uint32_t>(rare() ? pick({0, 2, 8, 9}) : 1);
    }
    spec.interleave = rare() ? static_cast<int32_t>(pick({1, 2, 3})) : 0;
    spec.swizzle = static_cast<int32_t>(pick({0, 0, 0, 1, 2, 3, 3, 4, 7}));
    spec.l2Promotion = rare() ? static_cast<int32_t>(pick({1, 3, 4, -1})) : 2;
    spec.oobFill = rare() ? static_cast<int32_t>(pick({1, 2, -1})) : 0;
    spec.flags = static_cast<uint32_t>(pick({1, 2, 4, 3, 10}));
  }

  tensormap::TensorMapParams params(int32_t capability) const {
    namespace tm = tensormap;
    tm::TensorMapParams p;
    p.dataType = static_cast<tm::DataType>(spec.dtype);
    p.rank = spec.rank;
    p.base = tm::BaseAddress::exactly(reinterpret_cast<uint64_t>(tensor.data));
    int64_t dense = 1;
    for (int i = 0; i < spec.rank; ++i) {
      int dim = spec.rank - 1 - i;
      p.dims[i] = shape[dim];
      p.box[i] = spec.box[i];
      p.elementStrides[i] = spec.elementStrides[i];
      __int128 bytes = __int128(tensor.strides ? strides[dim] : dense) *
                       tensor.dtype.bits / 8;
      if (i == 0)
        p.innerStride = tensor.strides ? strides[dim] : 1;
      else
        p.byteStrides[i - 1] =
            bytes > INT64_MAX ? INT64_MAX - 31 : static_cast<int64_t>(bytes);
      if (__builtin_mul_overflow(dense, shape[dim], &dense))
        dense = INT64_MAX;
    }
    p.interleave = static_cast<tm::Interleave>(spec.interleave);
    p.swizzle = static_cast<tm::Swizzle>(spec.swizzle);
    p.l2Promotion = static_cast<tm::L2Promotion>(spec.l2Promotion);
    p.fill = static_cast<tm::Fill>(spec.oobFill);
    p.direction = spec.flags & 4   ? tm::Direction::Reduce
                  : spec.flags & 2 ? tm::Direction::Store
                                   : tm::Direction::Load;
    p.allowEdgeSpill = spec.flags & 8;
    p.computeCapability = capability;
    tm::canonicalizeUnitStrides(p);
    return p;
  }

  bool rare() { return random() % 24 == 0; }
  int64_t pick(std::initializer_list<long long> values) {
    return values.begin()[random() % values.size()];
  }

  std::mt19937_64 &random;
  TileryMapSpec spec = {};
  TileryTensor tensor = {};
  int64_t shape[5] = {}, strides[5] = {};
};

TEST(PlainMapTest, SameAsTheRuleTable) {
  std::mt19937_64 random(7);
  NullDriver driver;
  AddOneLauncher launcher;
  launcher.config.grid[0] = 1;
  launcher.function.numArgs = 1;
  launcher.kernel.numOperands = 0;
  int accepted = 0;
  for (int i = 0; i < 200000; ++i) {
    RandomMap map(random);
    tensormap::TensorMapParams expected = map.params(90);
    bool legal = tensormap::isAccepted(expected);
    TileryValue args[1];
    args[0].tensor = &map.tensor;
    TileryCall call;
    tilery_rt_init_call(&call);
    call.args = args;
    call.numArgs = 1;
    call.driver = &driver;
    TilerySymbol bound[1];
    alignas(64) TileryTensorMap out;
    tilery_rt_begin(&call, &launcher.function, bound);
    tilery_rt_checked(&call);
    tilery_rt_prepare(&call, &launcher.kernel, &launcher.config);
    int encodes = driver.encodes;
    tilery_rt_encode_map(&call, 0, &map.spec, &out);
    ASSERT_EQ(tilery_rt_end(&call), legal ? TILERY_OK : TILERY_BAD_TENSOR_MAP)
        << "map " << i;
    ASSERT_EQ(driver.encodes, encodes + legal);
    if (!legal)
      continue;
    ++accepted;
    ASSERT_EQ(driver.last.address, expected.base.value);
    for (int dim = 0; dim < expected.rank; ++dim) {
      ASSERT_EQ(driver.last.dims[dim],
                static_cast<uint64_t>(expected.dims[dim]));
      if (dim > 0)
        ASSERT_EQ(driver.last.strides[dim - 1],
                  static_cast<uint64_t>(expected.byteStrides[dim - 1]))
            << "map " << i;
    }
  }
  EXPECT_GT(accepted, 20000);
  EXPECT_LT(accepted, 180000);
}

} // namespace

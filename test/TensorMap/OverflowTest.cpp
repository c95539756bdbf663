// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Extreme numbers in every field: a verdict, never undefined behaviour (the
// sanitizer builds run this too).

#include "TestParams.h"

#include <gtest/gtest.h>

using namespace tilery::tensormap;

namespace {

TEST(Overflow, CheckedArithmetic) {
  constexpr int64_t half = int64_t(1) << 32;
  EXPECT_EQ(checkedMul(half, half / 2), kUnknown);
  EXPECT_EQ(checkedMul(half, half / 2 - 1), half * (half / 2 - 1));
  EXPECT_EQ(checkedMul(0, INT64_MAX), 0);
  EXPECT_EQ(checkedMul(INT64_MAX, 0), 0);
  EXPECT_EQ(checkedMul(kUnknown, 0), kUnknown);
  EXPECT_EQ(checkedAdd(INT64_MAX, 1), kUnknown);
  EXPECT_EQ(checkedAdd(INT64_MAX - 1, 1), INT64_MAX);
  EXPECT_EQ(roundUp(INT64_MAX, 16), kUnknown);
  EXPECT_EQ(roundUp(17, 16), 32);
  EXPECT_EQ(roundUp(kUnknown, 16), kUnknown);
}

TEST(Overflow, StridesPastTwoGigabytesAreLegal) {
  TensorMapParams p = legalMap();
  p.rank = 3;
  p.dims[0] = p.dims[1] = 65536;
  p.dims[2] = 2;
  p.byteStrides[0] = 131072;
  p.byteStrides[1] = int64_t(131072) * 65536;
  p.box[2] = 1;
  EXPECT_EQ(messages(p, "a"), "");
}

TEST(Overflow, ExtentOverSixtyThreeBitsIsAWarning) {
  TensorMapParams p = legalMap();
  p.dataType = DataType::Float64;
  p.rank = 3;
  p.dims[0] = p.dims[1] = p.dims[2] = int64_t(1) << 32;
  p.byteStrides[0] = p.byteStrides[1] = (int64_t(1) << 40) - 16;
  p.box[0] = 16;
  p.box[1] = p.box[2] = 1;
  EXPECT_EQ(errors(p), "");
  EXPECT_EQ(verdict("tensor extent", p), Verdict::Violated);
}

TEST(Overflow, EveryFieldTakesEveryExtreme) {
  const int64_t extremes[] = {INT64_MIN, INT64_MIN + 1, -1,
                              0,         INT64_MAX - 1, INT64_MAX};
  for (int64_t a : extremes)
    for (int64_t b : extremes)
      for (int type : {-1, 1, 15, 16, INT32_MAX})
        for (int mode : {INT32_MIN, 0, 1, 2, 3, INT32_MAX}) {
          TensorMapParams p;
          p.dataType = DataType(type);
          p.interleave = Interleave(mode);
          p.swizzle = Swizzle(mode);
          p.l2Promotion = L2Promotion(mode);
          p.fill = Fill(mode);
          p.direction = Direction(mode);
          p.rank = mode == 0 ? 5 : mode;
          p.computeCapability = mode;
          p.base = {uint64_t(a), uint64_t(b)};
          p.innerStride = a;
          for (int i = 0; i < kMaxRank; ++i) {
            p.dims[i] = i % 2 ? a : b;
            p.box[i] = i % 2 ? b : a;
            p.elementStrides[i] = i % 3 ? a : b;
          }
          for (int64_t &stride : p.byteStrides)
            stride = b;
          EXPECT_EQ(isAccepted(p), check(p).empty());
          EXPECT_EQ(verdicts(p).size(), size_t(kRuleCount));
          messages(p, "a");
          sharedFootprint(p);
          canonicalizeUnitStrides(p);
        }
}

} // namespace

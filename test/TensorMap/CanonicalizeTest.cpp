// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestParams.h"

#include <gtest/gtest.h>

using namespace tilery::tensormap;

namespace {

/// 1 x 64 x 1 x 128 halves.
TensorMapParams withUnits(int64_t stride1, int64_t stride3) {
  TensorMapParams p = legalMap();
  p.rank = 4;
  p.dims[1] = p.dims[3] = 1;
  p.dims[2] = 64;
  p.byteStrides[0] = stride1;
  p.byteStrides[1] = 256;
  p.byteStrides[2] = stride3;
  p.box[2] = 16;
  p.box[1] = p.box[3] = 1;
  return p;
}

TEST(Canonicalize, JunkStridesOfUnitDimensionsBecomeDense) {
  for (int64_t junk :
       {int64_t(34), int64_t(-16), int64_t(1) << 40, kUnknown, INT64_MAX}) {
    TensorMapParams p = withUnits(junk, junk);
    canonicalizeUnitStrides(p);
    EXPECT_EQ(p.byteStrides[0], 256);
    EXPECT_EQ(p.byteStrides[1], 256);
    EXPECT_EQ(p.byteStrides[2], 64 * 256);
    EXPECT_EQ(messages(p, "a"), "");
  }
}

TEST(Canonicalize, LegalStridesStay) {
  TensorMapParams p = withUnits(0, 48);
  canonicalizeUnitStrides(p);
  EXPECT_EQ(p.byteStrides[0], 0);
  EXPECT_EQ(p.byteStrides[2], 48);
}

TEST(Canonicalize, OtherDimensionsStay) {
  TensorMapParams p = legalMap();
  p.byteStrides[0] = 34;
  canonicalizeUnitStrides(p);
  EXPECT_EQ(p.byteStrides[0], 34);
  EXPECT_EQ(errors(p), "stride alignment");
}

TEST(Canonicalize, InnerStrideOfOneElement) {
  TensorMapParams p = legalMap();
  p.dims[0] = 1;
  p.innerStride = 77;
  EXPECT_EQ(verdict("inner stride", p), Verdict::Proven);
  canonicalizeUnitStrides(p);
  EXPECT_EQ(p.innerStride, 1);
}

TEST(Canonicalize, StrideIsAlignedForTheMap) {
  TensorMapParams p = withUnits(34, 16384);
  p.dims[0] = 125;
  canonicalizeUnitStrides(p);
  EXPECT_EQ(p.byteStrides[0], 256);
  p = interleavedMap();
  p.dims[2] = 1;
  p.byteStrides[1] = 16;
  canonicalizeUnitStrides(p);
  EXPECT_EQ(p.byteStrides[1], 4096);
}

TEST(Canonicalize, DenseStrideTooLarge) {
  TensorMapParams p = withUnits(34, 34);
  p.dims[0] = int64_t(1) << 32;
  p.dataType = DataType::Float64;
  p.byteStrides[1] = (int64_t(1) << 40) - 16;
  canonicalizeUnitStrides(p);
  EXPECT_EQ(p.byteStrides[0], int64_t(1) << 35);
  EXPECT_EQ(p.byteStrides[2], 16);
}

TEST(Canonicalize, Empty) {
  TensorMapParams p = legalMap();
  EXPECT_FALSE(isEmpty(p));
  p.dims[1] = 0;
  EXPECT_TRUE(isEmpty(p));
  p.dims[1] = kUnknown;
  EXPECT_FALSE(isEmpty(p));
}

TEST(Canonicalize, DenseStrides) {
  TensorMapParams p = legalMap();
  p.rank = 4;
  p.dims[1] = 3;
  p.dims[2] = kUnknown;
  setDenseStrides(p);
  EXPECT_EQ(p.byteStrides[0], 256);
  EXPECT_EQ(p.byteStrides[1], 768);
  EXPECT_EQ(p.byteStrides[2], kUnknown);
  p.dims[0] = p.dims[1] = p.dims[2] = int64_t(1) << 32;
  setDenseStrides(p);
  EXPECT_EQ(verdict("stride range", p), Verdict::Violated);
  EXPECT_EQ(verdict("stride alignment", p), Verdict::Proven);
}

} // namespace

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bytes that a copy moves, and the shared memory that it needs.

#include "TestParams.h"

#include <gtest/gtest.h>

using namespace tilery::tensormap;

namespace {

TensorMapParams boxed(Swizzle swizzle, int64_t inner, int64_t rows) {
  TensorMapParams p = legalMap();
  p.swizzle = swizzle;
  p.box[0] = inner;
  p.box[1] = rows;
  return p;
}

TEST(SharedLayout, AlignmentIsTheSwizzlePeriod) {
  EXPECT_EQ(sharedAlignment(Swizzle::None), 128);
  EXPECT_EQ(sharedAlignment(Swizzle::B32), 256);
  EXPECT_EQ(sharedAlignment(Swizzle::B64), 512);
  EXPECT_EQ(sharedAlignment(Swizzle::B128), 1024);
  EXPECT_EQ(sharedAlignment(Swizzle::B128Atom64B), 1024);
}

TEST(SharedLayout, FullSwizzledRows) {
  TensorMapParams p = boxed(Swizzle::B128, 64, 64);
  EXPECT_EQ(boxBytes(p), 8192);
  EXPECT_EQ(sharedRowPitch(p), 128);
  EXPECT_EQ(sharedBytes(p), 8192);
  EXPECT_EQ(sharedFootprint(p), 8192);
}

// Measured on an H200: rows lie a span apart.
TEST(SharedLayout, NarrowSwizzledRowsTakeTheSpan) {
  TensorMapParams p = boxed(Swizzle::B128, 48, 10);
  EXPECT_EQ(boxBytes(p), 960);
  EXPECT_EQ(sharedRowPitch(p), 128);
  EXPECT_EQ(sharedBytes(p), 1280);
  EXPECT_EQ(sharedFootprint(p), 2048);
  EXPECT_EQ(sharedRowPitch(boxed(Swizzle::B64, 16, 4)), 64);
}

TEST(SharedLayout, PlainRowsArePacked) {
  TensorMapParams p = boxed(Swizzle::None, 24, 3);
  EXPECT_EQ(boxBytes(p), 144);
  EXPECT_EQ(sharedRowPitch(p), 48);
  EXPECT_EQ(sharedBytes(p), 144);
  EXPECT_EQ(sharedFootprint(p), 256);
}

// A ring of 32-byte tiles: every stage is 128-aligned.
TEST(SharedLayout, SmallStages) {
  TensorMapParams p = legalMap();
  p.rank = 1;
  p.box[0] = 16;
  EXPECT_EQ(boxBytes(p), 32);
  EXPECT_EQ(sharedFootprint(p), 128);
}

TEST(SharedLayout, ElementStridesDeliverFewerRows) {
  TensorMapParams p = boxed(Swizzle::None, 32, 5);
  p.elementStrides[0] = 2;
  p.elementStrides[1] = 2;
  EXPECT_EQ(boxElements(p, 0), 32);
  EXPECT_EQ(boxElements(p, 1), 3);
  EXPECT_EQ(boxBytes(p), 3 * 64);
}

TEST(SharedLayout, InterleavedSlices) {
  TensorMapParams p = interleavedMap();
  // 8 slices of 32 bytes, one channel slice whatever its box, 2 images.
  EXPECT_EQ(boxBytes(p), 32 * 8 * 2);
  p.elementStrides[0] = 3;
  EXPECT_EQ(boxBytes(p), 32 * 3 * 2);
  EXPECT_EQ(sharedRowPitch(p), 96);
  EXPECT_EQ(sharedBytes(p), 192);
}

TEST(SharedLayout, PackedTypes) {
  TensorMapParams p = boxed(Swizzle::B128, 128, 8);
  p.dataType = DataType::Packed16U4Align16B;
  EXPECT_EQ(boxBytes(p), 1024);
  p.dataType = DataType::Packed16U4Align8B;
  EXPECT_EQ(boxBytes(p), 512);
  EXPECT_EQ(globalBytes(p, 3), 2);
}

TEST(SharedLayout, UnknownBox) {
  TensorMapParams p = boxed(Swizzle::B128, 64, kUnknown);
  EXPECT_EQ(boxBytes(p), kUnknown);
  EXPECT_EQ(sharedBytes(p), kUnknown);
  EXPECT_EQ(sharedFootprint(p), kUnknown);
  EXPECT_EQ(sharedRowPitch(p), 128);
}

TEST(SharedLayout, LimitPerTarget) {
  EXPECT_EQ(sharedLimit(90), 232448);
  EXPECT_EQ(sharedLimit(120), 101376);
}

} // namespace

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/TensorMap/Spec.h"

#include <gtest/gtest.h>

using namespace tilery::tensormap;

namespace {

TensorMapParams parsed(const char *text) {
  SpecError error;
  auto params = parseSpec(text, error);
  EXPECT_TRUE(params) << error.message;
  return params.value_or(TensorMapParams());
}

/// "offset+length message" of the error.
std::string failure(std::string_view text) {
  SpecError error;
  EXPECT_FALSE(parseSpec(text, error));
  return std::to_string(error.offset) + "+" + std::to_string(error.length) +
         " " + error.message;
}

TEST(Spec, SizesAreOuterToInnerAndStridesDense) {
  TensorMapParams p =
      parsed("dtype=f16 dims=4x1024x512 box=1x32x64 swizzle=128B");
  EXPECT_EQ(p.dataType, DataType::Float16);
  EXPECT_EQ(p.rank, 3);
  EXPECT_EQ(p.dims[0], 512);
  EXPECT_EQ(p.dims[2], 4);
  EXPECT_EQ(p.byteStrides[0], 1024);
  EXPECT_EQ(p.byteStrides[1], 1024 * 1024);
  EXPECT_EQ(p.box[0], 64);
  EXPECT_EQ(p.box[1], 32);
  EXPECT_EQ(p.elementStrides[0], 1);
  EXPECT_EQ(p.swizzle, Swizzle::B128);
  EXPECT_EQ(p.computeCapability, 90);
  EXPECT_EQ(p.base.modulus, 1u);
}

TEST(Spec, EveryKey) {
  TensorMapParams p = parsed(
      " dtype=bf16\tdims=4x8x? box=2x4x8 strides=?x512x2 element_strides=1x2x3"
      " interleave=32B swizzle=32b fill=nan l2=256B base=0x7f0000000010"
      " direction=store allow_edge_spill=yes target=sm_100a\n");
  EXPECT_EQ(p.dims[0], kUnknown);
  EXPECT_EQ(p.byteStrides[0], 512);
  EXPECT_EQ(p.byteStrides[1], kUnknown);
  EXPECT_EQ(p.innerStride, 1);
  EXPECT_EQ(p.elementStrides[0], 3);
  EXPECT_EQ(p.interleave, Interleave::B32);
  EXPECT_EQ(p.swizzle, Swizzle::B32);
  EXPECT_EQ(p.fill, Fill::NaN);
  EXPECT_EQ(p.l2Promotion, L2Promotion::B256);
  EXPECT_TRUE(p.base.isExact());
  EXPECT_EQ(p.base.value, 0x7f0000000010u);
  EXPECT_EQ(p.direction, Direction::Store);
  EXPECT_TRUE(p.allowEdgeSpill);
  EXPECT_EQ(p.computeCapability, 100);
}

TEST(Spec, StridesWithoutTheInnermost) {
  TensorMapParams p = parsed("dtype=f32 dims=8x8 box=8x8 strides=48");
  EXPECT_EQ(p.byteStrides[0], 48);
  EXPECT_EQ(p.innerStride, 1);
  p = parsed("dtype=f32 dims=8x8 box=8x8 strides=48x8");
  EXPECT_EQ(p.innerStride, 2);
}

TEST(Spec, RelativeBase) {
  TensorMapParams p = parsed("dtype=u8 dims=64 box=64 base=+2");
  EXPECT_EQ(p.base.value, 2u);
  EXPECT_EQ(p.base.modulus, 256u);
}

TEST(Spec, RankSixIsForTheRules) {
  EXPECT_EQ(parsed("dtype=u8 dims=1x1x1x1x1x16 box=1x1x1x1x1x16").rank, 6);
}

TEST(Spec, TypesThatTravelAsOthers) {
  EXPECT_EQ(parsed("dtype=f8E4M3FN dims=16 box=16").dataType, DataType::UInt8);
  EXPECT_EQ(parsed("dtype=i16 dims=16 box=16").dataType, DataType::UInt16);
}

TEST(Spec, UnknownKey) {
  EXPECT_EQ(failure("dtype=f16 dim=8"),
            "10+3 unknown key 'dim'; did you mean 'dims'?");
  EXPECT_EQ(failure("swizle=128B"),
            "0+6 unknown key 'swizle'; did you mean 'swizzle'?");
  EXPECT_EQ(failure("quantum=1"),
            "0+7 unknown key 'quantum'; keys are dtype, dims, box, strides, "
            "element_strides, interleave, swizzle, fill, l2, base, direction, "
            "allow_edge_spill, target");
}

TEST(Spec, MissingKeyOrValue) {
  EXPECT_EQ(failure(""), "0+0 missing key 'dtype'; expected at least dtype=, "
                         "dims= and box=");
  EXPECT_EQ(failure("dtype=f16 dims=8"),
            "16+0 missing key 'box'; expected at least dtype=, dims= and "
            "box=");
  EXPECT_EQ(failure("dtype=f16 dims box=8"),
            "10+4 expected '=' after key 'dims'");
  EXPECT_EQ(failure("dtype=f16 dims= box=8"),
            "10+5 expected a value after 'dims='");
  EXPECT_EQ(failure("dtype=f16 dtype=f32"), "10+9 key 'dtype' given twice");
}

TEST(Spec, BadNumbers) {
  EXPECT_EQ(failure("dtype=f16 dims=8x6a box=8x8"),
            "17+2 expected a 64-bit number or ?, got '6a'");
  EXPECT_EQ(failure("dtype=f16 dims=8xx8 box=8x8"),
            "17+0 expected a 64-bit number or ?, got ''");
  EXPECT_EQ(failure("dtype=f16 dims=8x box=8"),
            "17+0 expected a 64-bit number or ?, got ''");
  EXPECT_EQ(failure("dtype=f16 dims=99999999999999999999 box=8"),
            "15+20 expected a 64-bit number or ?, got '99999999999999999999'");
  EXPECT_EQ(failure("dtype=f16 dims=8x8 box=8"),
            "23+1 expected 2 sizes as in dims, got 1");
  EXPECT_EQ(failure("dtype=f16 dims=8x8 box=8x8 strides=1x2x3"),
            "35+5 expected 2 strides in bytes (or one less, without the "
            "innermost), got 3");
  EXPECT_EQ(failure("dtype=f16 dims=8x8 box=8x8 strides=16x3"),
            "35+4 expected an innermost stride of whole elements, got 3 "
            "bytes");
  EXPECT_EQ(failure("dtype=f16 dims=8 box=8 base=0xg"),
            "28+3 expected an address, +BYTES or ?, got '0xg'");
}

TEST(Spec, BadNames) {
  EXPECT_EQ(failure("dtype=f16 dims=8 box=8 swizzle=256B"),
            "31+4 expected one of none, 32B, 64B, 128B, 128B_atom_32B, "
            "128B_atom_32B_flip_8B, 128B_atom_64B, got '256B'");
  EXPECT_EQ(failure("dtype=f16 dims=8 box=8 target=sm_90b"),
            "30+6 unknown target 'sm_90b'; did you mean sm_90 or sm_90a or "
            "sm_100?");
  EXPECT_EQ(failure("dtype=f16 dims=8 box=8 allow_edge_spill=1"),
            "40+1 expected yes or no, got '1'");
}

TEST(Spec, HostileText) {
  EXPECT_EQ(failure(std::string_view("\0\xff=\n", 4)),
            "0+2 unknown key '\\x00\\xff'; keys are dtype, dims, box, "
            "strides, element_strides, interleave, swizzle, fill, l2, base, "
            "direction, allow_edge_spill, target");
  std::string longKey(1 << 20, 'k');
  EXPECT_LT(failure(longKey).size(), 300u);
  std::string manySizes = "dtype=u8 box=1 dims=1";
  for (int i = 0; i < 100000; ++i)
    manySizes += "x1";
  EXPECT_EQ(failure(manySizes), "13+1 expected 100001 sizes as in dims, got 1");
}

TEST(Spec, Render) {
  SpecError error;
  std::string text = "dtype=f16 dims=8x6a box=8x8";
  ASSERT_FALSE(parseSpec(text, error));
  EXPECT_EQ(render(error, text),
            "error: (T07) expected a 64-bit number or ?, got '6a'\n"
            "  dtype=f16 dims=8x6a box=8x8\n"
            "                   ^~\n");
  EXPECT_EQ(render(error, "a\nb"),
            "error: (T07) expected a 64-bit number or ?, got '6a'\n"
            "  at byte 17\n");
}

} // namespace

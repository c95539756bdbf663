// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestParams.h"

#include <gtest/gtest.h>

#include <cstring>

using namespace tilery::tensormap;

namespace {

TEST(Message, NamesTensorPlaceValueRuleAndCure) {
  TensorMapParams p = legalMap();
  p.dims[0] = 1001;
  p.byteStrides[0] = 2002;
  EXPECT_EQ(messages(p, "a"),
            "tensor 'a', dimension 0 (TMA dimension 1): stride alignment "
            "(TM11): expected a stride that is a multiple of 16 bytes, got "
            "2002 bytes (1001 elements); pad the rows to a multiple of 16 "
            "bytes (8 elements)\n");
}

TEST(Message, AllFaultsAtOnce) {
  TensorMapParams p = legalMap();
  p.dataType = DataType::Float32;
  p.dims[0] = 1733;
  p.byteStrides[0] = 6932;
  p.base = BaseAddress::exactly(0x1004);
  EXPECT_EQ(messages(p, ""),
            "tensor map: base alignment (TM07): expected a base address that "
            "is a multiple of 16 bytes, got 4 bytes (1 element) past a "
            "multiple; start the view at an aligned element, or copy it to an "
            "aligned buffer\n"
            "tensor map, dimension 0 (TMA dimension 1): stride alignment "
            "(TM11): expected a stride that is a multiple of 16 bytes, got "
            "6932 bytes (1733 elements); pad the rows to a multiple of 16 "
            "bytes (4 elements)\n");
}

TEST(Message, EachDimensionOnItsOwn) {
  TensorMapParams p = legalMap();
  p.box[0] = 0;
  p.box[1] = 300;
  EXPECT_EQ(messages(p, "x"),
            "tensor 'x', dimension 1 (TMA dimension 0): box range (TM13): "
            "expected a box of 1 to 256 elements, got 0; issue several copies "
            "of smaller boxes\n"
            "tensor 'x', dimension 0 (TMA dimension 1): box range (TM13): "
            "expected a box of 1 to 256 elements, got 300; issue several "
            "copies of smaller boxes\n"
            "tensor 'x', dimension 0 (TMA dimension 1): box in tensor (TM29): "
            "expected a box of at most 64 elements, got 300; the rest is "
            "filled on loads and dropped on stores; use a smaller box if that "
            "is not meant\n");
}

TEST(Message, SwizzleSpanSaysHowToSplit) {
  TensorMapParams p = legalMap();
  p.swizzle = Swizzle::B128;
  p.box[0] = 80;
  EXPECT_EQ(messages(p, "k"),
            "tensor 'k', dimension 1 (TMA dimension 0): swizzle span (TM16): "
            "expected an inner box of at most 128 bytes (64 elements) with "
            "swizzle 128B, got 160 bytes (80 elements); split the box into "
            "copies of at most 128 bytes (64 elements) along its inner "
            "dimension, or use a wider swizzle\n");
}

TEST(Message, NamesOptionsAndCapabilities) {
  TensorMapParams p = legalMap();
  p.swizzle = Swizzle::B128Atom32B;
  p.dataType = DataType::Int32;
  p.fill = Fill::NaN;
  p.innerStride = -2;
  EXPECT_EQ(messages(p, "t"),
            "tensor 't', dimension 1 (TMA dimension 0): inner stride (TM10): "
            "expected an inner stride of 1 element, got -2 elements (-8 "
            "bytes); make the tensor contiguous along its last dimension, or "
            "transpose the map\n"
            "tensor 't': swizzle target (TM22): expected a compute capability "
            "of at least 10.0 for swizzle 128B_atom_32B, got 9.0; use swizzle "
            "128B\n"
            "tensor 't': fill type (TM26): expected a floating-point data "
            "type with nan fill, got i32; use zero fill, or a floating-point "
            "data type\n"
            "tensor 't', dimension 0 (TMA dimension 1): overlapping stride "
            "(TM31): expected a stride of at least 512 bytes (128 elements), "
            "got 256 bytes (64 elements); loads see elements twice; stores "
            "through such a map race\n");
}

TEST(Message, StoreEdge) {
  TensorMapParams p = legalMap();
  p.direction = Direction::Store;
  p.dims[0] = 125;
  EXPECT_EQ(messages(p, "out"),
            "tensor 'out', dimension 1 (TMA dimension 0): store edge (TM28): "
            "expected an inner extent that is a multiple of 16 bytes for a "
            "store, got 250 bytes (125 elements); pad the tensor's rows and "
            "pass the padded extent, or allow the edge to spill "
            "(allow_edge_spill)\n");
  p.allowEdgeSpill = true;
  EXPECT_EQ(messages(p, "out"), "");
}

TEST(Message, UnknownSaysTheRule) {
  TensorMapParams p = legalMap();
  p.byteStrides[0] = kUnknown;
  const Rule &rule = *findRule("stride range");
  EXPECT_EQ(message(p, {&rule, rule.evaluate(p, 1)}, "a"),
            "tensor 'a', dimension 0 (TMA dimension 1): stride range (TM12): "
            "not known until launch: a stride is not negative and below 2^40 "
            "bytes");
}

TEST(Message, TruncatesLikeSnprintf) {
  TensorMapParams p = legalMap();
  p.rank = 0;
  const Rule &rule = kRules[0];
  Finding finding = rule.evaluate(p, -1);
  size_t length = formatFinding(nullptr, 0, p, rule, finding, nullptr);
  EXPECT_EQ(length, std::strlen("tensor map: rank (TM01): expected a rank of 1 "
                                "to 5, got 0; merge adjacent dimensions, or "
                                "copy slice by slice"));
  char buffer[8];
  std::memset(buffer, 'x', sizeof(buffer));
  EXPECT_EQ(formatFinding(buffer, 7, p, rule, finding, nullptr), length);
  EXPECT_STREQ(buffer, "tensor");
  EXPECT_EQ(buffer[7], 'x');
  EXPECT_EQ(formatFinding(buffer, 1, p, rule, finding, nullptr), length);
  EXPECT_STREQ(buffer, "");
}

TEST(Message, SmallestNumber) {
  TensorMapParams p = legalMap();
  p.byteStrides[0] = INT64_MIN + 1;
  EXPECT_NE(messages(p, "a").find("got -9223372036854775807 bytes"),
            std::string::npos);
}

TEST(Message, EveryRuleEndsInACureWithoutAPlaceholderLeft) {
  TensorMapParams p = legalMap();
  for (const Rule &rule : kRules) {
    Finding finding{Verdict::Violated, 0, 20, 16};
    std::string text = message(p, {&rule, finding}, "a");
    EXPECT_EQ(text.find_first_of("{}"), std::string::npos) << text;
    EXPECT_NE(text.find("; "), std::string::npos) << text;
    EXPECT_NE(text.back(), '.') << text;
  }
}

} // namespace

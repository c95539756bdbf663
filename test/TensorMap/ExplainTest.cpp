// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/TensorMap/Explain.h"

#include "TestParams.h"
#include "tilery/TensorMap/Spec.h"

#include <gtest/gtest.h>

using namespace tilery::tensormap;

namespace {

Explanation explained(const char *text) {
  SpecError error;
  auto params = parseSpec(text, error);
  EXPECT_TRUE(params) << error.message;
  return explain(params.value_or(TensorMapParams()));
}

TEST(Explain, Struct) {
  Explanation e =
      explained("dtype=f16 dims=1024x512 box=64x48 swizzle=128B base=4096");
  EXPECT_EQ(sizesText(e.dims), "1024x512");
  EXPECT_EQ(sizesText(e.byteStrides), "1024x2");
  EXPECT_EQ(sizesText(e.box), "64x48");
  EXPECT_EQ(sizesText(e.elementStrides), "1x1");
  EXPECT_EQ(e.boxBytes, 64 * 96);
  EXPECT_EQ(e.sharedRowPitch, 128);
  EXPECT_EQ(e.sharedBytes, 64 * 128);
  EXPECT_EQ(e.sharedAlignment, 1024);
  EXPECT_EQ(e.sharedFootprint, 64 * 128);
  EXPECT_EQ(e.verdicts.size(), size_t(kRuleCount));
  EXPECT_TRUE(e.accepted);
  EXPECT_FALSE(e.needsLaunchCheck);
  EXPECT_FALSE(e.empty);
}

TEST(Explain, Text) {
  std::string text = toText(
      explained("dtype=f16 dims=1024x512 box=64x64 swizzle=128B base=+16"));
  EXPECT_EQ(text.substr(0, text.find("rules\n")),
            "tensor map, sizes outer to inner\n"
            "  rank                2\n"
            "  dims                1024x512\n"
            "  strides in bytes    1024x2\n"
            "  base                16 bytes past a multiple of 256\n"
            "  box                 64x64\n"
            "  element strides     1x1\n"
            "  data type           f16, 2 bytes an element\n"
            "  interleave          none\n"
            "  swizzle             128B\n"
            "  L2 promotion        none\n"
            "  fill                zero\n"
            "  direction           unspecified\n"
            "  compute capability  9.0\n"
            "one copy\n"
            "  bytes per box       8192\n"
            "  row pitch           128\n"
            "  shared memory       8192 bytes\n"
            "  alignment           1024 bytes\n"
            "  stage to stage      8192 bytes\n");
  for (const Rule &rule : kRules)
    EXPECT_NE(text.find("  " + ruleId(rule) + " " + rule.name + " "),
              std::string::npos);
  EXPECT_NE(text.find("TM07 base alignment         proven\n"),
            std::string::npos);
  EXPECT_NE(text.find("TM09 address range          unknown\n"),
            std::string::npos);
  EXPECT_NE(text.find("accepted as far as it is known"), std::string::npos);
}

TEST(Explain, ErrorsAndWarnings) {
  Explanation e = explained("dtype=f32 dims=4x1733 box=8x64 base=+2");
  EXPECT_FALSE(e.accepted);
  ASSERT_EQ(e.errors.size(), 2u);
  EXPECT_NE(e.errors[0].find("base alignment (TM07)"), std::string::npos);
  EXPECT_NE(e.errors[1].find("stride alignment (TM11)"), std::string::npos);
  ASSERT_EQ(e.warnings.size(), 1u);
  std::string text = toText(e);
  EXPECT_NE(text.find("\nerror: tensor map: base alignment"),
            std::string::npos);
  EXPECT_NE(text.find("TM29 box in tensor          violated (warning)\n"),
            std::string::npos);
  EXPECT_NE(text.find("\nrefused\n"), std::string::npos);
}

TEST(Explain, UnknownAndEmpty) {
  Explanation e = explained("dtype=f16 dims=?x? box=?x64");
  EXPECT_EQ(sizesText(e.byteStrides), "?x2");
  EXPECT_EQ(e.boxBytes, kUnknown);
  EXPECT_NE(toText(e).find("bytes per box       ?\n"), std::string::npos);
  e = explained("dtype=f16 dims=0x64 box=8x64");
  EXPECT_TRUE(e.empty);
  EXPECT_FALSE(e.accepted);
  EXPECT_NE(toText(e).find("launch nothing\n"), std::string::npos);
}

TEST(Explain, NamesTheTensor) {
  TensorMapParams p = legalMap();
  p.box[1] = 0;
  Explanation e = explain(p, "weights");
  EXPECT_EQ(toText(e).rfind("tensor 'weights', sizes outer to inner\n", 0), 0u);
  EXPECT_EQ(e.errors.at(0).rfind("tensor 'weights', dimension 0", 0), 0u);
}

TEST(Explain, InvalidRanks) {
  TensorMapParams p = legalMap();
  p.rank = -3;
  EXPECT_TRUE(explain(p).dims.empty());
  p.rank = 9;
  EXPECT_EQ(explain(p).dims.size(), size_t(kMaxRank));
}

} // namespace

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every rule of the table: proven on a legal map, violated by the smallest
// change, unknown when its number is.

#include "TestParams.h"

#include <gtest/gtest.h>

using namespace tilery::tensormap;

namespace {

struct RuleCase {
  const char *rule;
  /// Changes a legal map so that this rule, and no other error, is violated.
  void (*violate)(TensorMapParams &);
  /// Makes the rule unknown; null when its inputs are always known.
  void (*forget)(TensorMapParams &);
  /// Errors that the change cannot avoid; null for the rule alone.
  const char *errors = nullptr;
};

std::ostream &operator<<(std::ostream &os, const RuleCase &ruleCase) {
  return os << ruleCase.rule;
}

void packed(TensorMapParams &p) {
  p.dataType = DataType::Packed16U4Align16B;
  p.computeCapability = 100;
  p.box[0] = 128;
  p.box[1] = 8;
}

const RuleCase kCases[] = {
    {"rank", [](auto &p) { p.rank = 0; }, nullptr},
    {"data type", [](auto &p) { p.dataType = DataType(16); }, nullptr},
    {"target", [](auto &p) { p.computeCapability = 80; },
     [](auto &p) { p.computeCapability = 0; }},
    {"data type target",
     [](auto &p) {
       packed(p);
       p.computeCapability = 90;
     },
     [](auto &p) {
       packed(p);
       p.computeCapability = 0;
     }},
    {"dimension range", [](auto &p) { p.dims[1] = 0; },
     [](auto &p) { p.dims[1] = kUnknown; }},
    {"packed dimension",
     [](auto &p) {
       packed(p);
       p.dims[0] = 192;
     },
     [](auto &p) {
       packed(p);
       p.dims[0] = kUnknown;
     }},
    {"base alignment", [](auto &p) { p.base = BaseAddress::exactly(0x1002); },
     [](auto &p) { p.base = BaseAddress::unknown(); }},
    {"null base", [](auto &p) { p.base = BaseAddress::exactly(0); },
     [](auto &p) { p.base = BaseAddress::moduloOf(0, 256); }},
    {"address range",
     [](auto &p) { p.base = BaseAddress::exactly(uint64_t(1) << 57); },
     [](auto &p) { p.base = BaseAddress::unknown(); }},
    {"inner stride", [](auto &p) { p.innerStride = 2; },
     [](auto &p) { p.innerStride = kUnknown; }},
    {"stride alignment", [](auto &p) { p.byteStrides[0] = 2002; },
     [](auto &p) { p.byteStrides[0] = kUnknown; }},
    {"stride range", [](auto &p) { p.byteStrides[0] = int64_t(1) << 40; },
     [](auto &p) { p.byteStrides[0] = kUnknown; }},
    {"box range", [](auto &p) { p.box[1] = 257; },
     [](auto &p) { p.box[1] = kUnknown; }},
    {"inner box bytes", [](auto &p) { p.box[0] = 7; },
     [](auto &p) { p.box[0] = kUnknown; }},
    {"packed box",
     [](auto &p) {
       packed(p);
       p.box[0] = 64;
     },
     [](auto &p) {
       packed(p);
       p.box[0] = kUnknown;
     }},
    {"swizzle span",
     [](auto &p) {
       p.swizzle = Swizzle::B32;
       p.box[0] = 24;
     },
     [](auto &p) {
       p.swizzle = Swizzle::B32;
       p.box[0] = kUnknown;
     }},
    {"element stride range", [](auto &p) { p.elementStrides[1] = 9; },
     [](auto &p) { p.elementStrides[1] = kUnknown; }},
    {"interleave kind", [](auto &p) { p.interleave = Interleave(3); }, nullptr,
     "interleave kind; interleave rank"},
    {"interleave rank", [](auto &p) { p.interleave = Interleave::B16; },
     nullptr},
    {"interleave swizzle",
     [](auto &p) {
       p = interleavedMap();
       p.swizzle = Swizzle::B64;
     },
     nullptr},
    {"swizzle mode",
     [](auto &p) {
       p.swizzle = Swizzle(7);
       p.computeCapability = 100;
     },
     nullptr},
    {"swizzle target", [](auto &p) { p.swizzle = Swizzle::B128Atom32B; },
     [](auto &p) {
       p.swizzle = Swizzle::B128Atom64B;
       p.computeCapability = 0;
     }},
    {"packed layout",
     [](auto &p) {
       packed(p);
       p.swizzle = Swizzle::B128Atom64B;
     },
     nullptr},
    {"l2 promotion range", [](auto &p) { p.l2Promotion = L2Promotion(4); },
     nullptr},
    {"fill range", [](auto &p) { p.fill = Fill(2); }, nullptr},
    {"fill type",
     [](auto &p) {
       p.dataType = DataType::UInt16;
       p.fill = Fill::NaN;
     },
     nullptr},
    {"shared memory size",
     [](auto &p) {
       p.box[0] = p.box[1] = p.dims[0] = p.dims[1] = 256;
       p.dataType = DataType::Float32;
       p.byteStrides[0] = 1024;
     },
     [](auto &p) { p.box[0] = kUnknown; }},
    {"store edge",
     [](auto &p) {
       p.direction = Direction::Store;
       p.dims[0] = 125;
     },
     [](auto &p) {
       p.direction = Direction::Reduce;
       p.dims[0] = kUnknown;
     }},
    {"box in tensor", [](auto &p) { p.box[1] = 65; },
     [](auto &p) { p.dims[1] = kUnknown; }, ""},
    {"broadcast stride", [](auto &p) { p.byteStrides[0] = 0; },
     [](auto &p) { p.byteStrides[0] = kUnknown; }, ""},
    {"overlapping stride", [](auto &p) { p.byteStrides[0] = 240; },
     [](auto &p) { p.dims[0] = kUnknown; }, ""},
    {"tensor extent",
     [](auto &p) {
       p.rank = 5;
       for (int i = 0; i < 5; ++i) {
         p.dims[i] = int64_t(1) << 32;
         p.box[i] = i == 0 ? 8 : 1;
       }
       for (int64_t &stride : p.byteStrides)
         stride = (int64_t(1) << 40) - 16;
     },
     [](auto &p) { p.base = BaseAddress::unknown(); }, ""},
    {"store overlap",
     [](auto &p) {
       p.direction = Direction::Store;
       p.byteStrides[0] = 240;
     },
     [](auto &p) {
       p.direction = Direction::Store;
       p.byteStrides[0] = kUnknown;
     }},
    {"copied extent",
     [](auto &p) {
       p.direction = Direction::Load;
       p.dims[1] = (int64_t(1) << 31) + 1;
     },
     [](auto &p) {
       p.direction = Direction::Load;
       p.dims[1] = kUnknown;
     }},
    {"interleaved box",
     [](auto &p) {
       p = interleavedMap();
       p.box[p.rank - 2] = 256;
       p.box[p.rank - 1] = 256;
     },
     nullptr},
};

class RuleTest : public testing::TestWithParam<RuleCase> {};

TEST_P(RuleTest, ProvenOnALegalMap) {
  EXPECT_EQ(verdict(GetParam().rule, legalMap()), Verdict::Proven);
}

TEST_P(RuleTest, ViolatedAlone) {
  TensorMapParams p = legalMap();
  GetParam().violate(p);
  EXPECT_EQ(verdict(GetParam().rule, p), Verdict::Violated);
  EXPECT_EQ(errors(p), GetParam().errors ? GetParam().errors : GetParam().rule);
}

TEST_P(RuleTest, UnknownWithoutItsNumber) {
  if (!GetParam().forget)
    return;
  TensorMapParams p = legalMap();
  GetParam().forget(p);
  EXPECT_EQ(verdict(GetParam().rule, p), Verdict::Unknown);
  EXPECT_EQ(errors(p), "");
}

INSTANTIATE_TEST_SUITE_P(All, RuleTest, testing::ValuesIn(kCases));

TEST(RuleTable, EveryRuleHasACaseInOrder) {
  ASSERT_EQ(int(std::size(kCases)), kRuleCount);
  for (int i = 0; i < kRuleCount; ++i) {
    EXPECT_STREQ(kCases[i].rule, kRules[i].name);
    EXPECT_EQ(kRules[i].number, i + 1);
  }
}

// What repeats is refused for stores, and a reduction takes all of it.
TEST(RuleTable, StoresDoNotOverlap) {
  TensorMapParams p = legalMap();
  p.byteStrides[0] = 0;
  EXPECT_EQ(errors(p), "");
  p.direction = Direction::Reduce;
  EXPECT_EQ(errors(p), "");
  p.direction = Direction::Store;
  EXPECT_EQ(errors(p), "store overlap");
  p.dims[1] = 1;
  EXPECT_EQ(errors(p), "");
  // Transposed outer dimensions lie apart.
  p.rank = 3;
  p.dims[0] = p.dims[1] = p.dims[2] = 64;
  p.box[2] = 1;
  p.byteStrides[0] = 64 * 128;
  p.byteStrides[1] = 128;
  EXPECT_EQ(errors(p), "");
}

TEST(RuleTable, TheLegalMapHasNoFinding) {
  for (const TensorMapParams &p : {legalMap(), interleavedMap()}) {
    EXPECT_EQ(messages(p, "a"), "");
    EXPECT_FALSE(needsLaunchCheck(p));
    EXPECT_TRUE(isAccepted(p));
  }
}

} // namespace

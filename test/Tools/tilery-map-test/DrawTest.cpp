// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Draw.h"
#include "Kernel.h"
#include "Model.h"

#include "tilery/TensorMap/Check.h"
#include "tilery/TensorMap/Spec.h"

#include <gtest/gtest.h>

using namespace tilery;
using namespace tilery::maptest;
using namespace tilery::tensormap;

namespace {

constexpr int kCases = 700;

std::vector<Case> drawCases(uint64_t seed) {
  Planner planner(seed);
  std::vector<Case> cases(kCases);
  for (Case &c : cases)
    if (!planner.next(c))
      ADD_FAILURE() << "nothing drawn";
  EXPECT_GE(planner.coverage().leastCovered().count, 5);
  return cases;
}

TEST(Draw, IsLegalAndOfItsKind) {
  for (const Case &c : drawCases(1)) {
    SCOPED_TRACE(specLine(c) + "\n" + copyLine(c));
    TensorMapParams p = encodedParams(c, 1 << 20);
    EXPECT_TRUE(check(p).empty());
    EXPECT_EQ(classify(c.params, c.coords), c.factors.edge());
    EXPECT_EQ(effectiveStride(c.params), c.factors.elementStride());
    EXPECT_EQ(p.rank, c.factors.rank());
    EXPECT_EQ(p.dataType, c.factors.type());
    EXPECT_EQ(p.direction, c.factors.direction());
    EXPECT_EQ(c.element->type, p.dataType);
    // Guards on all sides.
    EXPECT_GE(c.tensorOffset, 256);
    EXPECT_GE(c.bufferBytes, c.tileOffset + sharedBytes(p) + 32);
    // The last of several writers is not defined.
    if (!c.isLoad())
      for (const Violation &warning : warnings(p))
        EXPECT_EQ(std::string(warning.rule->name).find("stride"),
                  std::string::npos);
  }
}

TEST(Draw, FollowsFromSeedAndIndex) {
  std::vector<Case> cases = drawCases(2), again = drawCases(2);
  std::vector<Case> other = drawCases(3);
  int same = 0;
  for (size_t i = 0; i < cases.size(); ++i) {
    EXPECT_EQ(kernelText(cases[i]), kernelText(again[i]));
    EXPECT_EQ(hashOfCase(cases[i]), hashOfCase(again[i]));
    EXPECT_EQ(makeMemory(cases[i]).tensor, makeMemory(again[i]).tensor);
    same += hashOfCase(cases[i]) == hashOfCase(other[i]);
  }
  EXPECT_EQ(same, 0);
}

TEST(Draw, MeetsTheUnusual) {
  int padded = 0, repeated = 0, overlapping = 0, oddUnit = 0, huge = 0,
      dynamicShared = 0, spills = 0, far = 0, mixed = 0;
  for (const Case &c : drawCases(1)) {
    const TensorMapParams &p = c.params;
    bool anyStatic = false, anyDynamic = false;
    for (int i = 0; i < p.rank; ++i) {
      huge += p.dims[i] > (int64_t(1) << 28);
      far += c.coords[i] > (1 << 26) || c.coords[i] < -(1 << 26);
      (c.staticDims[i] ? anyStatic : anyDynamic) = true;
      if (i == 0)
        continue;
      oddUnit += p.dims[i] == 1 && p.byteStrides[i - 1] % 16 != 0;
      repeated += p.dims[i] > 1 && p.byteStrides[i - 1] == 0;
    }
    for (const Violation &warning : warnings(encodedParams(c, 1 << 20)))
      overlapping += std::string(warning.rule->name) == "overlapping stride";
    padded += p.rank > 1 && p.byteStrides[0] > roundUp(innerExtentBytes(p), 32);
    dynamicShared += c.bufferBytes > 48 * 1024;
    spills += !c.isLoad() && innerExtentBytes(p) % 16 != 0;
    mixed += anyStatic && anyDynamic;
  }
  EXPECT_GT(padded, 50);
  EXPECT_GT(repeated, 5);
  EXPECT_GT(overlapping, 5);
  EXPECT_GT(oddUnit, 20);
  EXPECT_GT(huge, 0);
  EXPECT_GT(dynamicShared, 3);
  EXPECT_GT(spills, 20);
  EXPECT_GT(far, 10);
  EXPECT_GT(mixed, 50);
}

TEST(Draw, SpecLineReadsBack) {
  for (const Case &c : drawCases(4)) {
    SpecError error;
    std::string line = specLine(c);
    std::optional<TensorMapParams> p = parseSpec(line, error);
    ASSERT_TRUE(p) << render(error, line);
    EXPECT_EQ(p->dataType, c.params.dataType);
    EXPECT_EQ(p->rank, c.params.rank);
    for (int i = 0; i < p->rank; ++i) {
      EXPECT_EQ(p->dims[i], c.params.dims[i]);
      EXPECT_EQ(p->box[i], c.params.box[i]);
      EXPECT_EQ(p->elementStrides[i], c.params.elementStrides[i]);
      if (i > 0)
        EXPECT_EQ(p->byteStrides[i - 1], c.params.byteStrides[i - 1]);
    }
    EXPECT_EQ(p->swizzle, c.params.swizzle);
    EXPECT_EQ(p->interleave, c.params.interleave);
    EXPECT_EQ(p->fill, c.params.fill);
    EXPECT_EQ(p->l2Promotion, c.params.l2Promotion);
    EXPECT_EQ(p->direction, c.params.direction);
    EXPECT_EQ(p->allowEdgeSpill, c.params.allowEdgeSpill);
  }
}

} // namespace

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Draw.h"

#include "tilery/TensorMap/Rules.h"

using namespace tilery;
using namespace tilery::maptest;

/// One try; what it draws may be illegal.
static bool drawOnce(Random &random, const Factors &factors, Case &c) {
  tensormap::TensorMapParams &p = c.params;
  c.factors = factors;
  p.dataType = factors.type();
  p.rank = factors.rank();
  p.swizzle = factors.swizzle();
  p.interleave = factors.interleave();
  p.direction = factors.direction();
  p.computeCapability = 90;
  p.l2Promotion = tensormap::L2Promotion(
      random.number(0, tensormap::kL2PromotionCount - 1));
  if (c.isLoad() && tensormap::isFloat(p.dataType) && random.oneIn(2))
    p.fill = tensormap::Fill::NaN;
  if (p.direction == tensormap::Direction::Reduce)
    do
      c.reduceOp =
          tensormap::ReduceOp(random.number(0, tensormap::kReduceOpCount - 1));
    while (!tensormap::isLegalReduction(c.reduceOp, p.dataType));
  if (!drawBox(random, c) || !drawWindow(random, c) || !drawLayout(random, c))
    return false;
  drawSpelling(random, c);

  tensormap::TensorMapParams encoded = encodedParams(c, uint64_t(1) << 40);
  return tensormap::isAccepted(encoded) &&
         classify(p, c.coords) == factors.edge() &&
         effectiveStride(p) == factors.elementStride();
}

bool Planner::next(Case &c) {
  Random random(seed, index);
  // Most tries are good; a combination that is hard to meet is given up for
  // another one.
  constexpr int combinations = 1000, tries = 300;
  for (int i = 0; i < combinations; ++i) {
    Factors factors = covered.steer(random);
    for (int j = 0; j < tries; ++j) {
      c = Case();
      c.seed = seed;
      c.index = index;
      if (drawOnce(random, factors, c)) {
        covered.add(factors);
        ++index;
        return true;
      }
      ++redrawn;
    }
  }
  return false;
}

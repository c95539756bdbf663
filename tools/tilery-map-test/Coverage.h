// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which pairs of factor values the cases cover, and what to draw next.

#ifndef TILERY_TOOLS_TILERY_MAP_TEST_COVERAGE_H
#define TILERY_TOOLS_TILERY_MAP_TEST_COVERAGE_H

#include "Factors.h"
#include "Random.h"

#include <vector>

namespace tilery {
namespace maptest {

/// Two factors, the earlier one first, and a value of each.
struct Pair {
  Factor first, second;
  int firstValue, secondValue;
  int64_t count = 0;
};
/// "rank=1 type=f16"
std::string describe(const Pair &pair);

class Coverage {
public:
  /// Finds the legal pairs: those that some legal combination has.
  Coverage();

  void add(const Factors &factors);

  /// A legal combination with one of the least covered pairs.
  Factors steer(Random &random) const;

  /// Legal pairs, in the order of factors and values.
  const std::vector<Pair> &pairs() const { return legal; }
  const Pair &leastCovered() const;
  /// Cases with that value.
  int64_t count(Factor factor, int value) const {
    return values[static_cast<size_t>(factor)][static_cast<size_t>(value)];
  }

private:
  std::vector<Pair> legal;
  /// Index in `legal` by both values, -1 for none.
  int indexOf[kFactorCount][kFactorCount][13][13];
  int64_t values[kFactorCount][13] = {};
};

} // namespace maptest
} // namespace tilery

#endif // TILERY_TOOLS_TILERY_MAP_TEST_COVERAGE_H

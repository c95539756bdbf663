// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Coverage.h"

#include <algorithm>

using namespace tilery;
using namespace tilery::maptest;

std::string maptest::describe(const Pair &pair) {
  return std::string(name(pair.first)) + "=" +
         valueName(pair.first, pair.firstValue) + " " + name(pair.second) +
         "=" + valueName(pair.second, pair.secondValue);
}

/// Calls `visit` with every combination of values.
template <typename Visitor> static void forEachCombination(Visitor &&visit) {
  Factors factors;
  for (;;) {
    visit(factors);
    int f = 0;
    for (; f < kFactorCount; ++f) {
      uint8_t &value = factors.values[static_cast<size_t>(f)];
      if (++value < valueCount(Factor(f)))
        break;
      value = 0;
    }
    if (f == kFactorCount)
      return;
  }
}

/// Calls `visit(first, second)` with the numbers of two factors.
template <typename Visitor> static void forEachPair(Visitor &&visit) {
  for (int first = 0; first < kFactorCount; ++first)
    for (int second = first + 1; second < kFactorCount; ++second)
      visit(first, second);
}

Coverage::Coverage() {
  std::fill(&indexOf[0][0][0][0],
            &indexOf[0][0][0][0] + sizeof(indexOf) / sizeof(int), -1);
  forEachCombination([&](const Factors &factors) {
    if (!isLegal(factors))
      return;
    forEachPair([&](int a, int b) {
      int x = factors[Factor(a)], y = factors[Factor(b)];
      indexOf[a][b][x][y] = 0;
    });
  });
  forEachPair([&](int a, int b) {
    for (int x = 0; x < valueCount(Factor(a)); ++x)
      for (int y = 0; y < valueCount(Factor(b)); ++y)
        if (int &index = indexOf[a][b][x][y]; index == 0) {
          index = static_cast<int>(legal.size());
          legal.push_back({Factor(a), Factor(b), x, y});
        }
  });
}

void Coverage::add(const Factors &factors) {
  forEachPair([&](int a, int b) {
    int index = indexOf[a][b][factors[Factor(a)]][factors[Factor(b)]];
    if (index >= 0)
      ++legal[static_cast<size_t>(index)].count;
  });
  for (int f = 0; f < kFactorCount; ++f)
    ++values[f][factors[Factor(f)]];
}

const Pair &Coverage::leastCovered() const {
  return *std::min_element(
      legal.begin(), legal.end(),
      [](const Pair &a, const Pair &b) { return a.count < b.count; });
}

Factors Coverage::steer(Random &random) const {
  int64_t least = leastCovered().count;
  std::vector<const Pair *> candidates;
  for (const Pair &pair : legal)
    if (pair.count == least)
      candidates.push_back(&pair);
  const Pair &pair = *candidates[static_cast<size_t>(
      random.number(0, static_cast<int64_t>(candidates.size()) - 1))];
  // The pair is in a legal combination, so that this ends.
  for (;;) {
    Factors factors;
    for (int f = 0; f < kFactorCount; ++f)
      factors.values[static_cast<size_t>(f)] =
          static_cast<uint8_t>(random.number(0, valueCount(Factor(f)) - 1));
    factors.values[static_cast<size_t>(pair.first)] =
        static_cast<uint8_t>(pair.firstValue);
    factors.values[static_cast<size_t>(pair.second)] =
        static_cast<uint8_t>(pair.secondValue);
    if (isLegal(factors))
      return factors;
  }
}

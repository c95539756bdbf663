// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random numbers that are the same on every machine: integer arithmetic alone.

#ifndef TILERY_TOOLS_TILERY_MAP_TEST_RANDOM_H
#define TILERY_TOOLS_TILERY_MAP_TEST_RANDOM_H

#include "../support/MixBits.h"

#include <cstdint>

namespace tilery {
namespace maptest {

/// A stream of numbers that seed and index alone decide.
class Random {
public:
  Random(uint64_t seed, uint64_t index, uint64_t stream = 0)
      : state(mixBits(mixBits(seed) ^ mixBits(index + 1) ^
                      mixBits(~stream) * 3)) {}

  uint64_t bits() { return mixBits(state += 0x9E3779B97F4A7C15); }

  /// low <= number <= high. The bias of the remainder is below 2^-32 for the
  /// ranges in use.
  int64_t number(int64_t low, int64_t high) {
    uint64_t count = static_cast<uint64_t>(high - low) + 1;
    return low + static_cast<int64_t>(bits() % count);
  }
  bool oneIn(int64_t n) { return number(1, n) == 1; }

  template <typename T, int n> const T &pick(const T (&values)[n]) {
    return values[number(0, n - 1)];
  }

private:
  uint64_t state;
};

/// FNV-1a with 64 bits (Fowler, Noll, Vo).
class Hash {
public:
  void add(const void *data, uint64_t size) {
    const unsigned char *bytes = static_cast<const unsigned char *>(data);
    for (uint64_t i = 0; i < size; ++i)
      value = (value ^ bytes[i]) * 0x100000001B3;
  }
  uint64_t get() const { return value; }

private:
  uint64_t value = 0xCBF29CE484222325;
};

} // namespace maptest
} // namespace tilery

#endif // TILERY_TOOLS_TILERY_MAP_TEST_RANDOM_H

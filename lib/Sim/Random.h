// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_SIM_RANDOM_H
#define TILERY_LIB_SIM_RANDOM_H

#include <cstdint>

namespace tilery {
namespace sim {

/// Numbers that depend on the seed alone, on every machine (splitmix64).
class Random {
public:
  void seed(uint64_t seed, uint64_t stream) {
    state = seed * 0x9e3779b97f4a7c15ULL ^ (stream + 1) * 0xd1342543de82ef95ULL;
  }
  uint64_t next() {
    state += 0x9e3779b97f4a7c15ULL;
    uint64_t z = state;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
    return z ^ z >> 31;
  }
  /// 0..bound - 1.
  uint32_t below(uint32_t bound) {
    return static_cast<uint32_t>((next() >> 32) * bound >> 32);
  }
  /// True once in `n` times.
  bool oneIn(uint32_t n) { return below(n) == 0; }

private:
  uint64_t state = 0;
};

} // namespace sim
} // namespace tilery

#endif // TILERY_LIB_SIM_RANDOM_H

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random numbers that are the same on every machine: integer arithmetic only,
// and each number a function of seed and position alone.

#ifndef TILERY_TOOLS_TILERY_RUN_RANDOM_H
#define TILERY_TOOLS_TILERY_RUN_RANDOM_H

#include "../support/MixBits.h"

#include <cstdint>

namespace tilery {
namespace run {

/// A number from the sum of 12 uniform ones, less 6: mean 0, variance 1, and
/// close to normal within 3 standard deviations.
inline double randomNormal(uint64_t seed, uint64_t position) {
  uint64_t state = mixBits(seed ^ mixBits(position));
  uint64_t sum = 0;
  for (int i = 0; i < 6; ++i) {
    state = mixBits(state);
    sum += (state & 0xFFFFFFFF) + (state >> 32);
  }
  // The mean of a 32-bit uniform integer is half a unit below 2^31.
  return (static_cast<double>(sum) + 6.0) / 4294967296.0 - 6.0;
}

} // namespace run
} // namespace tilery

#endif // TILERY_TOOLS_TILERY_RUN_RANDOM_H

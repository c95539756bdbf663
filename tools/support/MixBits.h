// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_TOOLS_SUPPORT_MIXBITS_H
#define TILERY_TOOLS_SUPPORT_MIXBITS_H

#include <cstdint>

namespace tilery {

/// The finalizer of splitmix64 (Steele, Lea, Flood: Fast splittable
/// pseudorandom number generators, OOPSLA 2014): integer arithmetic alone, the
/// same on every machine.
constexpr uint64_t mixBits(uint64_t x) {
  x += 0x9E3779B97F4A7C15;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

} // namespace tilery

#endif // TILERY_TOOLS_SUPPORT_MIXBITS_H

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The swizzle as arithmetic on shared-memory addresses, and the banks that an
// address belongs to. Freestanding C++17, see Types.h.

#ifndef TILERY_TENSORMAP_SWIZZLE_H
#define TILERY_TENSORMAP_SWIZZLE_H

#include "tilery/TensorMap/Types.h"

namespace tilery {
namespace tensormap {

/// The copy engine moves and swizzles units of 16 bytes.
inline constexpr uint32_t kChunkBytes = 16;
/// Shared memory has 32 banks of 4 bytes: 128 bytes of adjacent addresses.
inline constexpr uint32_t kBankCount = 32;
inline constexpr uint32_t kBankBytes = 4;
inline constexpr uint32_t kLineBytes = kBankCount * kBankBytes;

/// True for the swizzles whose arithmetic is measured: none, 32B, 64B, 128B.
/// The atom variants need compute capability 10.0.
constexpr bool isMeasured(Swizzle s) {
  return s == Swizzle::None || s == Swizzle::B32 || s == Swizzle::B64 ||
         s == Swizzle::B128;
}

/// The address bits that are changed: 4, 4-5 or 4-6, the number of the 16-byte
/// chunk within the span. 0 for no swizzle.
constexpr uint32_t swizzleBits(Swizzle s) {
  return s == Swizzle::B32    ? 0x10
         : s == Swizzle::B64  ? 0x30
         : s == Swizzle::B128 ? 0x70
                              : 0;
}

/// Where the byte at `address` of the unswizzled image lies: the chunk number
/// is XORed with the address bits from 7 up, the number of the 128-byte line.
/// Its own inverse, and never leaves the line.
constexpr uint32_t swizzledAddress(uint32_t address, uint32_t bits) {
  return address ^ ((address >> 3) & bits);
}
constexpr uint32_t swizzledAddress(uint32_t address, Swizzle s) {
  return swizzledAddress(address, swizzleBits(s));
}

constexpr uint32_t bankOf(uint32_t address) {
  return address / kBankBytes % kBankCount;
}

} // namespace tensormap
} // namespace tilery

#endif // TILERY_TENSORMAP_SWIZZLE_H

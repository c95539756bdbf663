// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers of every type that an operand may hold.

#ifndef TILERY_TOOLS_TILERY_RUN_ELEMENT_H
#define TILERY_TOOLS_TILERY_RUN_ELEMENT_H

#include "tilery-c/Support.h"

#include "llvm/ADT/StringRef.h"

#include <cstring>
#include <optional>
#include <string>

namespace tilery {
namespace run {

/// "f32", "bf16", "i8", "u16", "f8E4M3FN": MLIR's names, unsigned integers as
/// u*.
std::optional<TileryDataType> parseElementType(llvm::StringRef name);
std::string elementTypeName(TileryDataType type);

inline size_t elementBytes(TileryDataType type) { return type.bits / 8; }
inline bool isInteger(TileryDataType type) {
  return type.code == TILERY_TYPE_INT || type.code == TILERY_TYPE_UINT;
}

/// Reads and writes one element. Writing rounds to nearest even; integers
/// outside of the type's range wrap.
double readElement(TileryDataType type, const void *element);
void writeElement(TileryDataType type, void *element, double value);

/// The element as decimal text; 64-bit integers exactly.
std::string elementText(TileryDataType type, const void *element);

/// The element's bits.
inline uint64_t elementBits(TileryDataType type, const void *element) {
  auto load = [element](auto value) -> uint64_t {
    std::memcpy(&value, element, sizeof(value));
    return value;
  };
  switch (type.bits) {
  case 8:
    return load(uint8_t());
  case 16:
    return load(uint16_t());
  case 32:
    return load(uint32_t());
  default:
    return load(uint64_t());
  }
}

/// The first integer that the type cannot tell from its neighbours, as a power
/// of two: arange counts modulo it, so that all its values are exact.
uint64_t exactRange(TileryDataType type);

} // namespace run
} // namespace tilery

#endif // TILERY_TOOLS_TILERY_RUN_ELEMENT_H

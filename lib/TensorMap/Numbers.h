// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers and lists of numbers as people write them: 1024x512, ?x64.

#ifndef TILERY_LIB_TENSORMAP_NUMBERS_H
#define TILERY_LIB_TENSORMAP_NUMBERS_H

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace tilery::tensormap {

/// A decimal number in 64 bits, signed or unsigned (a number from 2^63 on wraps
/// to the negative one of the same bits, as a stride of -32 looks to the
/// driver); "?" is kUnknown where `allowUnknown`.
std::optional<int64_t> parseNumber(std::string_view text,
                                   bool allowUnknown = false);

/// An address: decimal, or hexadecimal after 0x.
std::optional<uint64_t> parseAddress(std::string_view text);

/// A list of numbers with an x between them.
struct NumberList {
  std::vector<int64_t> values;
  /// Offset and length of the entry that is no number; length 0 at an entry
  /// that is empty.
  size_t errorOffset = 0;
  size_t errorLength = 0;
  bool ok = true;
};

/// Empty text is the empty list.
NumberList parseNumberList(std::string_view text, bool allowUnknown = false);

} // namespace tilery::tensormap

#endif // TILERY_LIB_TENSORMAP_NUMBERS_H

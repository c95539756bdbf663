// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The names of Types.h read back, and suggestions for misspelt ones.

#ifndef TILERY_TENSORMAP_NAMES_H
#define TILERY_TENSORMAP_NAMES_H

#include "tilery/TensorMap/Types.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilery {
namespace tensormap {

/// Takes what name() prints, in any case. Data types also by what travels as
/// them: i8, bool, i1 and the fp8 names as u8, i16 as u16.
std::optional<DataType> parseDataType(std::string_view text);
std::optional<Interleave> parseInterleave(std::string_view text);
std::optional<Swizzle> parseSwizzle(std::string_view text);
std::optional<L2Promotion> parseL2Promotion(std::string_view text);
std::optional<Fill> parseFill(std::string_view text);
std::optional<Direction> parseDirection(std::string_view text);

/// All names of an enumeration, ", " between them; for "expected one of ...".
std::string dataTypeNames();
std::string interleaveNames();
std::string swizzleNames();
std::string l2PromotionNames();
std::string fillNames();
std::string directionNames();

/// The candidates that are closest to `word` by edit distance, best first, at
/// most three; empty when nothing is close. Long words answer nothing.
std::vector<std::string>
nearestNames(std::string_view word,
             const std::vector<std::string_view> &candidates);

/// `text` in single quotes for a message: control and non-ASCII bytes escaped,
/// cut after 40 characters.
std::string quoted(std::string_view text);

} // namespace tensormap
} // namespace tilery

#endif // TILERY_TENSORMAP_NAMES_H

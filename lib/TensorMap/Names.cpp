// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/TensorMap/Names.h"

#include <algorithm>

namespace tilery::tensormap {

static char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

static bool equalsIgnoringCase(std::string_view a, std::string_view b) {
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

template <typename Enum>
static std::optional<Enum> parseEnum(std::string_view text, int32_t count) {
  for (int32_t i = 0; i < count; ++i)
    if (equalsIgnoringCase(text, name(static_cast<Enum>(i))))
      return static_cast<Enum>(i);
  return std::nullopt;
}

template <typename Enum> static std::string joinedNames(int32_t count) {
  std::string result;
  for (int32_t i = 0; i < count; ++i)
    result += (i ? ", " : "") + std::string(name(static_cast<Enum>(i)));
  return result;
}

std::optional<DataType> parseDataType(std::string_view text) {
  if (auto type = parseEnum<DataType>(text, kDataTypeCount))
    return type;
  // MLIR's and PyTorch's spellings of types without an entry of their own.
  constexpr std::string_view bytes[] = {
      "i8",         "si8",        "ui8",      "i1",       "bool",
      "fp8",        "e4m3",       "e5m2",     "f8E4M3FN", "f8E5M2",
      "f8E4M3FNUZ", "f8E5M2FNUZ", "f8E8M0FNU"};
  for (std::string_view alias : bytes)
    if (equalsIgnoringCase(text, alias))
      return DataType::UInt8;
  if (equalsIgnoringCase(text, "i16"))
    return DataType::UInt16;
  return std::nullopt;
}

std::optional<Interleave> parseInterleave(std::string_view text) {
  return parseEnum<Interleave>(text, kInterleaveCount);
}
std::optional<Swizzle> parseSwizzle(std::string_view text) {
  return parseEnum<Swizzle>(text, kSwizzleCount);
}
std::optional<L2Promotion> parseL2Promotion(std::string_view text) {
  return parseEnum<L2Promotion>(text, kL2PromotionCount);
}
std::optional<Fill> parseFill(std::string_view text) {
  return parseEnum<Fill>(text, kFillCount);
}
std::optional<Direction> parseDirection(std::string_view text) {
  return parseEnum<Direction>(text, kDirectionCount);
}

std::string dataTypeNames() { return joinedNames<DataType>(kDataTypeCount); }
std::string interleaveNames() {
  return joinedNames<Interleave>(kInterleaveCount);
}
std::string swizzleNames() { return joinedNames<Swizzle>(kSwizzleCount); }
std::string l2PromotionNames() {
  return joinedNames<L2Promotion>(kL2PromotionCount);
}
std::string fillNames() { return joinedNames<Fill>(kFillCount); }
std::string directionNames() { return joinedNames<Direction>(kDirectionCount); }

/// Levenshtein distance, case ignored.
static size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j)
    row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t substitute = diagonal + (lower(a[i - 1]) != lower(b[j - 1]));
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substitute});
    }
  }
  return row[b.size()];
}

std::vector<std::string>
nearestNames(std::string_view word,
             const std::vector<std::string_view> &candidates) {
  constexpr size_t longest = 200;
  if (word.empty() || word.size() > longest)
    return {};
  // Distance, then place in the list, so that ties keep its order.
  std::vector<std::pair<size_t, size_t>> ranked;
  for (size_t i = 0; i < candidates.size(); ++i) {
    size_t distance = editDistance(word, candidates[i]);
    size_t length = std::max(word.size(), candidates[i].size());
    if (distance <= std::max<size_t>(2, length / 3) && distance < length)
      ranked.push_back({distance, i});
  }
  std::sort(ranked.begin(), ranked.end());
  std::vector<std::string> result;
  for (size_t i = 0; i < ranked.size() && i < 3; ++i)
    result.emplace_back(candidates[ranked[i].second]);
  return result;
}

std::string quoted(std::string_view text) {
  constexpr size_t longest = 40;
  constexpr char digits[] = "0123456789abcdef";
  std::string result = "'";
  for (char c : text.substr(0, longest)) {
    unsigned char byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f) {
      result += c;
    } else {
      result += "\\x";
      result += digits[byte >> 4];
      result += digits[byte & 15];
    }
  }
  if (text.size() > longest)
    result += "...";
  return result + "'";
}

} // namespace tilery::tensormap

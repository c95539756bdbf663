// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Numbers.h"

#include "tilery/TensorMap/Types.h"

#include <charconv>

namespace tilery::tensormap {

template <typename Integer>
static std::optional<Integer> parseWhole(std::string_view text, int base) {
  if (text.empty())
    return std::nullopt;
  Integer value = 0;
  const char *begin = &text.front();
  const char *end = begin + text.size();
  auto [stop, error] = std::from_chars(begin, end, value, base);
  if (error != std::errc() || stop != end)
    return std::nullopt;
  return value;
}

std::optional<int64_t> parseNumber(std::string_view text, bool allowUnknown) {
  if (allowUnknown && text == "?")
    return kUnknown;
  if (auto value = parseWhole<uint64_t>(text, 10))
    return static_cast<int64_t>(*value) == kUnknown
               ? std::nullopt
               : std::optional(static_cast<int64_t>(*value));
  auto value = parseWhole<int64_t>(text, 10);
  return value == kUnknown ? std::nullopt : value;
}

std::optional<uint64_t> parseAddress(std::string_view text) {
  if (text.substr(0, 2) == "0x" || text.substr(0, 2) == "0X")
    return parseWhole<uint64_t>(text.substr(2), 16);
  return parseWhole<uint64_t>(text, 10);
}

NumberList parseNumberList(std::string_view text, bool allowUnknown) {
  NumberList list;
  size_t start = 0;
  while (start < text.size()) {
    size_t stop = std::min(text.find('x', start), text.size());
    auto value = parseNumber(text.substr(start, stop - start), allowUnknown);
    // A trailing x announces an entry that is not there.
    if (!value || stop + 1 == text.size()) {
      list.ok = false;
      list.errorOffset = value ? text.size() : start;
      list.errorLength = value ? 0 : stop - start;
      return list;
    }
    list.values.push_back(*value);
    start = stop + 1;
  }
  return list;
}

} // namespace tilery::tensormap

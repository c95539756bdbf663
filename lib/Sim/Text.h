// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sentences of findings.

#ifndef TILERY_LIB_SIM_TEXT_H
#define TILERY_LIB_SIM_TEXT_H

#include <cstdint>
#include <string>
#include <type_traits>

namespace tilery {
namespace sim {

inline void append(std::string &text, const std::string &part) { text += part; }
inline void append(std::string &text, const char *part) { text += part; }
template <typename Int, typename = std::enable_if_t<std::is_integral_v<Int>>>
void append(std::string &text, Int number) {
  text += std::to_string(number);
}

/// The parts in a row; numbers are decimal.
template <typename... Parts> std::string str(const Parts &...parts) {
  std::string text;
  (append(text, parts), ...);
  return text;
}

/// "1 byte", "2 bytes".
inline std::string counted(uint64_t count, const char *noun) {
  return str(count, " ", noun, count == 1 ? "" : "s");
}

} // namespace sim
} // namespace tilery

#endif // TILERY_LIB_SIM_TEXT_H

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Helpers.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace tilery::cpp;

namespace {
struct HelperText {
  Helper helper;
  StringLiteral name;
  StringLiteral headers; ///< with blanks between
  /// `$` stands for the name; `$0` to `$9` for that of the helper of this
  /// number.
  StringLiteral text;
};
} // namespace

// What is undefined in C++ has the answer of a launcher that is compiled in
// process: that of GuardDivisions, and of x86-64 for numbers out of range.
static constexpr HelperText texts[] = {
    {Helper::Divide, "divide", "type_traits", R"(
/// 0 for a divisor of 0; the lowest number, divided by -1, stays as it is.
template <typename T> constexpr T $(T dividend, T divisor) {
  if (divisor == 0)
    return 0;
  if constexpr (std::is_signed_v<T>)
    if (divisor == -1)
      return static_cast<T>(0 - static_cast<std::make_unsigned_t<T>>(dividend));
  return dividend / divisor;
}
)"},
    {Helper::Remainder, "remainder_of", "type_traits", R"(
/// 0 for a divisor of 0.
template <typename T> constexpr T $(T dividend, T divisor) {
  if (divisor == 0 || (std::is_signed_v<T> && divisor == static_cast<T>(-1)))
    return 0;
  return dividend % divisor;
}
)"},
    {Helper::CeilDivide, "ceil_divide", "", R"(
/// Rounded up; 0 for a divisor of 0.
template <typename T> constexpr T $(T dividend, T divisor) {
  const T rest = $1(dividend, divisor);
  const bool up = rest != 0 && (rest > 0) == (divisor > 0);
  return static_cast<T>($0(dividend, divisor) + (up ? 1 : 0));
}
)"},
    {Helper::FloorDivide, "floor_divide", "", R"(
/// Rounded down; 0 for a divisor of 0.
template <typename T> constexpr T $(T dividend, T divisor) {
  const T rest = $1(dividend, divisor);
  const bool down = rest != 0 && (rest > 0) != (divisor > 0);
  return static_cast<T>($0(dividend, divisor) - (down ? 1 : 0));
}
)"},
    {Helper::Maximum, "maximum", "cmath", R"(
/// The greater number, +0 before -0; NaN if one of them is.
template <typename T> T $(T a, T b) {
  if (std::isnan(a) || std::isnan(b))
    return a + b;
  return a > b || (a == b && !std::signbit(a)) ? a : b;
}
)"},
    {Helper::Minimum, "minimum", "cmath", R"(
/// The lesser number, -0 before +0; NaN if one of them is.
template <typename T> T $(T a, T b) {
  if (std::isnan(a) || std::isnan(b))
    return a + b;
  return a < b || (a == b && std::signbit(a)) ? a : b;
}
)"},
    {Helper::ToInteger, "to_integer", "cmath limits type_traits", R"(
/// Toward 0; the lowest number for what is out of range.
template <typename To, typename From> To $(From number) {
  // Powers of two, unlike the greatest number itself, are exact.
  const auto end = std::ldexp(From{1}, std::numeric_limits<To>::digits);
  const From low = std::is_signed_v<To> ? -end : From{-1};
  const bool inside =
      std::is_signed_v<To> ? number >= low : number > low;
  return inside && number < end ? static_cast<To>(number)
                                : std::numeric_limits<To>::lowest();
}
)"},
    {Helper::BitCast, "bit_cast", "cstring", R"(
/// The number of the same bits.
template <typename To, typename From> To $(From from) {
  static_assert(sizeof(To) == sizeof(From), "the sizes are equal");
  To to;
  std::memcpy(&to, &from, sizeof(to));
  return to;
}
)"},
    // launch::convertToHalf, in C++.
    {Helper::RoundToHalf, "round_to_half", "", R"(
/// The bits of a 16-bit float, rounded to nearest, ties to even; of f16 with 10
/// bits of fraction and an exponent bias of 15, of bf16 with 7 and 127.
template <int Fraction, int Bias> uint16_t $(double number) {
  const auto bits = $7<uint64_t>(number);
  const uint64_t sign = bits >> 63 << 15;
  const uint64_t magnitude = bits << 1 >> 1;
  const uint64_t infinity = uint64_t{2 * Bias + 1} << Fraction;
  uint64_t result = infinity;
  if (magnitude > uint64_t{0x7FF} << 52) {
    result = infinity | uint64_t{1} << (Fraction - 1);
  } else if (magnitude < uint64_t{1024 - Bias} << 52) {
    // Added to a number with the unit of the subnormals, it is rounded so.
    const uint64_t unit = uint64_t{1 - Bias - Fraction + 52 + 1023} << 52;
    result = $7<uint64_t>($7<double>(magnitude) + $7<double>(unit)) - unit;
  } else if (magnitude < uint64_t{1024 + Bias} << 52) {
    const uint64_t moved = magnitude - (uint64_t{1023 - Bias} << 52);
    const uint64_t last = moved >> (52 - Fraction) & 1;
    const uint64_t half = (uint64_t{1} << (51 - Fraction)) - 1 + last;
    result = (moved + half) >> (52 - Fraction);
  }
  return static_cast<uint16_t>(sign | result);
}
)"},
};

Helpers::Helpers(NameScope &names) {
  for (const HelperText &entry : texts)
    nameOf[static_cast<size_t>(entry.helper)] = names.make(entry.name);
}

void Helpers::require(Helper helper) {
  if (!used.insert(helper).second)
    return;
  if (helper == Helper::CeilDivide || helper == Helper::FloorDivide) {
    require(Helper::Divide);
    require(Helper::Remainder);
  }
  if (helper == Helper::RoundToHalf)
    require(Helper::BitCast);
  for (StringRef header :
       split(texts[static_cast<size_t>(helper)].headers, ' '))
    if (!header.empty())
      include(header);
}

StringRef Helpers::use(Helper helper) {
  require(helper);
  return nameOf[static_cast<size_t>(helper)];
}

void Helpers::print(CppWriter &writer) const {
  bool isFirst = true;
  for (Helper helper : used) {
    auto index = static_cast<size_t>(helper);
    std::string text;
    StringRef rest = texts[index].text.drop_front();
    while (!rest.empty()) {
      auto [before, after] = rest.split('$');
      text += before;
      if (before.size() == rest.size())
        break;
      bool isOther = !after.empty() && isDigit(after.front());
      text += nameOf[isOther ? after.front() - '0' : index];
      rest = isOther ? after.drop_front() : after;
    }
    if (!isFirst)
      writer.line();
    isFirst = false;
    for (StringRef line : split(StringRef(text).rtrim(), '\n'))
      writer.line(line);
  }
}

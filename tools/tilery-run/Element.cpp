// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Element.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/FormatVariadic.h"

#include <array>
#include <cmath>
#include <cstring>

using namespace tilery;
using namespace tilery::run;
using llvm::APFloat;

namespace {
struct NamedType {
  llvm::StringLiteral name;
  TileryDataType type;
};

constexpr NamedType namedTypes[] = {
    {"f16", {TILERY_TYPE_FLOAT, 16, 1}},
    {"f32", {TILERY_TYPE_FLOAT, 32, 1}},
    {"f64", {TILERY_TYPE_FLOAT, 64, 1}},
    {"bf16", {TILERY_TYPE_BFLOAT, 16, 1}},
    {"i8", {TILERY_TYPE_INT, 8, 1}},
    {"i16", {TILERY_TYPE_INT, 16, 1}},
    {"i32", {TILERY_TYPE_INT, 32, 1}},
    {"i64", {TILERY_TYPE_INT, 64, 1}},
    {"u8", {TILERY_TYPE_UINT, 8, 1}},
    {"u16", {TILERY_TYPE_UINT, 16, 1}},
    {"u32", {TILERY_TYPE_UINT, 32, 1}},
    {"u64", {TILERY_TYPE_UINT, 64, 1}},
    {"f8E3M4", {TILERY_TYPE_FLOAT8_E3M4, 8, 1}},
    {"f8E4M3", {TILERY_TYPE_FLOAT8_E4M3, 8, 1}},
    {"f8E4M3B11FNUZ", {TILERY_TYPE_FLOAT8_E4M3B11FNUZ, 8, 1}},
    {"f8E4M3FN", {TILERY_TYPE_FLOAT8_E4M3FN, 8, 1}},
    {"f8E4M3FNUZ", {TILERY_TYPE_FLOAT8_E4M3FNUZ, 8, 1}},
    {"f8E5M2", {TILERY_TYPE_FLOAT8_E5M2, 8, 1}},
    {"f8E5M2FNUZ", {TILERY_TYPE_FLOAT8_E5M2FNUZ, 8, 1}},
    {"f8E8M0FNU", {TILERY_TYPE_FLOAT8_E8M0FNU, 8, 1}},
};

const llvm::fltSemantics &semanticsOf(TileryDataType type) {
  switch (type.code) {
  case TILERY_TYPE_BFLOAT:
    return APFloat::BFloat();
  case TILERY_TYPE_FLOAT8_E3M4:
    return APFloat::Float8E3M4();
  case TILERY_TYPE_FLOAT8_E4M3:
    return APFloat::Float8E4M3();
  case TILERY_TYPE_FLOAT8_E4M3B11FNUZ:
    return APFloat::Float8E4M3B11FNUZ();
  case TILERY_TYPE_FLOAT8_E4M3FN:
    return APFloat::Float8E4M3FN();
  case TILERY_TYPE_FLOAT8_E4M3FNUZ:
    return APFloat::Float8E4M3FNUZ();
  case TILERY_TYPE_FLOAT8_E5M2:
    return APFloat::Float8E5M2();
  case TILERY_TYPE_FLOAT8_E5M2FNUZ:
    return APFloat::Float8E5M2FNUZ();
  case TILERY_TYPE_FLOAT8_E8M0FNU:
    return APFloat::Float8E8M0FNU();
  default:
    return type.bits == 16   ? APFloat::IEEEhalf()
           : type.bits == 64 ? APFloat::IEEEdouble()
                             : APFloat::IEEEsingle();
  }
}

template <typename T> T loadAs(const void *element) {
  T value;
  std::memcpy(&value, element, sizeof(T));
  return value;
}

double decode(TileryDataType type, uint64_t bits) {
  APFloat value(semanticsOf(type), llvm::APInt(type.bits, bits));
  bool losesInfo;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value.convertToDouble();
}

/// All halves as doubles: APFloat takes 50 ns a number, the table 1.
double decodeHalf(uint16_t bits) {
  static const std::vector<float> table = [] {
    std::vector<float> values(1 << 16);
    for (unsigned i = 0; i < values.size(); ++i)
      values[i] = static_cast<float>(decode({TILERY_TYPE_FLOAT, 16, 1}, i));
    return values;
  }();
  return table[bits];
}

/// A double as a float of `fraction` bits, to nearest even, in the way of the
/// generated launchers.
uint16_t encodeHalf(double value, int fraction, int bias) {
  uint64_t bits = llvm::bit_cast<uint64_t>(value);
  uint64_t magnitude = bits & INT64_MAX;
  uint16_t sign = static_cast<uint16_t>(bits >> 63 << 15);
  uint64_t infinity = uint64_t(2 * bias + 1) << fraction;
  if (magnitude > uint64_t(0x7FF) << 52)
    return sign | static_cast<uint16_t>(infinity | 1u << (fraction - 1));
  if (magnitude >= uint64_t(1024 + bias) << 52)
    return sign | static_cast<uint16_t>(infinity);
  if (magnitude < uint64_t(1024 - bias) << 52) {
    double unit = std::ldexp(1.0, 1 - bias - fraction + 52);
    double sum = llvm::bit_cast<double>(magnitude) + unit;
    return sign | static_cast<uint16_t>(llvm::bit_cast<uint64_t>(sum) -
                                        llvm::bit_cast<uint64_t>(unit));
  }
  int shift = 52 - fraction;
  uint64_t rebiased = magnitude - (uint64_t(1023 - bias) << 52);
  uint64_t half =
      ((uint64_t(1) << (shift - 1)) - 1) + ((rebiased >> shift) & 1);
  return sign | static_cast<uint16_t>((rebiased + half) >> shift);
}

/// A double's integer part modulo 2^64; 0 for NaN and infinities.
uint64_t toInteger(double value) {
  if (!std::isfinite(value))
    return 0;
  llvm::APSInt integer(128, /*isUnsigned=*/false);
  bool isExact;
  APFloat number(std::trunc(value));
  number.convertToInteger(integer, APFloat::rmTowardZero, &isExact);
  return integer.extractBitsAsZExtValue(64, 0);
}
} // namespace

std::optional<TileryDataType>
tilery::run::parseElementType(llvm::StringRef name) {
  for (const NamedType &entry : namedTypes)
    if (entry.name.equals_insensitive(name))
      return entry.type;
  return std::nullopt;
}

std::string tilery::run::elementTypeName(TileryDataType type) {
  for (const NamedType &entry : namedTypes)
    if (entry.type.code == type.code && entry.type.bits == type.bits)
      return entry.name.str();
  return "?";
}

double tilery::run::readElement(TileryDataType type, const void *element) {
  uint64_t bits = elementBits(type, element);
  switch (type.code) {
  case TILERY_TYPE_INT:
    return static_cast<double>(static_cast<int64_t>(bits << (64 - type.bits)) >>
                               (64 - type.bits));
  case TILERY_TYPE_UINT:
    return static_cast<double>(bits);
  case TILERY_TYPE_BFLOAT:
    return llvm::bit_cast<float>(static_cast<uint32_t>(bits) << 16);
  case TILERY_TYPE_FLOAT:
    return type.bits == 64   ? loadAs<double>(element)
           : type.bits == 32 ? loadAs<float>(element)
                             : decodeHalf(static_cast<uint16_t>(bits));
  default:
    return decode(type, bits);
  }
}

void tilery::run::writeElement(TileryDataType type, void *element,
                               double value) {
  uint64_t bits = 0;
  if (isInteger(type)) {
    bool fits = value > -9.0e18 && value < 9.0e18;
    bits = fits ? static_cast<uint64_t>(static_cast<int64_t>(value))
                : toInteger(value);
  } else if (type.code == TILERY_TYPE_BFLOAT) {
    bits = encodeHalf(value, 7, 127);
  } else if (type.code == TILERY_TYPE_FLOAT) {
    bits = type.bits == 64 ? llvm::bit_cast<uint64_t>(value)
           : type.bits == 32
               ? llvm::bit_cast<uint32_t>(static_cast<float>(value))
               : encodeHalf(value, 10, 15);
  } else {
    APFloat number(value);
    bool losesInfo;
    number.convert(semanticsOf(type), APFloat::rmNearestTiesToEven, &losesInfo);
    bits = number.bitcastToAPInt().getZExtValue();
  }
  std::memcpy(element, &bits, elementBytes(type));
}

std::string tilery::run::elementText(TileryDataType type, const void *element) {
  if (type.code == TILERY_TYPE_INT)
    return std::to_string(
        static_cast<int64_t>(elementBits(type, element) << (64 - type.bits)) >>
        (64 - type.bits));
  if (type.code == TILERY_TYPE_UINT)
    return std::to_string(elementBits(type, element));
  // The fewest digits that tell the number from its neighbours, and at least
  // six, so that small integers have no exponent.
  char text[40];
  int digits = type.bits == 64 ? 17 : 9;
  double value = readElement(type, element);
  for (int precision = 6; precision <= digits; ++precision) {
    std::snprintf(text, sizeof(text), "%.*g", precision, value);
    uint64_t again = 0;
    writeElement(type, &again, std::strtod(text, nullptr));
    if (again == elementBits(type, element))
      break;
  }
  return text;
}

uint64_t tilery::run::exactRange(TileryDataType type) {
  if (isInteger(type))
    return type.bits == 64 ? uint64_t(1) << 53 : uint64_t(1) << type.bits;
  if (type.code == TILERY_TYPE_FLOAT8_E8M0FNU)
    return 2;
  const llvm::fltSemantics &semantics = semanticsOf(type);
  unsigned precision = APFloat::semanticsPrecision(semantics);
  unsigned exponent = std::max(APFloat::semanticsMaxExponent(semantics), 1);
  return uint64_t(1) << std::min({precision, exponent, 53u});
}

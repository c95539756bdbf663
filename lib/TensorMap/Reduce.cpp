// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/TensorMap/Reduce.h"

#include <cmath>
#include <cstring>
#include <type_traits>

namespace tilery::tensormap {

static constexpr const char *kReduceOpNames[kReduceOpCount] = {
    "add", "min", "max", "inc", "dec", "and", "or", "xor"};

const char *name(ReduceOp op) {
  return nameInRow(kReduceOpNames, kReduceOpCount, static_cast<int32_t>(op));
}

std::optional<ReduceOp> parseReduceOp(std::string_view text) {
  for (int32_t i = 0; i < kReduceOpCount; ++i)
    if (text == kReduceOpNames[i])
      return static_cast<ReduceOp>(i);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Legal pairs
//===----------------------------------------------------------------------===//

static bool isMinMax(ReduceOp op) {
  return op == ReduceOp::Min || op == ReduceOp::Max;
}
static bool isIncDec(ReduceOp op) {
  return op == ReduceOp::Inc || op == ReduceOp::Dec;
}
static bool isBitwise(ReduceOp op) {
  return op == ReduceOp::And || op == ReduceOp::Or || op == ReduceOp::Xor;
}
static bool isReduceOp(ReduceOp op) {
  return op == ReduceOp::Add || isMinMax(op) || isIncDec(op) || isBitwise(op);
}

bool isLegalReduction(ReduceOp op, DataType type) {
  if (!isReduceOp(op))
    return false;
  switch (type) {
  case DataType::UInt32:
    return true;
  case DataType::Int32:
  case DataType::UInt64:
    return !isIncDec(op);
  case DataType::Int64:
    return isMinMax(op);
  case DataType::Float16:
  case DataType::BFloat16:
    return op == ReduceOp::Add || isMinMax(op);
  case DataType::Float32:
  case DataType::Float32Ftz:
  case DataType::TFloat32:
  case DataType::TFloat32Ftz:
  case DataType::Float64:
    return op == ReduceOp::Add;
  default:
    return false;
  }
}

bool isLegalBulkReduction(ReduceOp op, DataType type,
                          BulkDestination destination) {
  if (!isReduceOp(op))
    return false;
  bool global = destination == BulkDestination::Global;
  switch (type) {
  case DataType::UInt32:
    return true;
  case DataType::Int32:
    return !isIncDec(op);
  case DataType::UInt64:
    return op == ReduceOp::Add || (global && !isIncDec(op));
  case DataType::Int64:
    return global && (isMinMax(op) || isBitwise(op));
  case DataType::Float16:
  case DataType::BFloat16:
    return global && (op == ReduceOp::Add || isMinMax(op));
  case DataType::Float32:
  case DataType::Float64:
    return global && op == ReduceOp::Add;
  default:
    return false;
  }
}

//===----------------------------------------------------------------------===//
// Floating-point numbers as bits
//===----------------------------------------------------------------------===//

namespace {

template <typename To, typename From> To bitCast(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof(to));
  return to;
}

/// Sign, exponent and mantissa of a format of up to 32 bits.
template <int exponentBits, int mantissaBits> struct Format {
  static constexpr uint32_t sign = 1u << (exponentBits + mantissaBits);
  static constexpr uint32_t infinity = sign - (1u << mantissaBits);
  static constexpr uint32_t nan = sign - 1;

  static bool isNaN(uint32_t bits) { return (bits & ~sign) > infinity; }
  static bool isDenormal(uint32_t bits) {
    return (bits & ~sign) < (1u << mantissaBits);
  }
};
using Half = Format<5, 10>;
using Brain = Format<8, 7>;
using Single = Format<8, 23>;

float widen(Half, uint32_t bits) {
  uint32_t magnitude = bits & 0x7FFF;
  float value;
  if (magnitude >= Half::infinity)
    value = bitCast<float>(0x7F800000u | (magnitude & 0x3FF) << 13);
  else if (Half::isDenormal(bits))
    value = static_cast<float>(magnitude) * 0x1p-24f;
  else
    value = bitCast<float>((magnitude << 13) + ((127u - 15) << 23));
  return bits & Half::sign ? -value : value;
}

float widen(Brain, uint32_t bits) { return bitCast<float>(bits << 16); }

/// To nearest even. `value` is not NaN.
uint32_t narrow(Half, float value) {
  uint32_t bits = bitCast<uint32_t>(value);
  uint32_t sign = bits >> 16 & 0x8000;
  uint32_t magnitude = bits & 0x7FFFFFFF;
  // From 65520 on, halfway past the largest number, infinity is nearest.
  if (magnitude >= 0x477FF000)
    return sign | Half::infinity;
  // Below the least normal number the unit is 2^-24: adding 0.5, whose unit in
  // the last place is just that, rounds.
  if (magnitude < 0x38800000)
    return sign | (bitCast<uint32_t>(bitCast<float>(magnitude) + 0.5f) -
                   bitCast<uint32_t>(0.5f));
  uint32_t odd = magnitude >> 13 & 1;
  return sign | ((magnitude - ((127u - 15) << 23) + 0xFFF + odd) >> 13);
}

uint32_t narrow(Brain, float value) {
  uint32_t bits = bitCast<uint32_t>(value);
  return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16;
}

//===----------------------------------------------------------------------===//
// The operators on one element
//===----------------------------------------------------------------------===//

template <ReduceOp op, typename Int> Int combineIntegers(Int old, Int value) {
  using Bits = std::make_unsigned_t<Int>;
  if constexpr (op == ReduceOp::Add)
    return static_cast<Int>(static_cast<Bits>(old) + static_cast<Bits>(value));
  else if constexpr (op == ReduceOp::Min)
    return value < old ? value : old;
  else if constexpr (op == ReduceOp::Max)
    return value > old ? value : old;
  else if constexpr (op == ReduceOp::Inc)
    return old >= value ? 0 : old + 1;
  else if constexpr (op == ReduceOp::Dec)
    return old == 0 || old > value ? value : old - 1;
  else if constexpr (op == ReduceOp::And)
    return old & value;
  else if constexpr (op == ReduceOp::Or)
    return old | value;
  else
    return old ^ value;
}

template <ReduceOp op, typename Int> struct Integers {
  using Element = Int;
  static Int combine(Int old, Int value) {
    return combineIntegers<op>(old, value);
  }
};

/// f16 and bf16. The float sum of two such numbers has more than twice their
/// precision, so that rounding it again gives the correctly rounded sum.
template <ReduceOp op, typename F> struct Small {
  using Element = uint16_t;

  /// Numbers in their order, -0 below +0.
  static uint32_t rank(uint32_t bits) {
    return bits & F::sign ? ~bits & 0xFFFF : bits | F::sign;
  }

  static uint16_t combine(uint16_t old, uint16_t value) {
    if constexpr (op == ReduceOp::Add) {
      float sum = widen(F(), old) + widen(F(), value);
      return static_cast<uint16_t>(std::isnan(sum) ? F::nan : narrow(F(), sum));
    } else {
      if (F::isNaN(value))
        return static_cast<uint16_t>(F::isNaN(old) ? F::nan : old);
      if (F::isNaN(old))
        return value;
      bool takeValue = op == ReduceOp::Min ? rank(value) < rank(old)
                                           : rank(value) > rank(old);
      return takeValue ? value : old;
    }
  }
};

/// Sums of f32 in the denormal range are exact, so that it makes no difference
/// whether a flush looks at a sum before or after rounding.
template <bool flush> struct SingleAdd {
  using Element = uint32_t;

  static uint32_t flushed(uint32_t bits) {
    return flush && Single::isDenormal(bits) ? bits & Single::sign : bits;
  }
  static uint32_t combine(uint32_t old, uint32_t value) {
    float sum = bitCast<float>(flushed(old)) + bitCast<float>(flushed(value));
    return std::isnan(sum) ? Single::nan : flushed(bitCast<uint32_t>(sum));
  }
};

struct DoubleAdd {
  using Element = uint64_t;

  static bool isNaN(uint64_t bits) { return bits << 1 > 0xFFE0000000000000; }
  static uint64_t combine(uint64_t old, uint64_t value) {
    if (isNaN(value))
      return value;
    if (isNaN(old))
      return old;
    double sum = bitCast<double>(old) + bitCast<double>(value);
    return std::isnan(sum) ? 0xFFF8000000000000 : bitCast<uint64_t>(sum);
  }
};

//===----------------------------------------------------------------------===//
// The operators on bytes
//===----------------------------------------------------------------------===//

template <typename Rule>
void reduceBytes(uint8_t *destination, const uint8_t *source, size_t bytes) {
  using Element = typename Rule::Element;
  for (size_t i = 0; i + sizeof(Element) <= bytes; i += sizeof(Element)) {
    Element old, value;
    std::memcpy(&old, destination + i, sizeof(Element));
    std::memcpy(&value, source + i, sizeof(Element));
    old = Rule::combine(old, value);
    std::memcpy(destination + i, &old, sizeof(Element));
  }
}

template <typename Int> ReduceFunction integerFunction(ReduceOp op) {
  switch (op) {
  case ReduceOp::Add:
    return reduceBytes<Integers<ReduceOp::Add, Int>>;
  case ReduceOp::Min:
    return reduceBytes<Integers<ReduceOp::Min, Int>>;
  case ReduceOp::Max:
    return reduceBytes<Integers<ReduceOp::Max, Int>>;
  case ReduceOp::And:
    return reduceBytes<Integers<ReduceOp::And, Int>>;
  case ReduceOp::Or:
    return reduceBytes<Integers<ReduceOp::Or, Int>>;
  case ReduceOp::Xor:
    return reduceBytes<Integers<ReduceOp::Xor, Int>>;
  case ReduceOp::Inc:
    return reduceBytes<Integers<ReduceOp::Inc, Int>>;
  case ReduceOp::Dec:
    return reduceBytes<Integers<ReduceOp::Dec, Int>>;
  }
  return nullptr;
}

template <typename F> ReduceFunction smallFunction(ReduceOp op) {
  return op == ReduceOp::Add   ? reduceBytes<Small<ReduceOp::Add, F>>
         : op == ReduceOp::Min ? reduceBytes<Small<ReduceOp::Min, F>>
                               : reduceBytes<Small<ReduceOp::Max, F>>;
}

} // namespace

ReduceFunction reduceFunction(ReduceOp op, DataType type) {
  if (!isLegalReduction(op, type) &&
      !isLegalBulkReduction(op, type, BulkDestination::Global))
    return nullptr;
  switch (type) {
  case DataType::UInt32:
    return integerFunction<uint32_t>(op);
  case DataType::Int32:
    return integerFunction<int32_t>(op);
  case DataType::UInt64:
    return integerFunction<uint64_t>(op);
  case DataType::Int64:
    return integerFunction<int64_t>(op);
  case DataType::Float16:
    return smallFunction<Half>(op);
  case DataType::BFloat16:
    return smallFunction<Brain>(op);
  case DataType::Float32:
  case DataType::TFloat32:
    return reduceBytes<SingleAdd<false>>;
  case DataType::Float32Ftz:
  case DataType::TFloat32Ftz:
    return reduceBytes<SingleAdd<true>>;
  case DataType::Float64:
    return reduceBytes<DoubleAdd>;
  default:
    return nullptr;
  }
}

} // namespace tilery::tensormap

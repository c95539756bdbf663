// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Tensor.h"

#include <cinttypes>
#include <cstdio>

namespace tilery {
namespace runtime {

namespace {

/// The types whose name is not a word and a width.
const char *fixedName(uint8_t code) {
  switch (code) {
  case TILERY_TYPE_FLOAT8_E3M4:
    return "float8_e3m4";
  case TILERY_TYPE_FLOAT8_E4M3:
    return "float8_e4m3";
  case TILERY_TYPE_FLOAT8_E4M3B11FNUZ:
    return "float8_e4m3b11fnuz";
  case TILERY_TYPE_FLOAT8_E4M3FN:
    return "float8_e4m3fn";
  case TILERY_TYPE_FLOAT8_E4M3FNUZ:
    return "float8_e4m3fnuz";
  case TILERY_TYPE_FLOAT8_E5M2:
    return "float8_e5m2";
  case TILERY_TYPE_FLOAT8_E5M2FNUZ:
    return "float8_e5m2fnuz";
  case TILERY_TYPE_FLOAT8_E8M0FNU:
    return "float8_e8m0fnu";
  case TILERY_TYPE_FLOAT6_E2M3FN:
    return "float6_e2m3fn";
  case TILERY_TYPE_FLOAT6_E3M2FN:
    return "float6_e3m2fn";
  case TILERY_TYPE_FLOAT4_E2M1FN:
    return "float4_e2m1fn";
  default:
    return nullptr;
  }
}

const char *stem(uint8_t code) {
  switch (code) {
  case TILERY_TYPE_INT:
    return "int";
  case TILERY_TYPE_UINT:
    return "uint";
  case TILERY_TYPE_FLOAT:
    return "float";
  case TILERY_TYPE_BFLOAT:
    return "bfloat";
  case TILERY_TYPE_COMPLEX:
    return "complex";
  default:
    return nullptr;
  }
}

} // namespace

TypeName::TypeName(TileryDataType type) {
  int length;
  if (const char *name = fixedName(type.code))
    length = std::snprintf(text, sizeof(text), "%s", name);
  else if (type.code == TILERY_TYPE_BOOL && type.bits == 8)
    length = std::snprintf(text, sizeof(text), "bool");
  else if (const char *word = stem(type.code))
    length = std::snprintf(text, sizeof(text), "%s%u", word, type.bits);
  else
    length = std::snprintf(text, sizeof(text), "code%u_bits%u", type.code,
                           type.bits);
  if (type.lanes > 1)
    std::snprintf(text + length, sizeof(text) - static_cast<size_t>(length),
                  "x%u", type.lanes);
}

DeviceTypeName::DeviceTypeName(int32_t type) {
  const char *name = type == TILERY_DEVICE_CPU            ? "cpu"
                     : type == TILERY_DEVICE_CUDA         ? "cuda"
                     : type == TILERY_DEVICE_CUDA_HOST    ? "cuda_host"
                     : type == TILERY_DEVICE_CUDA_MANAGED ? "cuda_managed"
                                                          : nullptr;
  if (name)
    std::snprintf(text, sizeof(text), "%s", name);
  else
    std::snprintf(text, sizeof(text), "device type %d", type);
}

ByteSpan byteSpan(const TileryTensor &tensor) {
  if (isEmpty(tensor))
    return {0, 0};
  int64_t low = 0, high = 0;
  bool overflows = false;
  for (int32_t dim = 0; dim < tensor.ndim; ++dim) {
    int64_t reach = 0;
    overflows |= __builtin_mul_overflow(tensor.shape[dim] - 1,
                                        strideOf(tensor, dim), &reach);
    int64_t &end = reach < 0 ? low : high;
    overflows |= __builtin_add_overflow(end, reach, &end);
  }
  int64_t bits = int64_t(tensor.dtype.bits) * tensor.dtype.lanes;
  overflows |= __builtin_add_overflow(high, 1, &high);
  overflows |= __builtin_mul_overflow(high, bits, &high);
  overflows |= __builtin_mul_overflow(low, -bits, &low);
  if (overflows)
    return {UINT64_MAX, UINT64_MAX};
  return {static_cast<uint64_t>(low) / 8,
          (static_cast<uint64_t>(high) + 7) / 8};
}

ShapeText::ShapeText(const int64_t *values, int32_t count) {
  size_t used = 0;
  text[used++] = '[';
  for (int32_t i = 0; i < count; ++i) {
    // The longest number with its comma, "...]" and the NUL byte.
    if (used + 22 + 5 > sizeof(text)) {
      used += static_cast<size_t>(
          std::snprintf(text + used, sizeof(text) - used, "..."));
      break;
    }
    used += static_cast<size_t>(std::snprintf(text + used, sizeof(text) - used,
                                              "%s%" PRId64, i ? ", " : "",
                                              values[i]));
  }
  text[used++] = ']';
  text[used] = '\0';
}

} // namespace runtime
} // namespace tilery

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_LAUNCHER_TENSOR_H
#define TILERY_LIB_LAUNCHER_TENSOR_H

#include "tilery/Launcher/Abi.h"

namespace tilery {
namespace runtime {

/// "float32", "uint8", "bool", "float8_e4m3fn", "float32x4", "code9_bits7".
struct TypeName {
  explicit TypeName(TileryDataType type);
  char text[40];
};

/// "cuda", "cpu", "cuda_host", "cuda_managed", "device type 7".
struct DeviceTypeName {
  explicit DeviceTypeName(int32_t type);
  char text[24];
};

/// "[8, 32]"; ends in "...]" where it does not fit.
struct ShapeText {
  ShapeText(const int64_t *values, int32_t count);
  char text[160];
};

inline bool isEmpty(const TileryTensor &tensor) {
  for (int32_t i = 0; i < tensor.ndim; ++i)
    if (tensor.shape[i] == 0)
      return true;
  return false;
}

inline uint64_t address(const TileryTensor &tensor) {
  return reinterpret_cast<uint64_t>(tensor.data) + tensor.byte_offset;
}

/// Stride in elements of a dimension: the tensor's own, or that of a compact
/// row-major array. INT64_MAX where the latter is over 63 bits.
inline int64_t strideOf(const TileryTensor &tensor, int32_t dim) {
  if (tensor.strides)
    return tensor.strides[dim];
  int64_t stride = 1;
  for (int32_t i = tensor.ndim - 1; i > dim; --i)
    if (__builtin_mul_overflow(stride, tensor.shape[i], &stride))
      return INT64_MAX;
  return stride;
}

/// The bytes of a tensor around the address of its first element. UINT64_MAX
/// where they are more than 63 bits hold.
struct ByteSpan {
  uint64_t before; ///< where strides are negative
  uint64_t after;  ///< up to past the last element
};
ByteSpan byteSpan(const TileryTensor &tensor);

} // namespace runtime
} // namespace tilery

#endif // TILERY_LIB_LAUNCHER_TENSOR_H

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors as C++ callers of an emitted launcher have them. C++17, headers
// alone.

#ifndef TILERY_LAUNCHER_TENSOR_H
#define TILERY_LAUNCHER_TENSOR_H

#include "tilery/Launcher/Abi.h"

#include <type_traits>

namespace tilery {

/// Whether a tensor of `From` stands for one of `To`: one that is written for
/// one that is read, and one of a type that programs have for 16 or 8 bits, as
/// __half, for one of `void`.
template <typename From, typename To> constexpr bool isTensorConversion() {
  using FromElement = std::remove_const_t<From>;
  using ToElement = std::remove_const_t<To>;
  if constexpr (std::is_const_v<From> && !std::is_const_v<To>)
    return false;
  else if constexpr (std::is_same_v<FromElement, ToElement>)
    return !std::is_same_v<From, To>;
  else if constexpr (std::is_void_v<ToElement>)
    return sizeof(FromElement) <= 2;
  else
    return false;
}

/// An array in device memory: the address of its first element, and of each
/// dimension, outermost first, the extent and the stride in elements. `T` is
/// `void` or `const void` for element types that C++ has none for.
template <typename T, int Rank> struct Tensor {
  static_assert(Rank >= 0, "a tensor has no negative number of dimensions");

  T *data;
  int64_t sizes[Rank > 0 ? Rank : 1];
  int64_t strides[Rank > 0 ? Rank : 1];

  template <typename U, typename = std::enable_if_t<isTensorConversion<T, U>()>>
  operator Tensor<U, Rank>() const {
    Tensor<U, Rank> result = {data, {}, {}};
    for (int dim = 0; dim < Rank; ++dim) {
      result.sizes[dim] = sizes[dim];
      result.strides[dim] = strides[dim];
    }
    return result;
  }
};

/// A tensor without gaps, row-major: compact(data, {rows, columns}).
template <typename T, int Rank>
constexpr Tensor<T, Rank> compact(T *data, const int64_t (&sizes)[Rank]) {
  Tensor<T, Rank> result = {data, {}, {}};
  // Unsigned, so that sizes out of all bounds wrap; the launcher refuses them.
  uint64_t stride = 1;
  for (int dim = Rank - 1; dim >= 0; --dim) {
    result.sizes[dim] = sizes[dim];
    result.strides[dim] = static_cast<int64_t>(stride);
    stride *= static_cast<uint64_t>(sizes[dim]);
  }
  return result;
}

/// The tensor as launchers take it, on a device that is not known. It points to
/// the sizes and strides of `tensor`.
template <typename T, int Rank>
TileryTensor describe(Tensor<T, Rank> &tensor, TileryDataType type) {
  return {const_cast<std::remove_const_t<T> *>(tensor.data),
          {TILERY_DEVICE_UNKNOWN, 0},
          Rank,
          type,
          tensor.sizes,
          tensor.strides,
          0};
}

} // namespace tilery

#endif // TILERY_LAUNCHER_TENSOR_H

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A strided array in host memory, with what lies between and behind its
// elements.

#ifndef TILERY_TOOLS_TILERY_RUN_ARRAY_H
#define TILERY_TOOLS_TILERY_RUN_ARRAY_H

#include "Element.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <memory>

namespace tilery {
namespace run {

/// Every byte of an operand that the kernel is to write is this before the run.
/// As a float it is large and negative, unlike what kernels compute.
inline constexpr unsigned char poisonByte = 0xE7;

using Shape = llvm::SmallVector<int64_t, 4>;

/// "8x32"; "scalar" for no extents.
std::string shapeText(llvm::ArrayRef<int64_t> shape);
/// "[3, 17]"
std::string indexText(llvm::ArrayRef<int64_t> index);
/// The strides of a compact row-major array.
Shape compactStrides(llvm::ArrayRef<int64_t> shape);

class Array {
public:
  Array() = default;
  /// Poisoned storage for a shape with strides of 0 or more, both in elements.
  /// The storage also holds the padding behind the last row and 256 bytes more,
  /// to see what is written where it should not be.
  static llvm::Expected<Array> create(TileryDataType type,
                                      llvm::ArrayRef<int64_t> shape,
                                      llvm::ArrayRef<int64_t> strides,
                                      int64_t offset = 0);

  TileryDataType type() const { return dataType; }
  llvm::ArrayRef<int64_t> shape() const { return extents; }
  llvm::ArrayRef<int64_t> strides() const { return steps; }
  /// Number of elements.
  int64_t size() const { return count; }
  /// Elements before the first one.
  int64_t offset() const { return before; }

  char *storage() const { return bytes.get(); }
  size_t storageBytes() const { return total; }
  /// Where the elements lie in the storage, with what is between them: the
  /// first byte and the number of bytes.
  std::pair<size_t, size_t> extent() const;

  /// Calls `use(linear index, element)` for each element, row-major; stops
  /// where that returns false.
  template <typename Callable> void forEach(Callable use) const;

  /// The index of an element.
  Shape indexOf(int64_t linear) const;
  char *at(llvm::ArrayRef<int64_t> index) const;

  /// The elements without gaps, row-major.
  std::vector<char> pack() const;

private:
  struct Free {
    void operator()(char *memory) const { std::free(memory); }
  };
  TileryDataType dataType{};
  Shape extents, steps;
  int64_t count = 0, before = 0;
  size_t total = 0;
  std::unique_ptr<char, Free> bytes;
};

template <typename Callable> void Array::forEach(Callable use) const {
  if (count == 0)
    return;
  size_t width = elementBytes(dataType);
  size_t rank = extents.size();
  int64_t row = rank ? extents[rank - 1] : 1;
  int64_t step = rank ? steps[rank - 1] : 1;
  Shape index(rank, 0);
  for (int64_t linear = 0; linear < count;) {
    char *element = at(index);
    for (int64_t i = 0; i < row; ++i, ++linear, element += step * width)
      if (!use(linear, element))
        return;
    for (size_t dim = rank ? rank - 1 : 0; dim-- > 0;) {
      if (++index[dim] < extents[dim])
        break;
      index[dim] = 0;
    }
  }
}

/// An order-dependent checksum of the elements, the same for any strides.
uint64_t checksum(const Array &array);

} // namespace run
} // namespace tilery

#endif // TILERY_TOOLS_TILERY_RUN_ARRAY_H

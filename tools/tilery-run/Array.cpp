// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Array.h"

#include "Random.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>

using namespace tilery;
using namespace tilery::run;

static constexpr int64_t guardBytes = 256;
/// More than any device has; keeps the arithmetic of sizes in range.
static constexpr int64_t maxBytes = int64_t(1) << 42;

std::string tilery::run::shapeText(llvm::ArrayRef<int64_t> shape) {
  if (shape.empty())
    return "scalar";
  return llvm::join(
      llvm::map_range(shape, [](int64_t n) { return std::to_string(n); }), "x");
}

std::string tilery::run::indexText(llvm::ArrayRef<int64_t> index) {
  return "[" +
         llvm::join(llvm::map_range(
                        index, [](int64_t n) { return std::to_string(n); }),
                    ", ") +
         "]";
}

Shape tilery::run::compactStrides(llvm::ArrayRef<int64_t> shape) {
  Shape strides(shape.size(), 1);
  for (size_t i = shape.size(); i-- > 1;)
    if (llvm::MulOverflow(strides[i], std::max<int64_t>(shape[i], 1),
                          strides[i - 1]))
      strides[i - 1] = INT64_MAX;
  return strides;
}

/// Elements from the first one to the end of the storage without guard: to the
/// end of the last row, its padding included. Negative where it does not fit.
static int64_t spanOf(llvm::ArrayRef<int64_t> shape,
                      llvm::ArrayRef<int64_t> strides) {
  int64_t span = 1, rows = 0;
  for (auto [extent, stride] : llvm::zip(shape, strides)) {
    if (extent == 0)
      return 0;
    int64_t step;
    if (llvm::MulOverflow(extent - 1, stride, step) ||
        llvm::AddOverflow(span, step, span))
      return -1;
    int64_t whole;
    if (llvm::MulOverflow(extent, stride, whole))
      return -1;
    rows = std::max(rows, whole);
  }
  return std::max(span, rows);
}

llvm::Expected<Array> Array::create(TileryDataType type,
                                    llvm::ArrayRef<int64_t> shape,
                                    llvm::ArrayRef<int64_t> strides,
                                    int64_t offset) {
  Array array;
  array.dataType = type;
  array.extents.assign(shape.begin(), shape.end());
  array.steps.assign(strides.begin(), strides.end());
  array.before = offset;
  int64_t span = spanOf(shape, strides);
  int64_t elements, bytes;
  array.count = span == 0 ? 0 : 1;
  bool overflows = span < 0;
  for (int64_t extent : shape)
    overflows |= llvm::MulOverflow(array.count, extent, array.count) != 0;
  if (overflows || llvm::AddOverflow(span, offset, elements) ||
      llvm::MulOverflow(elements, int64_t(elementBytes(type)), bytes) ||
      bytes > maxBytes)
    return llvm::createStringError("expected an array of at most 4 TiB, "
                                   "got shape %s with strides %s",
                                   shapeText(shape).c_str(),
                                   shapeText(strides).c_str());
  array.total = static_cast<size_t>(bytes + guardBytes);
  array.bytes.reset(static_cast<char *>(std::malloc(array.total)));
  if (!array.bytes)
    return llvm::createStringError("out of memory: %s of %s needs %zu bytes",
                                   shapeText(shape).c_str(),
                                   elementTypeName(type).c_str(), array.total);
  std::memset(array.bytes.get(), poisonByte, array.total);
  return array;
}

Shape Array::indexOf(int64_t linear) const {
  Shape index(extents.size());
  for (size_t dim = extents.size(); dim-- > 0;) {
    index[dim] = linear % extents[dim];
    linear /= extents[dim];
  }
  return index;
}

std::pair<size_t, size_t> Array::extent() const {
  size_t width = elementBytes(dataType);
  if (count == 0)
    return {0, 0};
  size_t last = 0;
  for (auto [extent, step] : zip_equal(extents, steps))
    last += static_cast<size_t>((extent - 1) * step);
  return {static_cast<size_t>(before) * width, (last + 1) * width};
}

char *Array::at(llvm::ArrayRef<int64_t> index) const {
  int64_t position = before;
  for (auto [i, stride] : llvm::zip(index, steps))
    position += i * stride;
  return bytes.get() + position * int64_t(elementBytes(dataType));
}

std::vector<char> Array::pack() const {
  size_t width = elementBytes(dataType);
  std::vector<char> packed(static_cast<size_t>(count) * width);
  char *next = packed.data();
  forEach([&](int64_t, const char *element) {
    std::memcpy(next, element, width);
    next += width;
    return true;
  });
  return packed;
}

uint64_t tilery::run::checksum(const Array &array) {
  uint64_t sum = mixBits(static_cast<uint64_t>(array.size()));
  array.forEach([&](int64_t linear, const char *element) {
    sum += mixBits(elementBits(array.type(), element) ^
                   mixBits(static_cast<uint64_t>(linear)));
    return true;
  });
  return sum;
}

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory for copies, and short words for what lies in it.

#ifndef TILERY_TEST_TENSORMAP_IMAGETEST_H
#define TILERY_TEST_TENSORMAP_IMAGETEST_H

#include "TestParams.h"
#include "tilery/TensorMap/Image.h"

#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>
#include <vector>

namespace tilery::tensormap {

inline constexpr uint64_t kBase = 0x7f0000000000;

/// A dense map of the given type; extents and box innermost first.
inline TensorMapParams mapOf(DataType type, std::vector<int64_t> dims,
                             std::vector<int64_t> box) {
  TensorMapParams p;
  p.dataType = type;
  p.rank = static_cast<int32_t>(dims.size());
  p.base = BaseAddress::exactly(kBase);
  p.computeCapability = 90;
  for (size_t i = 0; i < dims.size(); ++i) {
    p.dims[i] = dims[i];
    p.box[i] = box[i];
  }
  setDenseStrides(p);
  return p;
}

/// Global memory at kBase and a tile; both start as `T` elements counting up.
template <typename T> struct Memory {
  std::vector<T> global, shared;

  Memory(size_t globalCount, size_t sharedCount)
      : global(globalCount), shared(sharedCount) {
    for (size_t i = 0; i < globalCount; ++i)
      global[i] = static_cast<T>(i + 1);
    for (size_t i = 0; i < sharedCount; ++i)
      shared[i] = static_cast<T>(1000 + i);
  }

  GlobalView view() {
    return {kBase, reinterpret_cast<uint8_t *>(global.data()),
            global.size() * sizeof(T)};
  }
  uint8_t *tile() { return reinterpret_cast<uint8_t *>(shared.data()); }
  size_t tileBytes() const { return shared.size() * sizeof(T); }

  ImageStatus load(const TensorMapParams &p, std::vector<int32_t> coords,
                   uint32_t sharedStart = 0) {
    return loadImage(p, coords.data(), view(), tile(), tileBytes(),
                     sharedStart);
  }
  ImageStatus store(const TensorMapParams &p, std::vector<int32_t> coords) {
    return storeImage(p, coords.data(), tile(), tileBytes(), view());
  }
  ImageStatus reduce(ReduceOp op, const TensorMapParams &p,
                     std::vector<int32_t> coords) {
    return reduceImage(op, p, coords.data(), tile(), tileBytes(), view());
  }
};

/// Elements first..first + count - 1 of a vector.
template <typename T>
std::vector<T> part(const std::vector<T> &all, size_t first, size_t count) {
  return {all.begin() + first, all.begin() + first + count};
}

} // namespace tilery::tensormap

#endif // TILERY_TEST_TENSORMAP_IMAGETEST_H

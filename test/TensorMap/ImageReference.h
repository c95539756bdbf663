// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The image model a second time, slowly: byte by byte from the words of
// docs/copy-engine.md, sharing nothing with Image.cpp but the parameters.

#ifndef TILERY_TEST_TENSORMAP_IMAGEREFERENCE_H
#define TILERY_TEST_TENSORMAP_IMAGEREFERENCE_H

#include "tilery/TensorMap/Types.h"

#include <cstdint>
#include <vector>

namespace tilery::tensormap {

/// One byte of a tile: where it lies in shared memory, and the global address
/// that it belongs to.
struct TileByte {
  int64_t shared;
  int64_t global;
  bool isInside;  ///< of the tensor
  bool isTouched; ///< by a store: inside, or in the edge's granule
};

/// All bytes of the box at `coords`, innermost first.
inline std::vector<TileByte> tileBytes(const TensorMapParams &p,
                                       const int32_t *coords,
                                       int64_t tileAddress) {
  const bool slices = p.interleave != Interleave::None;
  const int64_t unit = p.interleave == Interleave::B16 ? 16
                       : p.interleave == Interleave::B32
                           ? 32
                           : elementBytes(p.dataType);
  // How many elements arrive along each dimension, counted by walking.
  std::vector<std::vector<int64_t>> where(p.rank);
  for (int d = 0; d < p.rank; ++d) {
    int64_t step = d == 0 && !slices ? 1 : p.elementStrides[d];
    for (int64_t i = 0; i < p.box[d]; i += step) {
      where[d].push_back(coords[d] + i);
      if (slices && d == p.rank - 2)
        break;
    }
  }
  int64_t rowBytes = static_cast<int64_t>(where[0].size()) * unit;
  int64_t span = p.swizzle == Swizzle::B32    ? 32
                 : p.swizzle == Swizzle::B64  ? 64
                 : p.swizzle == Swizzle::B128 ? 128
                                              : 0;
  int64_t pitch = !slices && rowBytes < span ? span : rowBytes;
  int64_t rows = 1;
  for (int d = 1; d < p.rank; ++d)
    rows *= static_cast<int64_t>(where[d].size());

  std::vector<TileByte> bytes;
  bytes.reserve(static_cast<size_t>(rows * rowBytes));
  for (int64_t row = 0; row < rows; ++row) {
    bool rowInside = true;
    int64_t rowAddress = static_cast<int64_t>(p.base.value);
    int64_t rest = row;
    for (int d = 1; d < p.rank; ++d) {
      int64_t count = static_cast<int64_t>(where[d].size());
      int64_t coordinate = where[d][rest % count];
      rest /= count;
      rowInside = rowInside && coordinate >= 0 && coordinate < p.dims[d];
      if (rowInside)
        rowAddress += coordinate * p.byteStrides[d - 1];
    }
    for (int64_t b = 0; b < rowBytes; ++b) {
      int64_t coordinate = where[0][b / unit];
      int64_t global = rowAddress + coordinate * unit + b % unit;
      bool inside = rowInside && coordinate >= 0 && coordinate < p.dims[0];
      bool granule =
          rowInside && coordinate >= 0 &&
          (coordinate * unit + b % unit) / 16 * 16 < p.dims[0] * unit;
      // The swizzle by numbers of lines and chunks.
      int64_t at = tileAddress + row * pitch + b;
      int64_t line = at / 128, chunk = at % 128 / 16;
      if (span)
        chunk ^= line % (span / 16);
      at = line * 128 + chunk * 16 + at % 16;
      bytes.push_back({at - tileAddress, global, inside, granule});
    }
  }
  return bytes;
}

} // namespace tilery::tensormap

#endif // TILERY_TEST_TENSORMAP_IMAGEREFERENCE_H

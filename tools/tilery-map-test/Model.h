// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bytes before a copy, and those that the image model says come after it.

#ifndef TILERY_TOOLS_TILERY_MAP_TEST_MODEL_H
#define TILERY_TOOLS_TILERY_MAP_TEST_MODEL_H

#include "Case.h"

#include "tilery/TensorMap/Image.h"

namespace tilery {
namespace maptest {

/// Both sides of a copy: the tensor's allocation, and the shared byte buffer.
struct Memory {
  std::vector<uint8_t> tensor, buffer;

  /// What the copy may change.
  std::vector<uint8_t> &result(const Case &c) {
    return c.isLoad() ? buffer : tensor;
  }
};

/// The case's memory: random bits, and the numbers that arithmetic treats in
/// ways of their own (NaN, denormals, infinities, ties, zeros).
Memory makeMemory(const Case &c);

/// Does the copy to `memory`. Anything but Ok is a fault of the draw.
tensormap::ImageStatus applyModel(const Case &c, Memory &memory);

/// What the model says that the copy's result is; its hash.
uint64_t hashOfBytes(const std::vector<uint8_t> &bytes);

/// What a byte of the result is: "element [1, 5], chunk at 64 of the tile, ..."
std::string describeByte(const Case &c, int64_t offset);

} // namespace maptest
} // namespace tilery

#endif // TILERY_TOOLS_TILERY_MAP_TEST_MODEL_H

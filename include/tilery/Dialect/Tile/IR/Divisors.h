// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the definitions of indices and views show of their alignment. All of it
// speaks of powers of two: those survive arithmetic that wraps.

#ifndef TILERY_DIALECT_TILE_IR_DIVISORS_H
#define TILERY_DIALECT_TILE_IR_DIVISORS_H

#include "mlir/IR/Value.h"
#include <cstdint>
#include <optional>

namespace tilery {
namespace tile {
/// A number whose powers of two divide `index`: 0 for the constant 0, which
/// everything divides, and 1 when nothing is known. Reads constants, integer
/// arithmetic, counted loops, and `tile.divisible` of kernel arguments.
uint64_t getKnownDivisor(mlir::Value index);

/// The same of where `view`, a memref of elements of `elementBytes`, starts in
/// its tile.alloc_shared, in bytes (0: it starts where the buffer does);
/// nothing when the buffer is not known.
std::optional<uint64_t> getStartDivisor(mlir::Value view, int64_t elementBytes);

/// What the views of a global buffer show of where it starts.
struct GlobalStart {
  /// What the views are of: an argument of the kernel, or another memref of
  /// which nothing is known.
  mlir::Value root;
  /// Bytes from the root's address to the start: `bytes`, and a multiple of the
  /// powers of two in `divisor` (0: no more).
  uint64_t bytes = 0;
  uint64_t divisor = 0;
};
GlobalStart getGlobalStart(mlir::Value view);

/// The greatest power of two, up to `limit`, that divides what `divisor`
/// divides.
int64_t getPowerOfTwo(uint64_t divisor, int64_t limit);
} // namespace tile
} // namespace tilery

#endif // TILERY_DIALECT_TILE_IR_DIVISORS_H

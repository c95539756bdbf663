// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the copy engine asks of a shared tile and of coordinates, checked for
// tile.apply and for the core ops alike.

#ifndef TILERY_LIB_DIALECT_TILE_IR_SHAREDTILE_H
#define TILERY_LIB_DIALECT_TILE_IR_SHAREDTILE_H

#include "tilery/Dialect/Tile/IR/MapFacts.h"

namespace tilery {
namespace tile {
/// The most shared memory of a block on any target that has the copy engine.
constexpr int64_t maxSharedBytes = 227 * 1024;

/// A buffer in shared memory is static, and lies as the copy engine writes one.
llvm::LogicalResult verifySharedLayout(mlir::Operation *op,
                                       llvm::StringRef constraint,
                                       mlir::MemRefType type);

/// The extents of the shared operand's axes before the image of the box: each
/// combination of indices is one copy.
llvm::SmallVector<int64_t> getLeadingExtents(mlir::MemRefType shared,
                                             const MapShape &shape);

/// The shared operand's trailing axes are the image of the box, lie as the copy
/// engine writes them, and each copy starts where the engine can: at a multiple
/// of 128 bytes, or of the swizzle's period. Leading axes other than of extent
/// 1 are refused where `mayRepeat` is false. `constraint` is the number of the
/// check in the op, such as "(C4)". The cost does not depend on the box.
llvm::LogicalResult verifySharedTile(mlir::Operation *op,
                                     llvm::StringRef constraint,
                                     mlir::Value shared, const MapShape &shape,
                                     bool mayRepeat);

/// What is known of the coordinate of dimension `dim` (outer to inner), over
/// all repetitions.
struct CoordRange {
  unsigned dim;
  bool isInnermost;
  int64_t low, high; ///< the least and the largest
};

/// Coordinates fit 32 bits, start at a multiple of 16 bytes where they are the
/// innermost, and are not negative for a write: the hardware answers the last
/// two with an illegal instruction (measured on an H200).
llvm::LogicalResult verifyCoord(mlir::Operation *op, llvm::StringRef constraint,
                                mlir::Value tensor, const CoordRange &range,
                                int64_t unitBytes, bool isWrite);
} // namespace tile
} // namespace tilery

#endif // TILERY_LIB_DIALECT_TILE_IR_SHAREDTILE_H

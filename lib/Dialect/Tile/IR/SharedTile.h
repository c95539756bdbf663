// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the copy engine asks of a shared tile and of coordinates, checked for
// tile.apply and for the core ops alike.

#ifndef TILERY_LIB_DIALECT_TILE_IR_SHAREDTILE_H
#define TILERY_LIB_DIALECT_TILE_IR_SHAREDTILE_H

#include "tilery/Dialect/Tile/IR/TileDialect.h"

namespace tilery {
namespace tile {
/// The shared operand has the box's shape after leading axes of extent 1, lies
/// as the copy engine writes it, and starts where the engine can: at a multiple
/// of 128 bytes, or of its swizzle's period. `constraint` is the number of the
/// check in the op, such as "(C4)".
llvm::LogicalResult verifySharedTile(mlir::Operation *op,
                                     llvm::StringRef constraint,
                                     mlir::Value shared,
                                     llvm::ArrayRef<int64_t> box);

/// A known coordinate of dimension `dim` fits 32 bits, starts at a multiple of
/// 16 bytes where it is the innermost, and is not negative for a store: the
/// hardware answers the last two with an illegal instruction (measured on an
/// H200).
llvm::LogicalResult verifyCoord(mlir::Operation *op, llvm::StringRef constraint,
                                unsigned dim, bool isInnermost,
                                const llvm::APInt &value, int64_t elementBytes,
                                bool isStore);
} // namespace tile
} // namespace tilery

#endif // TILERY_LIB_DIALECT_TILE_IR_SHAREDTILE_H

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parts of verifyKernelBody.

#ifndef TILERY_LIB_DIALECT_TILE_TRANSFORMS_KERNELCHECKS_H
#define TILERY_LIB_DIALECT_TILE_TRANSFORMS_KERNELCHECKS_H

#include "tilery/Dialect/Tile/IR/TileOps.h"

namespace tilery {
namespace tile {
/// The kernel's name is one that PTX takes as an entry's.
llvm::LogicalResult verifyKernelName(KernelOp kernel);

/// What is known of an access or a view of a memref lies within its static
/// extents. An error says the index and the extent.
llvm::LogicalResult verifyBounds(mlir::Operation *op);

/// A buffer is only seen through views that keep its meaning: the swizzle of
/// its memory space, and barriers as barriers.
llvm::LogicalResult verifyViews(mlir::Operation *op);
} // namespace tile
} // namespace tilery

#endif // TILERY_LIB_DIALECT_TILE_TRANSFORMS_KERNELCHECKS_H

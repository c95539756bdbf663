// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_DIALECT_TILE_IR_TILEOPS_TD
#define TILERY_DIALECT_TILE_IR_TILEOPS_TD

include "tilery/Dialect/Tile/IR/TileApplyOps.td"
include "tilery/Dialect/Tile/IR/TileBarrierOps.td"
include "tilery/Dialect/Tile/IR/TileBulkOps.td"
include "tilery/Dialect/Tile/IR/TileClusterOps.td"
include "tilery/Dialect/Tile/IR/TileDebugOps.td"
include "tilery/Dialect/Tile/IR/TileKernelOps.td"
include "tilery/Dialect/Tile/IR/TileSyncOps.td"
include "tilery/Dialect/Tile/IR/TileTmaOps.td"

#endif // TILERY_DIALECT_TILE_IR_TILEOPS_TD

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes over the tile dialect.

#ifndef TILERY_DIALECT_TILE_TRANSFORMS_PASSES_H
#define TILERY_DIALECT_TILE_TRANSFORMS_PASSES_H

#include "tilery/Dialect/Launch/IR/LaunchDialect.h"
#include "tilery/Dialect/Tile/IR/TileOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace tilery {
namespace tile {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "tilery/Dialect/Tile/Transforms/Passes.h.inc"
} // namespace tile
} // namespace tilery

#endif // TILERY_DIALECT_TILE_TRANSFORMS_PASSES_H

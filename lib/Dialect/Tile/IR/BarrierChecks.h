// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the mbarrier ops share: an i32 parameter that is an operand or a
// literal.

#ifndef TILERY_LIB_DIALECT_TILE_IR_BARRIERCHECKS_H
#define TILERY_LIB_DIALECT_TILE_IR_BARRIERCHECKS_H

#include "tilery/Dialect/Tile/IR/TileOps.h"

namespace tilery {
namespace tile {
/// The largest arrival count and number of pending bytes (PTX ISA, mbarrier).
constexpr int64_t maxBarrierCount = (1 << 20) - 1;

/// (C1) of the op: exactly one of operand and literal is there, and what is
/// known of it lies in low..high.
llvm::LogicalResult verifyBarrierParameter(mlir::Operation *op,
                                           mlir::Value value,
                                           mlir::IntegerAttr constant,
                                           llvm::StringRef what, int64_t low,
                                           int64_t high);

/// Turns a constant operand into the literal.
llvm::LogicalResult foldBarrierParameter(mlir::Attribute operand,
                                         mlir::MutableOperandRange range,
                                         llvm::function_ref<void(int32_t)> set);
} // namespace tile
} // namespace tilery

#endif // TILERY_LIB_DIALECT_TILE_IR_BARRIERCHECKS_H

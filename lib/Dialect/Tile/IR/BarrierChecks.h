// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What barriers and fences share: an i32 parameter that is an operand or a
// literal, and orderings.

#ifndef TILERY_LIB_DIALECT_TILE_IR_BARRIERCHECKS_H
#define TILERY_LIB_DIALECT_TILE_IR_BARRIERCHECKS_H

#include "tilery/Dialect/Tile/IR/TileOps.h"

namespace tilery {
namespace tile {
/// The largest arrival count and number of pending bytes (PTX ISA, mbarrier).
constexpr int64_t maxBarrierCount = (1 << 20) - 1;

/// What is known of an operand or literal, or nothing.
std::optional<int64_t> getKnownParameter(mlir::Value value,
                                         mlir::IntegerAttr constant);

/// Exactly one of operand and literal is there, and what is known of it lies in
/// low..high, which is the op's 'constraint'.
llvm::LogicalResult verifyBarrierParameter(mlir::Operation *op,
                                           mlir::Value value,
                                           mlir::IntegerAttr constant,
                                           llvm::StringRef what, int64_t low,
                                           int64_t high,
                                           llvm::StringRef constraint = "(C1)");

/// Turns a constant operand into the literal.
llvm::LogicalResult foldBarrierParameter(mlir::Attribute operand,
                                         mlir::MutableOperandRange range,
                                         llvm::function_ref<void(int32_t)> set);

/// Semantics and scope are both there or none, and legal for an mbarrier: one
/// of 'legal', at scope cta or cluster. (C2) of the ops.
llvm::LogicalResult verifyBarrierOrdering(mlir::Operation *op,
                                          std::optional<Semantics> semantics,
                                          std::optional<Scope> scope,
                                          llvm::ArrayRef<Semantics> legal);

/// The semantics are one of two, which is the op's (C1).
llvm::LogicalResult verifySemantics(mlir::Operation *op, Semantics semantics,
                                    llvm::ArrayRef<Semantics> legal);

/// The barrier is one of the block's own.
llvm::LogicalResult verifyOwnBarrier(mlir::Operation *op, mlir::Type barrier,
                                     llvm::StringRef constraint);
} // namespace tile
} // namespace tilery

#endif // TILERY_LIB_DIALECT_TILE_IR_BARRIERCHECKS_H

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tensor instructions share as a tile.apply: clauses, operands, box,
// coordinates and repetitions.

#ifndef TILERY_LIB_DIALECT_TILE_IR_TENSORAPPLY_H
#define TILERY_LIB_DIALECT_TILE_IR_TENSORAPPLY_H

#include "Clauses.h"
#include "SharedTile.h"

#include "mlir/IR/Builders.h"

namespace tilery {
namespace tile {
/// A tensor instruction, as far as the checks of its operands go.
struct TensorInstruction {
  unsigned rank;
  /// What it does to the tensor; the options are taken from the apply.
  MapUse use;
  /// Position of the shared operand among the tiles; none for a prefetch.
  std::optional<unsigned> sharedIndex;

  bool isWrite() const { return use.stored || use.reduced; }
  unsigned getTensorIndex() const { return sharedIndex == 0u ? 1 : 0; }
};

/// What one copy of the apply moves, from box and options. Only for an apply
/// whose operands passed verifyTensorApply's first checks.
MapShape getMapShape(ApplyOp op, const TensorInstruction &instruction);

/// (C2) to (C9) of a tensor instruction.
llvm::LogicalResult verifyTensorApply(ApplyOp op,
                                      const TensorInstruction &instruction,
                                      const Clauses &clauses);

/// The map that the apply goes through: the caller's, or that of its tensor.
mlir::Value buildMap(mlir::OpBuilder &builder, ApplyOp op,
                     const TensorInstruction &instruction);

/// The coordinates of the box as 32-bit values, innermost first: the one place
/// that reverses them.
llvm::SmallVector<mlir::Value> buildCoords(mlir::OpBuilder &builder,
                                           ApplyOp op);

/// Calls `build` once for each copy of the apply, row-major, with the builder
/// inside of the apply's predicate, the piece of the shared operand, and the
/// coordinates as buildCoords has them.
void buildCopies(mlir::OpBuilder &builder, ApplyOp op,
                 const TensorInstruction &instruction,
                 llvm::function_ref<void(mlir::OpBuilder &, mlir::Value shared,
                                         mlir::ValueRange coords)>
                     build);
} // namespace tile
} // namespace tilery

#endif // TILERY_LIB_DIALECT_TILE_IR_TENSORAPPLY_H

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The clauses of a tile.apply ('mbar %bar', 'oob_fill(nan)', ...): which of
// them an opcode asks for and which it takes.

#ifndef TILERY_LIB_DIALECT_TILE_IR_CLAUSES_H
#define TILERY_LIB_DIALECT_TILE_IR_CLAUSES_H

#include "tilery/Dialect/Tile/IR/TileOps.h"

namespace tilery {
namespace tile {
/// Whether a clause may or has to be there, and why.
struct Clause {
  enum Need { Refused, Allowed, Required } need = Refused;
  /// Required: the token of the opcode that asks for it. Refused: the reason,
  /// a clause of a sentence.
  llvm::StringRef why = {};

  static Clause allowed() { return {Allowed, {}}; }
  static Clause required(llvm::StringRef token) { return {Required, token}; }
  static Clause refused(llvm::StringRef reason) { return {Refused, reason}; }
  static Clause requiredIf(bool needed, llvm::StringRef token,
                           llvm::StringRef reason) {
    return needed ? required(token) : refused(reason);
  }
};

/// All clauses but `if`, which each opcode takes.
struct Clauses {
  Clause box, coords, coordSteps, mbar, ctaMask, cachePolicy, bytes;
  /// element_strides, interleave, format, l2_promotion: of a map.
  Clause mapOptions;
  Clause swizzle, oobFill, allowEdgeSpill;
};

/// (C5): every clause of the apply is one that `clauses` has, and those
/// required are there.
llvm::LogicalResult verifyClauses(ApplyOp op, const Clauses &clauses);

/// The mask of a multicast, if there is one, names blocks of the kernel's
/// cluster.
llvm::LogicalResult verifyCtaMask(mlir::Operation *op,
                                  llvm::StringRef constraint, mlir::Value mask,
                                  std::optional<uint32_t> constant = {});

/// The operand of a core op for a clause, or null where there is none.
mlir::Value buildCtaMask(mlir::OpBuilder &builder, ApplyOp op);
mlir::Value buildCachePolicy(mlir::OpBuilder &builder, ApplyOp op);
/// A builder inside of the apply's predicate: an scf.if, where it has one.
mlir::OpBuilder buildPredicate(mlir::OpBuilder &builder, ApplyOp op);
} // namespace tile
} // namespace tilery

#endif // TILERY_LIB_DIALECT_TILE_IR_CLAUSES_H

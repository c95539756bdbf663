// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What bulk copies ask of their operands (PTX ISA, cp.async.bulk), as a
// tile.apply and as a core op.

#ifndef TILERY_LIB_DIALECT_TILE_IR_BULKCHECKS_H
#define TILERY_LIB_DIALECT_TILE_IR_BULKCHECKS_H

#include "tilery/Dialect/Tile/IR/TileOps.h"
#include "tilery/TensorMap/Reduce.h"

namespace tilery {
namespace tile {
/// The operands of a bulk copy.
struct BulkTransfer {
  mlir::Value destination; ///< none for a prefetch
  mlir::Value source;
  /// The size in bytes, operand or literal; neither: that of the operands.
  mlir::Value bytes;
  mlir::IntegerAttr staticBytes;
  /// Whether an mbarrier counts the bytes.
  bool isCounted;
};

/// The numbers of the checks in the op, such as "(C1)".
struct BulkConstraints {
  llvm::StringRef layout, size, start;
};

/// Bytes that the copy moves, in so far as they are known: in an apply without
/// `bytes` those of the operands.
std::optional<int64_t> getKnownBytes(const BulkTransfer &transfer);

/// The operands lie without gaps and swizzle, hold what is moved, and start
/// where the copy engine can.
llvm::LogicalResult verifyBulkTransfer(mlir::Operation *op,
                                       const BulkTransfer &transfer,
                                       const BulkConstraints &constraints);

/// The barrier that counts the bytes is in the block of the destination, as far
/// as the ranks of the two tile.mapa are known.
llvm::LogicalResult verifySameBlock(mlir::Operation *op,
                                    llvm::StringRef constraint,
                                    mlir::Value destination,
                                    mlir::Value barrier);

/// An operator and a type of cp.reduce.async.bulk, and where it reduces into.
struct BulkReduction {
  ReduceKind kind;
  ReduceType type;
  tensormap::BulkDestination destination;

  /// PTX has the pair. The untyped b32 and b64 are those of and, or, xor.
  bool isLegal() const;
};

/// PTX has the reduction.
llvm::LogicalResult verifyBulkReduction(mlir::Operation *op,
                                        llvm::StringRef constraint,
                                        const BulkReduction &reduction);

/// The type of the reduction is one that elements of `element` have: a signless
/// integer may be taken either way.
llvm::LogicalResult verifyReduceType(mlir::Operation *op,
                                     llvm::StringRef constraint,
                                     ReduceType type, mlir::Type element);
} // namespace tile
} // namespace tilery

#endif // TILERY_LIB_DIALECT_TILE_IR_BULKCHECKS_H

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the bulk (non-tensor) instructions share as a tile.apply.

#ifndef TILERY_LIB_DIALECT_TILE_IR_BULKAPPLY_H
#define TILERY_LIB_DIALECT_TILE_IR_BULKAPPLY_H

#include "BulkChecks.h"
#include "Clauses.h"

namespace tilery {
namespace tile {
/// Memory of an operand.
enum class BulkSpace { Global, Shared, Cluster };

/// A bulk instruction, as far as the checks of its operands go.
struct BulkInstruction {
  /// Of the operands, destination first.
  llvm::SmallVector<BulkSpace, 2> spaces;
  bool isCounted = false; ///< .mbarrier::complete_tx::bytes
  bool isMulticast = false;
  bool hasCacheHint = false;
};

/// (C2), (C5), (C10) and (C12) to (C15) of a bulk instruction.
llvm::LogicalResult verifyBulkApply(ApplyOp op,
                                    const BulkInstruction &instruction);

/// The literal size of the core op: null where a value says it.
mlir::IntegerAttr getBulkBytesAttr(ApplyOp op);
} // namespace tile
} // namespace tilery

#endif // TILERY_LIB_DIALECT_TILE_IR_BULKAPPLY_H

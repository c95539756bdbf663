// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "KernelTable.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace tilery;

/// What an op that changes no memory is a view of; null for any other op.
static Value getViewed(Operation *op) {
  if (isa<memref::CastOp, memref::SubViewOp, memref::ReinterpretCastOp,
          memref::ExtractStridedMetadataOp, tile::SharedViewOp, tile::MapaOp,
          tile::MBarrierRefOp>(op))
    return op->getOperand(0);
  return {};
}

Provenance tilery::findProvenance(Value value) {
  Provenance found;
  while (value) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (isa<tile::KernelOp>(argument.getOwner()->getParentOp()))
        found.argument = argument;
      return found;
    }
    Operation *op = value.getDefiningOp();
    if (auto buffer = dyn_cast<tile::AllocSharedOp>(op)) {
      found.buffer = buffer;
      return found;
    }
    value = getViewed(op);
  }
  return found;
}

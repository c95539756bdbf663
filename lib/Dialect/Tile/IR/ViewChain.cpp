// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Dialect/Tile/IR/ViewChain.h"
#include "tilery/Dialect/Tile/IR/TileOps.h"

#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

ViewChain::ViewChain(Value value) {
  llvm::SmallPtrSet<Operation *, 4> seen;
  for (Operation *op = value.getDefiningOp();
       isa_and_present<ViewLikeOpInterface, MapaOp>(op);
       op = value.getDefiningOp()) {
    if (!seen.insert(op).second)
      return;
    views.push_back(op);
    value = op->getOperand(0);
  }
  root = value;
}

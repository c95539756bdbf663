// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_DIALECT_TILE_IR_VIEWCHAIN_H
#define TILERY_DIALECT_TILE_IR_VIEWCHAIN_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"

namespace tilery {
namespace tile {
/// The views between a buffer and a value that shows a part of it.
struct ViewChain {
  /// memref.subview, memref.cast, tile.shared_view, tile.mapa and their like,
  /// from the value to the buffer; each shows its first operand.
  llvm::SmallVector<mlir::Operation *, 4> views;
  /// What the last one shows; null where the views go round in a circle.
  mlir::Value root;

  /// MLIR verifies ops before it asks whether operands stand before their uses,
  /// so that what verifiers see may go round in a circle.
  explicit ViewChain(mlir::Value value);
};
} // namespace tile
} // namespace tilery

#endif // TILERY_DIALECT_TILE_IR_VIEWCHAIN_H

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel does with one barrier.

#ifndef TILERY_LIB_DIALECT_TILE_TRANSFORMS_BARRIERUSE_H
#define TILERY_LIB_DIALECT_TILE_TRANSFORMS_BARRIERUSE_H

#include "tilery/Dialect/Tile/IR/TileOps.h"

namespace tilery {
namespace tile {

/// The number that a value has in every run, also where folding it would show
/// that. It changes nothing in the IR.
std::optional<int64_t> getConstant(mlir::Value value);

/// One thing that happens to a barrier.
struct BarrierEvent {
  enum Kind {
    Expect,   ///< it is told of bytes
    Deliver,  ///< a copy counts its bytes on it, or a thread does
    Separator ///< a wait: what follows may belong to the next phase
  };
  Kind kind;
  mlir::Operation *op;
  /// Of an Expect or Deliver the bytes; of a Separator the parity, or -1 where
  /// that is not known.
  int64_t bytes;
};

/// All that happens to one barrier, in the order of the program once sorted.
struct BarrierUse {
  llvm::SmallVector<BarrierEvent> events;
  /// Arrivals without bytes.
  llvm::SmallVector<mlir::Operation *> arrivals;
  /// False where some of it is out of sight, or is not done equally often.
  bool isKnown = true;

  /// Adds what happens through a reference.
  void add(MBarrierRefOp ref);
  /// Puts the events in order, from the first count of bytes to the last.
  void sort();
};
} // namespace tile
} // namespace tilery

#endif // TILERY_LIB_DIALECT_TILE_TRANSFORMS_BARRIERUSE_H

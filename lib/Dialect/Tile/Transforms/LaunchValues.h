// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What of a kernel is known when it is launched: its arguments, their extents,
// arithmetic on these, and views of tensors by them.

#ifndef TILERY_LIB_DIALECT_TILE_TRANSFORMS_LAUNCHVALUES_H
#define TILERY_LIB_DIALECT_TILE_TRANSFORMS_LAUNCHVALUES_H

#include "tilery/Dialect/Tile/IR/TileOps.h"

#include "mlir/IR/Builders.h"

#include <map>

namespace tilery {
namespace tile {

/// Numbers the values of one kernel that its launcher can compute; equal
/// computations have equal numbers. Nothing here recurses: IR may be deep.
class LaunchValues {
public:
  explicit LaunchValues(KernelOp kernel) : kernel(kernel) {}

  /// Numbers the value and all that it is made of. Null, or the value below
  /// `root` that only the device knows.
  mlir::Value add(mlir::Value root);

  /// The number of a value that add() took.
  unsigned numberOf(mlir::Value value) const { return numbers.lookup(value); }

  /// What the values of each number have become in one launcher.
  using HostValues = llvm::DenseMap<unsigned, mlir::Value>;

  /// Builds the value, which add() took, from the launch's `arguments`.
  mlir::Value clone(mlir::Value root, mlir::OpBuilder &builder,
                    mlir::OperandRange arguments, HostValues &host) const;

private:
  /// Operands first; stops where `visit` is false, at a value without operands
  /// that count.
  template <typename Done, typename Visit>
  void postOrder(mlir::Value root, Done isDone, Visit visit) const;
  bool isArgument(mlir::Value value) const;
  bool isComputable(mlir::Operation *op) const;

  KernelOp kernel;
  llvm::DenseMap<mlir::Value, unsigned> numbers;
  /// Op name, attributes, result type and operand numbers to number.
  std::map<std::vector<uintptr_t>, unsigned> known;
};

/// Erases what computed 'value' and has no use any more.
void eraseDeadProducers(mlir::Value value);

} // namespace tile
} // namespace tilery

#endif // TILERY_LIB_DIALECT_TILE_TRANSFORMS_LAUNCHVALUES_H

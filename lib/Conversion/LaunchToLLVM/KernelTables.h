// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_CONVERSION_LAUNCHTOLLVM_KERNELTABLES_H
#define TILERY_LIB_CONVERSION_LAUNCHTOLLVM_KERNELTABLES_H

#include "Tables.h"

#include "tilery/Dialect/Launch/IR/LaunchDialect.h"
#include "tilery/Dialect/Tile/IR/KernelABI.h"

namespace tilery {
namespace launch {

/// An argument of the launcher behind a memref value: the argument itself, or
/// casts of it that forget static sizes. -1 where there is none.
int getLauncherArgument(mlir::Value value);

/// The view of an argument that a memref value is, casts left out: the result
/// of a memref.subview. Null for the argument itself.
mlir::Value getView(mlir::Value value);

/// The tables of one compiled kernel: what all launches share, and one
/// TileryKernelSpec a launch, whose operands are arguments of its launcher.
class KernelTables {
public:
  /// Fails, with an error, on a target that is none.
  static mlir::FailureOr<KernelTables>
  create(BinaryOp binary, const AbiTypes &abi, Tables &tables);

  llvm::ArrayRef<tile::KernelParameter> getParameters() const {
    return parameters;
  }
  BinaryOp getBinary() const { return binary; }

  /// The spec for one launch. The first one is also what releases the kernel.
  /// `views` are those that operands of the launch name, in order.
  mlir::LLVM::GlobalOp makeSpec(KernelOp launch,
                                llvm::ArrayRef<mlir::Value> views);
  mlir::LLVM::GlobalOp getFirstSpec() const { return firstSpec; }

private:
  KernelTables(BinaryOp binary, const AbiTypes &abi, Tables &tables)
      : binary(binary), abi(&abi), tables(&tables) {}

  BinaryOp binary;
  const AbiTypes *abi;
  Tables *tables;
  int64_t numImages = 0;
  llvm::SmallVector<tile::KernelParameter> parameters;
  mlir::LLVM::GlobalOp name, images, params, cache, firstSpec;
};

/// The distinct views of which the maps of a launch are made, in the order of
/// the maps.
llvm::SmallVector<mlir::Value> collectViews(KernelOp launch);

/// TileryLaunchOptions of a launch; null where it has no launch attributes.
mlir::LLVM::GlobalOp makeLaunchOptions(KernelOp launch, const AbiTypes &abi,
                                       Tables &tables);

/// TileryMapSpec of a map.
mlir::LLVM::GlobalOp makeMapSpec(EncodeMapOp op, const AbiTypes &abi,
                                 Tables &tables);

} // namespace launch
} // namespace tilery

#endif // TILERY_LIB_CONVERSION_LAUNCHTOLLVM_KERNELTABLES_H

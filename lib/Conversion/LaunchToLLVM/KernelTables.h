// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_CONVERSION_LAUNCHTOLLVM_KERNELTABLES_H
#define TILERY_LIB_CONVERSION_LAUNCHTOLLVM_KERNELTABLES_H

#include "Tables.h"

#include "tilery/Conversion/LaunchToLLVM/LauncherTables.h"
#include "tilery/Dialect/Tile/IR/KernelABI.h"

namespace tilery {
namespace launch {

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

/// TileryLaunchOptions of a launch as a global; null where it has no launch
/// attributes.
mlir::LLVM::GlobalOp writeLaunchOptions(KernelOp launch, const AbiTypes &abi,
                                        Tables &tables);

/// TileryMapSpec of a map as a global.
mlir::LLVM::GlobalOp writeMapSpec(EncodeMapOp op, const AbiTypes &abi,
                                  Tables &tables);

} // namespace launch
} // namespace tilery

#endif // TILERY_LIB_CONVERSION_LAUNCHTOLLVM_KERNELTABLES_H

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From kernels and launchers to launchers alone: argument checks, what kernels
// do with their arguments, and device code in the place of kernels.

#ifndef TILERY_CONVERSION_TILETOLAUNCH_TILETOLAUNCH_H
#define TILERY_CONVERSION_TILETOLAUNCH_TILETOLAUNCH_H

#include "tilery/Dialect/Launch/IR/LaunchDialect.h"
#include "tilery/Dialect/Tile/IR/TileOps.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace tilery {
namespace launch {

/// Device code for one target.
struct DeviceImage {
  /// "sm_90a".
  std::string target;
  /// A cubin, or PTX text with or without a NUL byte at its end.
  std::string data;
};

/// Device code of one kernel.
struct DeviceCode {
  /// Symbol of the tile.kernel, which is also the device entry's name.
  std::string kernel;
  std::vector<DeviceImage> images;
  /// Bytes of shared memory: declared by the entry, and asked for by each
  /// launch.
  int64_t staticShared = 0;
  int64_t dynamicShared = 0;
};

/// What a kernel does with argument `index`, a memref, other than through a map
/// parameter: the bits of BinaryOp::Access.
int32_t inferAccess(tile::KernelOp kernel, unsigned index);

/// Replaces each tile.kernel of the module by a launch.binary with its code. A
/// kernel that no launcher starts is dropped when it has no code; for another
/// one that is an error.
mlir::LogicalResult embedDeviceCode(mlir::ModuleOp module,
                                    llvm::ArrayRef<DeviceCode> code);

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "tilery/Conversion/TileToLaunch/Passes.h.inc"
} // namespace launch
} // namespace tilery

#endif // TILERY_CONVERSION_TILETOLAUNCH_TILETOLAUNCH_H

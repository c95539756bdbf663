// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The assembly directive of launch.kernel's launch attributes, called by the
// generated parser.

#ifndef TILERY_DIALECT_LAUNCH_IR_LAUNCHOPTIONS_H
#define TILERY_DIALECT_LAUNCH_IR_LAUNCHOPTIONS_H

#include "tilery/Dialect/Launch/IR/LaunchDialect.h"
#include "tilery/Dialect/Tile/IR/TileOps.h"

namespace tilery {
namespace launch {

/// 'cooperative priority 3 carveout 50 ...', in any order, each at most once.
/// An attribute that there is not is refused by name.
mlir::ParseResult
parseLaunchOptions(mlir::OpAsmParser &parser, mlir::UnitAttr &cooperative,
                   mlir::UnitAttr &programmatic, mlir::IntegerAttr &priority,
                   mlir::DenseI64ArrayAttr &preferredCluster,
                   mlir::UnitAttr &nonportable, mlir::IntegerAttr &carveout,
                   std::optional<mlir::OpAsmParser::UnresolvedOperand> &window,
                   mlir::Type &windowType, mlir::FloatAttr &hitRatio,
                   AccessPropertyAttr &hit, AccessPropertyAttr &miss,
                   mlir::IntegerAttr &windowBytes);
void printLaunchOptions(mlir::OpAsmPrinter &printer, KernelOp op,
                        mlir::UnitAttr cooperative, mlir::UnitAttr programmatic,
                        mlir::IntegerAttr priority,
                        mlir::DenseI64ArrayAttr preferredCluster,
                        mlir::UnitAttr nonportable, mlir::IntegerAttr carveout,
                        mlir::Value window, mlir::Type windowType,
                        mlir::FloatAttr hitRatio, AccessPropertyAttr hit,
                        AccessPropertyAttr miss, mlir::IntegerAttr windowBytes);

/// What the op itself says of its launch attributes: (C4) to (C7).
llvm::LogicalResult verifyLaunchOptions(KernelOp op);
/// The rest of (C4), against the kernel's cluster.
llvm::LogicalResult verifyPreferredCluster(KernelOp op,
                                           llvm::ArrayRef<int32_t> cluster);
/// (C9), against what the kernel holds.
llvm::LogicalResult verifyClusterUse(KernelOp op, tile::KernelOp kernel);

} // namespace launch
} // namespace tilery

#endif // TILERY_DIALECT_LAUNCH_IR_LAUNCHOPTIONS_H

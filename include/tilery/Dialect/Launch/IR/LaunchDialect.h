// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The launch dialect: the host side of a launch.

#ifndef TILERY_DIALECT_LAUNCH_IR_LAUNCHDIALECT_H
#define TILERY_DIALECT_LAUNCH_IR_LAUNCHDIALECT_H

#include "tilery/Dialect/Launch/IR/BinarySyntax.h"
#include "tilery/Dialect/Tile/IR/TileDialect.h"

#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#include "tilery/Dialect/Launch/IR/LaunchDialect.h.inc"
#include "tilery/Dialect/Launch/IR/LaunchEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "tilery/Dialect/Launch/IR/LaunchAttributes.h.inc"

#define GET_OP_CLASSES
#include "tilery/Dialect/Launch/IR/LaunchOps.h.inc"

namespace tilery {
namespace launch {
/// The argument of the enclosing launch.func that a memref is, or is a
/// memref.subview or memref.cast of; null where there is none.
mlir::BlockArgument getViewedArgument(mlir::Value memref);

/// Most dimensions of a view of which a map is made (TILERY_MAX_VIEW_RANK).
inline constexpr int64_t maxViewRank = 8;
} // namespace launch
} // namespace tilery

#endif // TILERY_DIALECT_LAUNCH_IR_LAUNCHDIALECT_H

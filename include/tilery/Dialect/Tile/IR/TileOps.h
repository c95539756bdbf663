// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ops of the tile dialect.

#ifndef TILERY_DIALECT_TILE_IR_TILEOPS_H
#define TILERY_DIALECT_TILE_IR_TILEOPS_H

#include "tilery/Dialect/Tile/IR/TileDialect.h"

#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

#define GET_OP_CLASSES
#include "tilery/Dialect/Tile/IR/TileOps.h.inc"

#endif // TILERY_DIALECT_TILE_IR_TILEOPS_H

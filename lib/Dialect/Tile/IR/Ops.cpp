// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The code that TableGen writes for the ops.

#include "AsmParsers.h"
#include "SyncSyntax.h"

#include "tilery/Dialect/Tile/IR/OpSyntax.h"
#include "tilery/Dialect/Tile/IR/TileOps.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

#define GET_OP_CLASSES
#include "tilery/Dialect/Tile/IR/TileOps.cpp.inc"

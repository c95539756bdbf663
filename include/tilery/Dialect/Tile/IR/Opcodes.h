// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The grammar of PTX opcodes: the one place that turns their text into
// instruction attributes.

#ifndef TILERY_DIALECT_TILE_IR_OPCODES_H
#define TILERY_DIALECT_TILE_IR_OPCODES_H

#include "tilery/Dialect/Tile/IR/TileDialect.h"

namespace tilery {
namespace tile {

/// The instruction attribute of a PTX opcode, such as
/// "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group". Tokens have
/// one order, PTX's; a text that is no opcode is reported through 'emitError'
/// with the legal spelling or the nearest known opcodes, and gives null.
mlir::Attribute
parseOpcode(mlir::MLIRContext *context, llvm::StringRef opcode,
            llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

/// Every opcode that parseOpcode takes, in the order of the PTX ISA.
std::vector<std::string> getKnownOpcodes();
} // namespace tile
} // namespace tilery

#endif // TILERY_DIALECT_TILE_IR_OPCODES_H

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The custom directives of the barriers, fences and clusters.

#ifndef TILERY_LIB_DIALECT_TILE_IR_SYNCSYNTAX_H
#define TILERY_LIB_DIALECT_TILE_IR_SYNCSYNTAX_H

#include "tilery/Dialect/Tile/IR/TileDialect.h"

namespace tilery {
namespace tile {
/// An ordering as one word, ' release.cluster', or nothing.
mlir::ParseResult parseOrdering(mlir::OpAsmParser &parser,
                                SemanticsAttr &semantics, ScopeAttr &scope);
void printOrdering(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                   SemanticsAttr semantics, ScopeAttr scope);
/// The same, where it has to be there.
mlir::ParseResult parseRequiredOrdering(mlir::OpAsmParser &parser,
                                        SemanticsAttr &semantics,
                                        ScopeAttr &scope);
void printRequiredOrdering(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                           SemanticsAttr semantics, ScopeAttr scope);

/// '%bar', or '%bar <shared_cluster>' of another block of the cluster.
mlir::ParseResult parseBarrier(mlir::OpAsmParser &parser,
                               mlir::OpAsmParser::UnresolvedOperand &barrier,
                               mlir::Type &type);
void printBarrier(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                  mlir::Value barrier, mlir::Type type);

/// ', 2' or ', %count', or nothing.
mlir::ParseResult
parseCountOption(mlir::OpAsmParser &parser,
                 std::optional<mlir::OpAsmParser::UnresolvedOperand> &count,
                 mlir::IntegerAttr &constant);
void printCountOption(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                      mlir::Value count, mlir::IntegerAttr constant);

/// A parity, '0' or '%parity', or 'state %state'.
mlir::ParseResult
parsePhase(mlir::OpAsmParser &parser,
           std::optional<mlir::OpAsmParser::UnresolvedOperand> &parity,
           mlir::IntegerAttr &constant,
           std::optional<mlir::OpAsmParser::UnresolvedOperand> &state);
void printPhase(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                mlir::Value parity, mlir::IntegerAttr constant,
                mlir::Value state);

/// ' suspend_ns 1000', or nothing.
mlir::ParseResult
parseSuspendOption(mlir::OpAsmParser &parser,
                   std::optional<mlir::OpAsmParser::UnresolvedOperand> &time,
                   mlir::IntegerAttr &constant);
void printSuspendOption(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                        mlir::Value time, mlir::IntegerAttr constant);
} // namespace tile
} // namespace tilery

#endif // TILERY_LIB_DIALECT_TILE_IR_SYNCSYNTAX_H

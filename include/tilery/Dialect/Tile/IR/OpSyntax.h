// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pieces of op syntax that the tile and launch dialects share.

#ifndef TILERY_DIALECT_TILE_IR_OPSYNTAX_H
#define TILERY_DIALECT_TILE_IR_OPSYNTAX_H

#include "tilery/Dialect/Tile/IR/TileDialect.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace tilery {
namespace tile {

/// '(128B)' after the keyword l2_promotion.
mlir::ParseResult parseL2PromotionOption(mlir::OpAsmParser &parser,
                                         L2PromotionAttr &attr);
void printL2PromotionOption(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                            L2PromotionAttr attr);

/// '(nan)' after the keyword oob_fill.
mlir::ParseResult parseOobFillOption(mlir::OpAsmParser &parser,
                                     OobFillAttr &attr);
void printOobFillOption(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                        OobFillAttr attr);

/// What the builders of functions without results have in common: name,
/// arguments by name and type, and a body without terminator, which 'body'
/// writes where there is one.
void buildFunction(
    mlir::OpBuilder &builder, mlir::OperationState &result,
    llvm::StringRef name,
    llvm::ArrayRef<std::pair<llvm::StringRef, mlir::Type>> arguments,
    llvm::function_ref<void(mlir::OpBuilder &, mlir::Location,
                            mlir::ValueRange)>
        body);

/// '@name(%a: type {attrs}, ...)' of a function without results. Every argument
/// gets its SSA name as the attribute tile.name, unless it has one: MLIR itself
/// forgets SSA names.
mlir::ParseResult parseFunctionSignature(
    mlir::OpAsmParser &parser, mlir::OperationState &result,
    llvm::SmallVectorImpl<mlir::OpAsmParser::Argument> &args);

/// Prints what parseFunctionSignature takes. Names that the printed SSA names
/// give back are left out.
void printFunctionSignature(mlir::OpAsmPrinter &printer,
                            mlir::FunctionOpInterface function);

/// The name of an argument in diagnostics: tile.name, or "#index".
std::string getArgumentName(mlir::FunctionOpInterface function, unsigned index);

/// Lets the arguments print under their names.
void setArgumentNames(mlir::FunctionOpInterface function,
                      mlir::OpAsmSetValueNameFn setNameFn);

/// Checks the tile.* attributes of one argument.
llvm::LogicalResult verifyArgumentAttr(mlir::Operation *function,
                                       unsigned index,
                                       mlir::NamedAttribute attr);
} // namespace tile
} // namespace tilery

#endif // TILERY_DIALECT_TILE_IR_OPSYNTAX_H

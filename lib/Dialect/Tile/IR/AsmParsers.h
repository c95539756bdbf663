// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The custom directives of the dialect's assembly formats.

#ifndef TILERY_LIB_DIALECT_TILE_IR_ASMPARSERS_H
#define TILERY_LIB_DIALECT_TILE_IR_ASMPARSERS_H

#include "tilery/Dialect/Tile/IR/TileDialect.h"

namespace tilery {
namespace tile {
using mlir::AsmParser;
using mlir::AsmPrinter;
using mlir::OpAsmParser;
using mlir::OpAsmPrinter;

// The byte sizes '32B', '64B', ... lex as an integer and a word, so they cannot
// be enum keywords.
mlir::ParseResult parseSwizzle(AsmParser &parser, Swizzle &value);
void printSwizzle(AsmPrinter &printer, Swizzle value);
mlir::ParseResult parseL2Promotion(AsmParser &parser, L2Promotion &value);
void printL2Promotion(AsmPrinter &printer, L2Promotion value);

mlir::ParseResult parseOobFill(AsmParser &parser, OobFill &value);
void printOobFill(AsmPrinter &printer, OobFill value);
mlir::ParseResult parseSharedSpace(AsmParser &parser, SharedSpace &value);
void printSharedSpace(AsmPrinter &printer, SharedSpace value);
mlir::ParseResult parseFenceSpace(AsmParser &parser, FenceSpace &value);
void printFenceSpace(AsmPrinter &printer, FenceSpace value);
/// ' <shared_cta>', or nothing.
mlir::ParseResult parseFenceSpaceOption(OpAsmParser &parser,
                                        FenceSpaceAttr &attr);
void printFenceSpaceOption(OpAsmPrinter &printer, mlir::Operation *op,
                           FenceSpaceAttr attr);

mlir::ParseResult parseOpcode(OpAsmParser &parser,
                              InstructionAttrInterface &attr);
void printOpcode(OpAsmPrinter &printer, mlir::Operation *op,
                 InstructionAttrInterface attr);
mlir::ParseResult parseBox(OpAsmParser &parser, mlir::DenseI64ArrayAttr &attr);
void printBox(OpAsmPrinter &printer, mlir::Operation *op,
              mlir::DenseI64ArrayAttr attr);
mlir::ParseResult
parseCoords(OpAsmParser &parser,
            llvm::SmallVectorImpl<OpAsmParser::UnresolvedOperand> &coords,
            llvm::SmallVectorImpl<mlir::Type> &types,
            mlir::DenseI64ArrayAttr &staticCoords);
void printCoords(OpAsmPrinter &printer, mlir::Operation *op,
                 mlir::OperandRange coords, mlir::TypeRange types,
                 mlir::DenseI64ArrayAttr staticCoords);
mlir::ParseResult
parseIntOrValue(OpAsmParser &parser,
                std::optional<OpAsmParser::UnresolvedOperand> &value,
                mlir::IntegerAttr &constant);
void printIntOrValue(OpAsmPrinter &printer, mlir::Operation *op,
                     mlir::Value value, mlir::IntegerAttr constant);
mlir::ParseResult parseResultName(OpAsmParser &parser, mlir::StringAttr &name);
void printResultName(OpAsmPrinter &printer, mlir::Operation *op,
                     mlir::StringAttr name);
} // namespace tile
} // namespace tilery

#endif // TILERY_LIB_DIALECT_TILE_IR_ASMPARSERS_H

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

mlir::ParseResult parseInterleave(AsmParser &parser, Interleave &value);
void printInterleave(AsmPrinter &printer, Interleave value);
/// A tensormap::DataType by its name.
mlir::ParseResult parseFormat(AsmParser &parser, tensormap::DataType &value);
void printFormat(AsmPrinter &printer, tensormap::DataType value);
mlir::ParseResult parseCachePolicy(AsmParser &parser, CachePolicy &value);
void printCachePolicy(AsmPrinter &printer, CachePolicy value);
mlir::ParseResult parseReduceKind(AsmParser &parser, ReduceKind &value);
void printReduceKind(AsmPrinter &printer, ReduceKind value);
mlir::ParseResult parseReduceType(AsmParser &parser, ReduceType &value);
void printReduceType(AsmPrinter &printer, ReduceType value);
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
/// '(16B)', '(tf32)', '(128B)' after their keywords.
mlir::ParseResult parseInterleaveOption(OpAsmParser &parser,
                                        InterleaveAttr &attr);
void printInterleaveOption(OpAsmPrinter &printer, mlir::Operation *op,
                           InterleaveAttr attr);
mlir::ParseResult parseFormatOption(OpAsmParser &parser, FormatAttr &attr);
void printFormatOption(OpAsmPrinter &printer, mlir::Operation *op,
                       FormatAttr attr);
mlir::ParseResult parseSwizzleOption(OpAsmParser &parser, SwizzleAttr &attr);
void printSwizzleOption(OpAsmPrinter &printer, mlir::Operation *op,
                        SwizzleAttr attr);
/// '[[0, 64], [1, 0]]'.
mlir::ParseResult parseCoordSteps(OpAsmParser &parser, mlir::ArrayAttr &attr);
void printCoordSteps(OpAsmPrinter &printer, mlir::Operation *op,
                     mlir::ArrayAttr attr);
/// '%bar', or '%bar <shared_cluster>' of another block of the cluster.
mlir::ParseResult
parseTypedBarrier(OpAsmParser &parser,
                  std::optional<OpAsmParser::UnresolvedOperand> &barrier,
                  mlir::Type &type);
void printTypedBarrier(OpAsmPrinter &printer, mlir::Operation *op,
                       mlir::Value barrier, mlir::Type type);
/// '(evict_first)', or a value after a space.
mlir::ParseResult
parseCachePolicyOrValue(OpAsmParser &parser,
                        std::optional<OpAsmParser::UnresolvedOperand> &value,
                        CachePolicyAttr &name);
void printCachePolicyOrValue(OpAsmPrinter &printer, mlir::Operation *op,
                             mlir::Value value, CachePolicyAttr name);
/// '0.5'.
mlir::ParseResult parseFraction(OpAsmParser &parser, mlir::FloatAttr &attr);
void printFraction(OpAsmPrinter &printer, mlir::Operation *op,
                   mlir::FloatAttr attr);
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

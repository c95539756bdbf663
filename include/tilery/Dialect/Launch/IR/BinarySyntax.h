// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assembly directives of launch.binary, called by the generated parser.

#ifndef TILERY_DIALECT_LAUNCH_IR_BINARYSYNTAX_H
#define TILERY_DIALECT_LAUNCH_IR_BINARYSYNTAX_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpImplementation.h"

namespace tilery {
namespace launch {

/// '(memref<?xf32> read written, i32)'.
mlir::ParseResult parseBinaryArguments(mlir::OpAsmParser &parser,
                                       mlir::TypeAttr &functionType,
                                       mlir::DenseI32ArrayAttr &access);
void printBinaryArguments(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                          mlir::TypeAttr functionType,
                          mlir::DenseI32ArrayAttr access);

/// '[2, 1]'.
mlir::ParseResult parseExtents(mlir::OpAsmParser &parser,
                               mlir::DenseI32ArrayAttr &extents);
void printExtents(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                  mlir::DenseI32ArrayAttr extents);

} // namespace launch
} // namespace tilery

#endif // TILERY_DIALECT_LAUNCH_IR_BINARYSYNTAX_H

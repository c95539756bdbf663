// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The format of tile.printf. Its verifier and its lowering both ask here.

#ifndef TILERY_DIALECT_TILE_IR_PRINTFFORMAT_H
#define TILERY_DIALECT_TILE_IR_PRINTFFORMAT_H

#include "mlir/IR/Diagnostics.h"

namespace tilery {
namespace tile {

/// One directive of a format that takes an argument.
struct PrintfDirective {
  llvm::StringRef text;   ///< all of it, '%08llx'
  llvm::StringRef length; ///< 'll', 'l', 'h', 'hh' or ''
  char conversion;        ///< 'x'

  bool isFloat() const {
    return llvm::StringRef("fFeEgGaA").contains(conversion);
  }
  /// Prints a sign: narrower arguments are extended by it.
  bool isSigned() const { return conversion == 'd' || conversion == 'i'; }
  /// Takes 64 bits.
  bool isWide() const { return length == "l" || length == "ll"; }
};

/// The directives of a format, or failure after an error that 'emitError'
/// begins.
llvm::FailureOr<llvm::SmallVector<PrintfDirective>>
parsePrintfFormat(llvm::StringRef format,
                  llvm::function_ref<mlir::InFlightDiagnostic()> emitError);
} // namespace tile
} // namespace tilery

#endif // TILERY_DIALECT_TILE_IR_PRINTFFORMAT_H

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading of input files, safe on any bytes.

#ifndef TILERY_PIPELINES_LOADMODULE_H
#define TILERY_PIPELINES_LOADMODULE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/LogicalResult.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <string>

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace tilery {
/// Largest input in bytes.
constexpr size_t maxInputBytes = size_t(64) << 20;
/// Deepest nesting of brackets. The parser descends once a level, and overflows
/// the stack at some 20,000.
constexpr unsigned maxNesting = 256;
/// Most binary operators in a row in one affine expression, for which the
/// parser descends too.
constexpr unsigned maxOperators = 1024;
/// Most characters of a name or a number: reading a number takes the square of
/// its digits, a million of them minutes.
constexpr size_t maxWord = 4096;
/// Most dimensions of a shape; the layouts of memrefs take the square of them.
constexpr unsigned maxRank = 256;
/// Most words that an alias may stand for with the aliases in it written out:
/// 40 pairs of pairs have 2^40, and an error message prints them.
constexpr size_t maxAliasWords = size_t(1) << 18;

/// Reads `path` ("-": standard input), also where it never ends, as a device
/// may. Fails, with the reason in `error`, where it cannot be read or has more
/// than `limit` bytes.
std::unique_ptr<llvm::MemoryBuffer> readFile(llvm::StringRef path, size_t limit,
                                             std::string &error);

/// Reads `path` ("-": standard input). Fails, with the reason in `error`, for a
/// file that is missing, empty, larger than `maxInputBytes`, or not text or
/// MLIR bytecode, and for one that `checkInput` refuses. The result is text:
/// bytecode, which MLIR's reader trusts, is read by a child process.
std::unique_ptr<llvm::MemoryBuffer>
readInput(llvm::StringRef path, const mlir::DialectRegistry &registry,
          std::string &error);

/// Whether the parser may read `input`; the reason, with its line, in `error`.
llvm::LogicalResult checkInput(llvm::MemoryBufferRef input, std::string &error);

/// Reads, checks, parses and verifies a module. The file stays in `sources`,
/// which is empty before, so that diagnostics can show its lines; errors go to
/// the context's diagnostic handler. The diagnostics of `sources` are printed
/// to the llvm::raw_ostream that is its diagnostic context, or standard error.
/// Returns null after an error.
mlir::OwningOpRef<mlir::ModuleOp> loadModule(llvm::StringRef path,
                                             llvm::SourceMgr &sources,
                                             mlir::MLIRContext *context);

/// As above, for text or bytecode in memory. `name` stands for the file in
/// locations.
mlir::OwningOpRef<mlir::ModuleOp>
loadModuleFromText(llvm::StringRef text, llvm::StringRef name,
                   llvm::SourceMgr &sources, mlir::MLIRContext *context);
} // namespace tilery

#endif // TILERY_PIPELINES_LOADMODULE_H

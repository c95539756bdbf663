// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What tileryc can do. Each returns the exit status: 0, or 1 after an error.

#ifndef TILERY_TOOLS_TILERYC_COMMANDS_H
#define TILERY_TOOLS_TILERYC_COMMANDS_H

#include "Options.h"

namespace tilery {
/// Compiles a module, and writes the result or times.
int compileFile(const TilerycOptions &options);
/// Judges the TensorMaps of a CSV table, one line each.
int checkMaps(const TilerycOptions &options);
/// Explains the TensorMap that a one-line text describes.
int explainMap(const TilerycOptions &options);
/// Lists diagnostics, rules, opcodes and targets as JSON.
int listCatalogue();
/// Says what the diagnostic of an identifier is about.
int explainError(const TilerycOptions &options);

/// Writes a file, or standard output for "-". Returns 1 after an error.
int writeOutput(llvm::StringRef path, llvm::StringRef content);
/// Writes "error: REASON" to standard error, and returns 1.
int reportError(const std::string &reason);
} // namespace tilery

#endif // TILERY_TOOLS_TILERYC_COMMANDS_H

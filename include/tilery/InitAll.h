// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registration of everything that a tool of the project reads and runs.

#ifndef TILERY_INITALL_H
#define TILERY_INITALL_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace tilery {
/// Adds the project's dialects, the upstream ones that kernels and launchers
/// are written in or become, and the translations to LLVM IR.
void registerAllTilery(mlir::DialectRegistry &registry);

/// Adds the project's passes and pipelines to the process-wide registry that
/// textual pipelines are read with: for programs that have MLIR's own.
/// Idempotent.
void registerTileryPasses();

/// The same with MLIR's general passes (canonicalize, cse, ...). Idempotent.
void registerAllTileryPasses();
} // namespace tilery

#endif // TILERY_INITALL_H

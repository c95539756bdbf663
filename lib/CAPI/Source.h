// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_CAPI_SOURCE_H
#define TILERY_LIB_CAPI_SOURCE_H

#include "Program.h"

#include "tilery/Pipelines/LoadModule.h"

namespace tilery {
namespace capi {

/// The module of a program, read once more: a program keeps no context, whose
/// uniqued attributes would take some 100 KB each.
struct Source {
  explicit Source(const TileryProgram &program)
      : context(createContext()),
        collector(sources, context.get(), diagnostics),
        module(loadModuleFromText(program.source, program.name, sources,
                                  context.get())) {}

  std::unique_ptr<mlir::MLIRContext> context;
  DiagnosticList diagnostics;
  llvm::SourceMgr sources;
  DiagnosticCollector collector;
  /// Null after an error.
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

} // namespace capi
} // namespace tilery

#endif // TILERY_LIB_CAPI_SOURCE_H

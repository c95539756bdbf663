// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text of a module after a stage.

#ifndef TILERY_PIPELINES_EMIT_H
#define TILERY_PIPELINES_EMIT_H

#include "tilery/Pipelines/Compile.h"

#include <optional>

namespace tilery {
enum class EmitKind {
  Tile,
  Core,
  Launch,
  Sim,
  NVVM,
  LLVM,
  PTX,
  Cubin,
  SASS,
  /// NAME.cpp of every launcher (ExportForm::Cpp), device code included.
  Launcher
};

/// "ptx"; nothing for other words.
std::optional<EmitKind> getEmitKind(llvm::StringRef name);

/// `module`, in surface or core form, after the stage: its kernels, or the one
/// of that name. Text, but for cubins. `ptxasLog` gets what ptxas said where it
/// ran; may be null. Fails after an error in the context's diagnostics.
llvm::FailureOr<std::string> emitStage(mlir::ModuleOp module, EmitKind kind,
                                       const CompileOptions &options,
                                       llvm::StringRef kernel = {},
                                       std::string *ptxasLog = nullptr);
} // namespace tilery

#endif // TILERY_PIPELINES_EMIT_H

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From compiled kernels to launchers that can be called.

#ifndef TILERY_PIPELINES_LAUNCHER_H
#define TILERY_PIPELINES_LAUNCHER_H

#include "tilery/Pipelines/Compile.h"
#include "tilery/Target/Jit/JitLauncher.h"

namespace tilery {
/// Puts the device code of the kernels into the module in core form, in the
/// place of the kernels: cubins where there are any, and PTX.
llvm::LogicalResult embedKernels(CompiledModule &compiled);

/// Compiles the launchers of such a module, which is used up. Diagnostics go to
/// the context; the error only says that there were some, or what the JIT said.
llvm::Expected<std::unique_ptr<JitLauncher>>
compileLaunchers(mlir::ModuleOp launchers, StageTimes *times = nullptr);
} // namespace tilery

#endif // TILERY_PIPELINES_LAUNCHER_H

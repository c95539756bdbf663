// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_TOOLS_TILERY_RUN_DESCRIBE_H
#define TILERY_TOOLS_TILERY_RUN_DESCRIBE_H

#include "Operands.h"

#include "tilery/Dialect/Launch/IR/LaunchDialect.h"

#include "mlir/IR/BuiltinOps.h"

namespace tilery {
namespace run {

/// Names and types of a launcher's arguments.
LauncherInfo describeLauncher(launch::FuncOp function);

/// Adds what the kernels that the launcher starts do with its arguments, from a
/// module whose kernels are compiled.
void describeAccess(mlir::ModuleOp module, LauncherInfo &info);

/// What the kernels do through a map of another argument, they do to that one.
void linkMaps(LauncherInfo &info, const Options &options);

} // namespace run
} // namespace tilery

#endif // TILERY_TOOLS_TILERY_RUN_DESCRIBE_H

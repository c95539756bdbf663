// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launchers as C++ source, for applications to carry along: no framework, no
// MLIR and no CUDA toolkit behind it.

#ifndef TILERY_TARGET_CPP_LAUNCHERCPP_H
#define TILERY_TARGET_CPP_LAUNCHERCPP_H

#include "tilery/Launcher/Source.h"

#include "mlir/IR/BuiltinOps.h"

#include <string>
#include <vector>

namespace tilery {

struct LauncherCppOptions {
  /// NAME.h includes cuda.h, and NAME.cpp compares the numbers that it uses
  /// with cuda.h's. Without, streams are `struct CUstream_st *` and maps
  /// `const void *`.
  bool cudaHeader = true;
  /// Export each launcher to tvm-ffi too (`__tvm_ffi_NAME`).
  bool tvmFfi = false;
  /// Where the headers are, seen from NAME.cpp: for its build commands.
  std::string includeFolder = ".";
};

/// NAME.h and NAME.cpp of every launcher of a module, whose kernels are
/// compiled (embedKernels). The module stays as it is. C++17, the same text for
/// the same module. The files include those of launcherHeaders() and are linked
/// with launcherRuntimeSource(). Fails, after an error, on a launcher that has
/// no such form.
mlir::FailureOr<std::vector<SourceFile>>
emitLauncherCpp(mlir::ModuleOp module, const LauncherCppOptions &options);

/// NAME.h alone: what a caller of a launcher's object includes.
mlir::FailureOr<std::vector<SourceFile>>
emitLauncherHeaders(mlir::ModuleOp module, const LauncherCppOptions &options);

} // namespace tilery

#endif // TILERY_TARGET_CPP_LAUNCHERCPP_H

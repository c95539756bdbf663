// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launchers as files to be shipped: C++ text, objects, packages.

#ifndef TILERY_PIPELINES_EXPORT_H
#define TILERY_PIPELINES_EXPORT_H

#include "tilery/Launcher/Source.h"
#include "tilery/Pipelines/Compile.h"
#include "tilery/Target/Object/EmitObject.h"

#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace tilery {

/// The file of the runtime, with `tilery_rt_*`, in every form.
inline constexpr llvm::StringLiteral launcherRuntimeFile = "tilery_runtime.cpp";

enum class ExportForm {
  /// NAME.h and NAME.cpp of each launcher, and tilery_runtime.cpp with its
  /// headers.
  Cpp,
  /// NAME.h and NAME.o of each launcher, and tilery_runtime.cpp, which stands
  /// alone.
  Object,
  /// Of each launcher: include/NAME.h, src/NAME.cpp, lib/libNAME.a,
  /// lib/cmake/NAME for find_package(NAME), and NAME.json.
  Package,
  /// NAME.json of each launcher alone.
  Metadata,
};

/// "launcher-cpp", "launcher-obj", "package", "metadata"; nothing for other
/// words.
std::optional<ExportForm> getExportForm(llvm::StringRef name);

struct ExportOptions {
  ExportForm form = ExportForm::Package;
  /// The files include cuda.h, for its types and to compare its values.
  bool cudaHeader = true;
  /// Export `__tvm_ffi_NAME` too, a function in tvm-ffi's stable C ABI.
  bool tvmFfi = false;
  /// What objects are for; nothing: the processor of this process. A package
  /// holds the runtime as it was compiled with Tilery, for that processor only.
  std::optional<HostArchitecture> host = std::nullopt;
};

/// Compiles a module, in surface or core form, to the files of its launchers,
/// with paths below the output folder. Fails after an error in the context's
/// diagnostics, as when there is no launcher.
llvm::FailureOr<std::vector<SourceFile>>
exportLaunchers(mlir::ModuleOp module, const CompileOptions &options,
                const ExportOptions &exportOptions);

/// Writes files below `folder`, which is made where it is missing. Each appears
/// whole or not at all; one of the same name is replaced. (I07) where the
/// folder cannot be written.
llvm::Error writeFiles(llvm::StringRef folder,
                       llvm::ArrayRef<SourceFile> files);

} // namespace tilery

#endif // TILERY_PIPELINES_EXPORT_H

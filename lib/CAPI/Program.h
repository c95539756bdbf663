// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_CAPI_PROGRAM_H
#define TILERY_LIB_CAPI_PROGRAM_H

#include "Diagnostics.h"

#include "tilery-c/Runtime.h"
#include "tilery/Pipelines/Compile.h"
#include "tilery/Pipelines/Describe.h"
#include "tilery/Runtime/SimDriver.h"
#include "tilery/Target/Jit/JitLauncher.h"

#include <atomic>
#include <cstddef>
#include <deque>
#include <map>
#include <mutex>

namespace tilery {
namespace capi {

/// The C structs of launchers and kernels, and what they point to.
struct ProgramTables {
  std::vector<LauncherInfo> launchers;
  std::vector<CompiledKernel> kernelCode;

  std::vector<TileryEntry> entries;
  std::vector<TileryKernelInfo> kernels;
  std::deque<std::vector<TileryParameter>> parameters;
  std::deque<std::vector<const char *>> symbols;

  /// Fills the C structs from the rest.
  void finish();
};

/// A stage's text, or why there is none.
struct StageText {
  int32_t status = TILERY_OK;
  std::string text;
};

/// Calls `body`; no exception gets out.
template <typename Callable> int32_t guarded(Callable body) noexcept {
  try {
    return body();
  } catch (...) {
    return TILERY_INTERNAL;
  }
}

/// Copies a text to a caller's buffer, cut where it does not fit.
void copyText(llvm::StringRef text, char *buffer, size_t size);

} // namespace capi
} // namespace tilery

struct TileryProgram {
  std::atomic<int32_t> references{1};
  std::string source, name;
  tilery::CompileOptions options; ///< without observer and times
  tilery::capi::DiagnosticList diagnostics;
  tilery::capi::ProgramTables tables;
  std::string times;

  mutable std::mutex stageMutex;
  mutable std::map<std::string, tilery::capi::StageText, std::less<>> stages;

  // The launchers unload their kernels from the simulated devices, so they go
  // first.
  std::shared_ptr<tilery::SimKernels> simKernels;
  mutable std::mutex simMutex;
  mutable std::vector<std::unique_ptr<tilery::runtime::SimDriver>> idleDevices;
  std::unique_ptr<tilery::JitLauncher> jit;
  std::vector<TileryLauncher> launchers;
};

#endif // TILERY_LIB_CAPI_PROGRAM_H

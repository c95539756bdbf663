// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_CAPI_PROGRAM_H
#define TILERY_LIB_CAPI_PROGRAM_H

#include "Diagnostics.h"
#include "Errors.h"
#include "PointerList.h"

#include "tilery-c/Runtime.h"
#include "tilery/Pipelines/Compile.h"
#include "tilery/Pipelines/Describe.h"
#include "tilery/Runtime/SimDriver.h"
#include "tilery/Target/Jit/JitLauncher.h"

#include <atomic>
#include <map>
#include <mutex>

namespace tilery {
namespace capi {

/// The C structs of launchers and kernels, and what they point to.
struct ProgramTables {
  std::vector<LauncherInfo> launchers;
  std::vector<CompiledKernel> kernelCode;

  PointerList<TileryEntry> entries;
  PointerList<TileryKernelInfo> kernels;
  std::deque<PointerList<TileryParameter>> parameters;
  std::deque<std::vector<const char *>> symbols;

  /// Fills the C structs from the rest.
  void finish();
};

/// A stage's text, or why there is none.
struct StageText {
  int32_t status = TILERY_OK;
  std::string text;
};

} // namespace capi
} // namespace tilery

struct TileryProgram {
  std::atomic<int32_t> references{1};
  std::string source, name;
  tilery::CompileOptions options; ///< without observer and times
  tilery::capi::DiagnosticList diagnostics;
  tilery::capi::ProgramTables tables;
  std::string times; ///< JSON
  double kernelsMs = 0, launchersMs = 0;

  mutable std::mutex stageMutex;
  /// By stage and kernel.
  mutable std::map<std::pair<std::string, std::string>, tilery::capi::StageText>
      stages;

  // The launchers unload their kernels from these devices, so they go first.
  std::shared_ptr<tilery::SimKernels> simKernels;
  mutable std::mutex deviceMutex;
  mutable std::vector<std::unique_ptr<tilery::runtime::Driver>> drivers;
  mutable std::vector<std::unique_ptr<tilery::runtime::SimDriver>> idleDevices;
  std::unique_ptr<tilery::JitLauncher> jit;
  std::vector<TileryLauncher> launchers;
};

#endif // TILERY_LIB_CAPI_PROGRAM_H

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The input module, compiled.

#ifndef TILERY_TOOLS_TILERY_RUN_PROGRAM_H
#define TILERY_TOOLS_TILERY_RUN_PROGRAM_H

#include "Handles.h"
#include "Operands.h"

namespace tilery {
namespace run {

/// An error that a diagnostic has already told.
class ReportedError : public llvm::ErrorInfo<ReportedError> {
public:
  static char ID;
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }
};

/// A launcher of a module and the kernels that it starts. Diagnostics of the
/// compiler go to standard error.
class Program {
public:
  /// Reads the module and chooses the launcher; compiles nothing.
  static llvm::Expected<std::unique_ptr<Program>> load(const Options &options);

  /// What kernels become: PTX, which any driver turns into code; a cubin, where
  /// ptxas is found; or code for the simulator.
  enum class Code { Ptx, Cubin, Simulator };
  /// Compiles kernels and launchers.
  llvm::Error compile(const Options &options, Code code);

  /// Milliseconds that compile() spent on each half.
  struct CompileTimes {
    double kernels = 0, launchers = 0;
  };
  const CompileTimes &times() const { return compileTimes; }

  /// Complete after compile().
  const LauncherInfo &info() const { return launcher; }
  Entry entry() const { return {program.get(), index}; }
  /// Unloads the kernels.
  void release() { program.reset(); }

private:
  Program() = default;

  /// After load(), the module as it was read; then, compiled.
  ProgramHandle program;
  size_t index = 0;
  LauncherInfo launcher;
  CompileTimes compileTimes;
};

} // namespace run
} // namespace tilery

#endif // TILERY_TOOLS_TILERY_RUN_PROGRAM_H

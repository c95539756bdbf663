// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The input module, compiled.

#ifndef TILERY_TOOLS_TILERY_RUN_PROGRAM_H
#define TILERY_TOOLS_TILERY_RUN_PROGRAM_H

#include "Operands.h"

#include "tilery/Target/Jit/JitLauncher.h"
#include "tilery/Target/Sim/SimKernels.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

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
/// compiler go to standard error as they arise.
class Program {
public:
  /// Reads the module and chooses the launcher; compiles nothing.
  static llvm::Expected<std::unique_ptr<Program>> load(const Options &options);
  ~Program();

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
  TileryLauncher entry() const { return jit->lookup(launcher.name); }
  /// Unloads the kernels.
  void release() { jit.reset(); }

private:
  Program();
  struct Diagnostics;

  std::unique_ptr<mlir::MLIRContext> context;
  std::unique_ptr<Diagnostics> diagnostics;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  LauncherInfo launcher;
  CompileTimes compileTimes;
  std::shared_ptr<SimKernels> simKernels;
  std::unique_ptr<JitLauncher> jit;
};

} // namespace run
} // namespace tilery

#endif // TILERY_TOOLS_TILERY_RUN_PROGRAM_H

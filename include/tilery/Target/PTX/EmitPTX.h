// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a module in the LLVM and NVVM dialects to PTX, in three steps. All of it
// may run on several threads at once, each with a DeviceModule of its own; the
// same module gives the same bytes on every run.
//
// For processes that use the same LLVM besides: the first module sets LLVM's
// option nvptx-short-ptr and installs LLVM's fatal error handler
// (llvm::install_fatal_error_handler), of which a process has one; a process
// with a handler of its own has to remove it before. Ours turns a fatal error
// inside a step into the failure of that step. On any other thread it returns,
// and LLVM ends the process as it does without a handler, but silently.

#ifndef TILERY_TARGET_PTX_EMITPTX_H
#define TILERY_TARGET_PTX_EMITPTX_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace tilery {
struct PTXOptions {
  /// "sm_90a".
  std::string target;
  /// PTX version, as major * 10 + minor; at least what the target and the forms
  /// in the module need (tile-verify-kernel).
  int32_t ptx = 0;
  /// Path of CUDA's libdevice.10.bc, for kernels that call its functions.
  std::string libdevice = "";
};

/// A module in LLVM IR, in a context of its own.
class DeviceModule {
public:
  DeviceModule(DeviceModule &&) = default;
  ~DeviceModule();

  /// Translates `module` for the target. Errors are reported at the module, a
  /// reference to a symbol without definition among them: nothing that the
  /// driver loads resolves one.
  static llvm::FailureOr<DeviceModule> create(mlir::ModuleOp module,
                                              const PTXOptions &options);

  /// Runs LLVM's pipeline of level 2.
  llvm::LogicalResult optimize();

  /// The IR as text.
  std::string print() const;

  /// Generates PTX; the module is used up.
  llvm::FailureOr<std::string> emitPTX();

private:
  DeviceModule(mlir::Location loc, std::unique_ptr<llvm::LLVMContext> context,
               std::unique_ptr<llvm::Module> module,
               std::unique_ptr<llvm::TargetMachine> machine);

  mlir::Location loc;
  /// Each has to have an entry in the end.
  std::vector<std::string> kernels;
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;
  std::unique_ptr<llvm::TargetMachine> machine;
};
} // namespace tilery

#endif // TILERY_TARGET_PTX_EMITPTX_H

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_CONVERSION_LAUNCHTOLLVM_RUNTIMECALLS_H
#define TILERY_LIB_CONVERSION_LAUNCHTOLLVM_RUNTIMECALLS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace tilery {
namespace launch {

/// Declares the functions of Abi.h that a module calls, and builds the calls.
class RuntimeCalls {
public:
  explicit RuntimeCalls(mlir::ModuleOp module) : module(module) {}

  /// Calls "tilery_rt_" + name; null for a function without result.
  mlir::Value call(mlir::OpBuilder &builder, mlir::Location loc,
                   llvm::StringRef name, mlir::Type result,
                   mlir::ValueRange operands);

private:
  mlir::ModuleOp module;
  llvm::StringMap<mlir::LLVM::LLVMFuncOp> functions;
};

} // namespace launch
} // namespace tilery

#endif // TILERY_LIB_CONVERSION_LAUNCHTOLLVM_RUNTIMECALLS_H

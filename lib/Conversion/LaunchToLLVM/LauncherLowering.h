// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_CONVERSION_LAUNCHTOLLVM_LAUNCHERLOWERING_H
#define TILERY_LIB_CONVERSION_LAUNCHTOLLVM_LAUNCHERLOWERING_H

#include "KernelTables.h"
#include "RuntimeCalls.h"

namespace tilery {
namespace launch {

/// Turns a launch.func into `llvm.func @NAME(ptr) -> i32` of the same name: the
/// launch ops become calls of the runtime, arguments become reads of the call.
/// Arithmetic and control flow stay as they are for the upstream conversions.
mlir::FailureOr<mlir::LLVM::LLVMFuncOp>
lowerLauncher(FuncOp function, const AbiTypes &abi, Tables &tables,
              RuntimeCalls &runtime, llvm::StringMap<KernelTables> &kernels);

} // namespace launch
} // namespace tilery

#endif // TILERY_LIB_CONVERSION_LAUNCHTOLLVM_LAUNCHERLOWERING_H

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_CONVERSION_LAUNCHTOLLVM_CENTRIES_H
#define TILERY_LIB_CONVERSION_LAUNCHTOLLVM_CENTRIES_H

#include "RuntimeCalls.h"
#include "Tables.h"

#include "tilery/Conversion/LaunchToLLVM/CInterface.h"

namespace tilery {
namespace launch {

/// Gives a launcher that has been lowered the functions of its C interface, and
/// makes the launcher itself internal. With `tvmFfi` also `__tvm_ffi_NAME`.
void addCEntries(mlir::LLVM::LLVMFuncOp launcher, const CInterface &interface,
                 const AbiTypes &abi, Tables &tables, RuntimeCalls &runtime,
                 bool tvmFfi);

} // namespace launch
} // namespace tilery

#endif // TILERY_LIB_CONVERSION_LAUNCHTOLLVM_CENTRIES_H

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lowering of launchers to the LLVM dialect.

#ifndef TILERY_CONVERSION_LAUNCHTOLLVM_LAUNCHTOLLVM_H
#define TILERY_CONVERSION_LAUNCHTOLLVM_LAUNCHTOLLVM_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Pass/Pass.h"

namespace tilery {
namespace launch {
#define GEN_PASS_DECL_CONVERTLAUNCHTOLLVM
#include "tilery/Conversion/LaunchToLLVM/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "tilery/Conversion/LaunchToLLVM/Passes.h.inc"
} // namespace launch
} // namespace tilery

#endif // TILERY_CONVERSION_LAUNCHTOLLVM_LAUNCHTOLLVM_H

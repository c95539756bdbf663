// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lowering of kernels to the NVVM and LLVM dialects.

#ifndef TILERY_CONVERSION_TILETONVVM_TILETONVVM_H
#define TILERY_CONVERSION_TILETONVVM_TILETONVVM_H

#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace tilery {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "tilery/Conversion/TileToNVVM/Passes.h.inc"
} // namespace tilery

#endif // TILERY_CONVERSION_TILETONVVM_TILETONVVM_H

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_CONVERSION_LAUNCHTOLLVM_VERIFYLAUNCHER_H
#define TILERY_LIB_CONVERSION_LAUNCHTOLLVM_VERIFYLAUNCHER_H

#include "tilery/Dialect/Launch/IR/LaunchDialect.h"

namespace tilery {
namespace launch {

/// Checks that the lowering can take every operation of a launcher, that its
/// kernels are compiled and that each of its arguments is checked.
mlir::LogicalResult verifyLauncher(FuncOp function, mlir::SymbolTable &symbols);

} // namespace launch
} // namespace tilery

#endif // TILERY_LIB_CONVERSION_LAUNCHTOLLVM_VERIFYLAUNCHER_H

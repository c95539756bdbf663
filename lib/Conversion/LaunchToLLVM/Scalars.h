// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TILERY_LIB_CONVERSION_LAUNCHTOLLVM_SCALARS_H
#define TILERY_LIB_CONVERSION_LAUNCHTOLLVM_SCALARS_H

#include "mlir/IR/Builders.h"

namespace tilery {
namespace launch {

/// Rounds an f64 to f16 or bf16, to nearest even, by integer arithmetic: the
/// x86 instruction set has no such conversion, and LLVM would call a compiler
/// support function that neither the JIT nor a plain C linker has.
mlir::Value convertToHalf(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Value value, mlir::FloatType type);

/// Gives each op in a launcher one result for all operands: sums wrap around,
/// shifts take their amount modulo the width, floats out of an integer's range
/// become its lowest number, and divisions are those of guardDivisions. Flags
/// that promise more (nsw, exact, nneg, fastmath) are dropped.
void defineArithmetic(mlir::Operation *root);

} // namespace launch
} // namespace tilery

#endif // TILERY_LIB_CONVERSION_LAUNCHTOLLVM_SCALARS_H

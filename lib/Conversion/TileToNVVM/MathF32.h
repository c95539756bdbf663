// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of an f32 as sequences of exactly rounded arithmetic and of the
// special function unit's approximations.

#ifndef TILERY_LIB_CONVERSION_TILETONVVM_MATHF32_H
#define TILERY_LIB_CONVERSION_TILETONVVM_MATHF32_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Value.h"

namespace tilery {
/// Bases of logarithms.
enum class LogBase { E, Two, Ten };

/// An approximation of the special function unit: an intrinsic such as
/// "llvm.nvvm.lg2.approx.f".
mlir::Value buildF32Intrinsic(mlir::OpBuilder &builder, mlir::Location loc,
                              llvm::StringRef name, mlir::Value x);

/// ex2.approx.f32: relative error 2^-22 (PTX ISA, ex2).
mlir::Value buildExp2(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value x);
/// Relative error 2^-21.
mlir::Value buildExp(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value x);
/// Relative error 2^-21.
mlir::Value buildTanh(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value x);
/// Error of 1 unit in the last place for base e, 2 for base 2, 3 for base 10.
mlir::Value buildLog(mlir::OpBuilder &builder, mlir::Location loc, LogBase base,
                     mlir::Value x);

/// By one instruction, for `afn`: exp's error grows with |x|; log's is 2^-22,
/// absolute between 0.5 and 2 and relative outside (PTX ISA, lg2).
mlir::Value buildApproximateExp(mlir::OpBuilder &builder, mlir::Location loc,
                                mlir::Value x);
mlir::Value buildApproximateLog(mlir::OpBuilder &builder, mlir::Location loc,
                                LogBase base, mlir::Value x);
} // namespace tilery

#endif // TILERY_LIB_CONVERSION_TILETONVVM_MATHF32_H

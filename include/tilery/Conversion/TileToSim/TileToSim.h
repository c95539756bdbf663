// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lowering of kernels to the LLVM dialect, for the simulator.

#ifndef TILERY_CONVERSION_TILETOSIM_TILETOSIM_H
#define TILERY_CONVERSION_TILETOSIM_TILETOSIM_H

#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace tilery {
/// The function attribute that holds what the simulator has to know of a
/// kernel: a dictionary of
///
///   name     string
///   flags    i64: TILERY_SIM_READS_REDUCED, TILERY_SIM_GRID_SYNC
///   block, cluster   array<i32>, three extents each
///   shared   i64: bytes of shared memory
///   buffers  [[name, offset, bytes, flags], ...]
///   params   [[kind, size, name], ...]
///   sites    [[file, line, column, op, operand, buffer, param, flags], ...]
constexpr llvm::StringLiteral simKernelAttrName = "tilery.sim_kernel";

/// What the name of a lowered kernel begins with.
constexpr llvm::StringLiteral simKernelPrefix = "sim_";

/// What the names of the numeric functions that lowered kernels call begin
/// with: tilery_sim_math_expf takes and gives an f32, tilery_sim_math_exp an
/// f64.
constexpr llvm::StringLiteral simMathPrefix = "tilery_sim_math_";

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "tilery/Conversion/TileToSim/Passes.h.inc"
} // namespace tilery

#endif // TILERY_CONVERSION_TILETOSIM_TILETOSIM_H

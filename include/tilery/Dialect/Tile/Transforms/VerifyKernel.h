// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel may hold, and which PTX version it needs. The NVPTX backend
// aborts the process on what it cannot select: nothing that these functions let
// through may come to that.

#ifndef TILERY_DIALECT_TILE_TRANSFORMS_VERIFYKERNEL_H
#define TILERY_DIALECT_TILE_TRANSFORMS_VERIFYKERNEL_H

#include "tilery/Dialect/Tile/IR/TileOps.h"
#include "tilery/TensorMap/Targets.h"

namespace tilery {
namespace tile {
/// Highest PTX version, as major * 10 + minor, that LLVM 22.1 writes.
constexpr int32_t maxLLVMPtx = 90;

/// The lowest PTX version, as major * 10 + minor, that has the target and all
/// forms in `kernel`; forms that the target has in no version do not count.
int32_t getLowestPTX(KernelOp kernel, const tensormap::Target &target);

/// Checks the form of every op of `kernel` against the target table. `ptx` is
/// the PTX version asked for, or 0 for the lowest. Reports every form that the
/// target or the version lacks, and warns once of each that ptxas advises
/// against on the target.
llvm::LogicalResult verifyKernelTarget(KernelOp kernel,
                                       const tensormap::Target &target,
                                       int32_t ptx);

/// Checks that the lowering knows every op and type of `kernel`, in core form.
/// Reports each that it does not. `libdevice` says whether CUDA's device
/// library is at hand.
llvm::LogicalResult verifyKernelBody(KernelOp kernel, bool libdevice);

/// Compares the bytes that barriers are told to expect with those that loads
/// deliver, wherever all of both is in sight: constant, on one barrier of a
/// kernel without a cluster, and under the same conditions. Reports each
/// barrier whose phase cannot complete.
llvm::LogicalResult verifyBarrierBytes(KernelOp kernel);

/// The function of CUDA's device library that `op` becomes, such as "sin" for
/// __nv_sin and __nv_sinf, or "" for an op that the hardware computes.
llvm::StringRef getLibdeviceFunction(mlir::Operation *op);

/// Whether some op of the kernel becomes such a function.
bool needsLibdevice(KernelOp kernel);

/// The C library's function of an op that becomes one of CUDA's device library,
/// if only in f64; "" for other ops.
llvm::StringRef getMathFunction(mlir::Operation *op);

/// The target of that name, or failure after an error at `loc` that lists the
/// nearest ones.
llvm::FailureOr<const tensormap::Target *> lookupTarget(mlir::Location loc,
                                                        llvm::StringRef name);
} // namespace tile
} // namespace tilery

#endif // TILERY_DIALECT_TILE_TRANSFORMS_VERIFYKERNEL_H

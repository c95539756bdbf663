// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The patterns of the kernel lowering, one function a hardware unit.

#ifndef TILERY_LIB_CONVERSION_TILETONVVM_PATTERNS_H
#define TILERY_LIB_CONVERSION_TILETONVVM_PATTERNS_H

#include "tilery/Conversion/KernelToLLVM/KernelPatterns.h"

namespace tilery {
/// LLVM address spaces of the NVPTX backend.
enum AddressSpace : unsigned { Global = 1, Shared = 3, SharedCluster = 7 };

/// The shared-memory array of each kernel, by the kernel's name.
using SharedArrays = llvm::DenseMap<mlir::StringAttr, mlir::LLVM::GlobalOp>;

/// Declares `@KERNEL_shared`, of the size and alignment that the planner chose,
/// where the kernel has shared buffers.
void declareSharedArray(tile::KernelOp kernel, SharedArrays &arrays);

void populateKernelPatterns(const KernelTypeConverter &converter,
                            const SharedArrays &arrays,
                            mlir::RewritePatternSet &patterns);
void populateSharedMemoryPatterns(const KernelTypeConverter &converter,
                                  const SharedArrays &arrays,
                                  mlir::RewritePatternSet &patterns);
void populateIdPatterns(const KernelTypeConverter &converter,
                        mlir::RewritePatternSet &patterns);
void populateMBarrierPatterns(const KernelTypeConverter &converter,
                              mlir::RewritePatternSet &patterns);
void populateFencePatterns(const KernelTypeConverter &converter,
                           mlir::RewritePatternSet &patterns);
void populateClusterPatterns(const KernelTypeConverter &converter,
                             mlir::RewritePatternSet &patterns);
void populateDebugPatterns(const KernelTypeConverter &converter,
                           mlir::RewritePatternSet &patterns);
void populateGridSyncPatterns(const KernelTypeConverter &converter,
                              mlir::RewritePatternSet &patterns);
void populateTmaPatterns(const KernelTypeConverter &converter,
                         mlir::RewritePatternSet &patterns);
void populateBulkPatterns(const KernelTypeConverter &converter,
                          mlir::RewritePatternSet &patterns);
void populateBulkCopyPatterns(const KernelTypeConverter &converter,
                              mlir::RewritePatternSet &patterns);
void populateMathApproxPatterns(const KernelTypeConverter &converter,
                                mlir::RewritePatternSet &patterns);

/// The thread's linear index in its block, x fastest, as i32.
mlir::Value createLinearThreadId(mlir::OpBuilder &builder, mlir::Operation *op);

/// The address of the block's own shared memory in the cluster's window, of
/// which it is a part (PTX ISA, state spaces). An addrspacecast would go
/// through the generic address.
mlir::Value toClusterWindow(mlir::OpBuilder &builder, mlir::Location loc,
                            mlir::Value address);
} // namespace tilery

#endif // TILERY_LIB_CONVERSION_TILETONVVM_PATTERNS_H

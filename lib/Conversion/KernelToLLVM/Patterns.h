// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pieces of the common patterns, one function a file.

#ifndef TILERY_LIB_CONVERSION_KERNELTOLLVM_PATTERNS_H
#define TILERY_LIB_CONVERSION_KERNELTOLLVM_PATTERNS_H

#include "tilery/Conversion/KernelToLLVM/KernelPatterns.h"

namespace tilery {
/// Splits the blocks of a kernel's body into pieces of a bounded number of
/// operations.
void splitLongBlocks(mlir::RewriterBase &rewriter, mlir::LLVM::LLVMFuncOp func);

void populateKernelPatterns(const KernelTypeConverter &converter,
                            mlir::RewritePatternSet &patterns);
void populateSharedMemoryPatterns(const KernelTypeConverter &converter,
                                  mlir::RewritePatternSet &patterns);
void populateMemRefPatterns(const KernelTypeConverter &converter,
                            mlir::RewritePatternSet &patterns, AccessHook hook);
void populateMemRefViewPatterns(const KernelTypeConverter &converter,
                                mlir::RewritePatternSet &patterns);
void populateVectorPatterns(const KernelTypeConverter &converter,
                            mlir::RewritePatternSet &patterns);
void populateMathPatterns(const KernelTypeConverter &converter,
                          mlir::RewritePatternSet &patterns);
void populateIndexSwitchPatterns(mlir::RewritePatternSet &patterns);
} // namespace tilery

#endif // TILERY_LIB_CONVERSION_KERNELTOLLVM_PATTERNS_H

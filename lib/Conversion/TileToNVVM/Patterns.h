// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The patterns of the kernel lowering, one function a hardware unit.

#ifndef TILERY_LIB_CONVERSION_TILETONVVM_PATTERNS_H
#define TILERY_LIB_CONVERSION_TILETONVVM_PATTERNS_H

#include "tilery/Dialect/Tile/IR/TileOps.h"

#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace tilery {
/// Types of a kernel, as LLVM has them.
class KernelTypeConverter : public mlir::LLVMTypeConverter {
public:
  explicit KernelTypeConverter(mlir::MLIRContext *context);
};

/// The shared-memory array of each kernel, by the kernel's name.
using SharedArrays = llvm::DenseMap<mlir::StringAttr, mlir::LLVM::GlobalOp>;

/// Declares `@KERNEL_shared`, of the size and alignment that the planner chose,
/// where the kernel has shared buffers.
void declareSharedArray(tile::KernelOp kernel, SharedArrays &arrays);

/// Bytes that a swizzle moves as one (PTX ISA, swizzling modes).
constexpr int64_t swizzleUnitBytes = 16;

/// Cuts vector accesses of swizzled buffers into pieces that lie within such a
/// unit, as far as the definitions of their indices show, and states their
/// alignment.
void splitSwizzledVectors(tile::KernelOp kernel);

/// Splits a block into pieces of a bounded number of operations, so that the
/// time of the conversion stays linear.
void splitLongBlock(mlir::RewriterBase &rewriter, mlir::Block *block);

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
void populateMemRefPatterns(const KernelTypeConverter &converter,
                            mlir::RewritePatternSet &patterns);
void populateMemRefViewPatterns(const KernelTypeConverter &converter,
                                mlir::RewritePatternSet &patterns);
void populateVectorPatterns(const KernelTypeConverter &converter,
                            mlir::RewritePatternSet &patterns);
void populateIndexSwitchPatterns(mlir::RewritePatternSet &patterns);
void populateMathApproxPatterns(const KernelTypeConverter &converter,
                                mlir::RewritePatternSet &patterns);
void populateMathLibdevicePatterns(const KernelTypeConverter &converter,
                                   mlir::RewritePatternSet &patterns);
void populateMathPatterns(const KernelTypeConverter &converter,
                          mlir::RewritePatternSet &patterns);

/// The thread's linear index in its block, x fastest, as i32.
mlir::Value createLinearThreadId(mlir::OpBuilder &builder, mlir::Operation *op);

/// The address of the block's own shared memory in the cluster's window, of
/// which it is a part (PTX ISA, state spaces). An addrspacecast would go
/// through the generic address.
mlir::Value toClusterWindow(mlir::OpBuilder &builder, mlir::Location loc,
                            mlir::Value address);

/// Blocks of a cluster of the lowered kernel around 'op', 1 without one.
int64_t getNumClusterBlocks(mlir::Operation *op);

/// An operand, or the literal that stands in its place, as i32.
mlir::Value getI32(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::Value value, std::optional<uint32_t> constant);

/// An i32 or i64 constant.
mlir::Value createI32(mlir::OpBuilder &builder, mlir::Location loc,
                      int32_t value);
mlir::Value createI64(mlir::OpBuilder &builder, mlir::Location loc,
                      int64_t value);
} // namespace tilery

#endif // TILERY_LIB_CONVERSION_TILETONVVM_PATTERNS_H

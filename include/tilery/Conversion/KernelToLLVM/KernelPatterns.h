// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the lowerings of kernels to LLVM have in common, whichever machine runs
// them: types, memrefs, vectors, numbers, texts.

#ifndef TILERY_CONVERSION_KERNELTOLLVM_KERNELPATTERNS_H
#define TILERY_CONVERSION_KERNELTOLLVM_KERNELPATTERNS_H

#include "tilery/Dialect/Tile/IR/KernelABI.h"
#include "tilery/Dialect/Tile/IR/TileOps.h"

#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include <functional>

namespace tilery {
/// Most bytes of shared memory that a kernel may declare (CUDA programming
/// guide, shared memory on compute capability 9.0): beyond, they are given at
/// the launch.
constexpr int64_t maxStaticSharedBytes = 48 * 1024;

/// The LLVM address space of each memory.
struct AddressSpaces {
  unsigned global = 0;
  unsigned shared = 0;
  unsigned sharedCluster = 0;
};

/// Types of a kernel, as LLVM has them.
class KernelTypeConverter : public mlir::LLVMTypeConverter {
public:
  KernelTypeConverter(mlir::MLIRContext *context, AddressSpaces spaces);
};

//===----------------------------------------------------------------------===//
// Before the conversion
//===----------------------------------------------------------------------===//

/// Bytes that a swizzle moves as one (PTX ISA, swizzling modes).
constexpr int64_t swizzleUnitBytes = 16;

/// Cuts vector accesses of swizzled buffers into pieces that lie within such a
/// unit, as far as the definitions of their indices show, and states their
/// alignment.
void splitSwizzledVectors(tile::KernelOp kernel);

/// Makes the integer divisions in `root`, which trap on some processors,
/// defined: by zero they give zero, and the least number by -1 gives itself.
void guardDivisions(mlir::Operation *root);

/// Splits the blocks of a kernel's body into pieces of a bounded number of
/// operations, so that the time of the conversion stays linear.
void splitLongBlocks(mlir::RewriterBase &rewriter, mlir::LLVM::LLVMFuncOp func);

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

/// Told of each plain access before it: its op, what memory it accesses, the
/// lowered address, its bytes, and the alignment that it relies on.
using AccessHook = std::function<void(
    mlir::ConversionPatternRewriter &rewriter, mlir::Operation *op,
    mlir::MemRefType type, mlir::Value address, int64_t bytes,
    unsigned alignment, bool isWrite)>;

void populateMemRefPatterns(const KernelTypeConverter &converter,
                            mlir::RewritePatternSet &patterns,
                            AccessHook hook = {});
void populateMemRefViewPatterns(const KernelTypeConverter &converter,
                                mlir::RewritePatternSet &patterns);
void populateVectorPatterns(const KernelTypeConverter &converter,
                            mlir::RewritePatternSet &patterns);
void populateIndexSwitchPatterns(mlir::RewritePatternSet &patterns);
void populateMathPatterns(const KernelTypeConverter &converter,
                          mlir::RewritePatternSet &patterns);

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

/// The lowered value of each kernel argument, made of its parameters' values.
llvm::SmallVector<mlir::Value>
buildKernelArguments(mlir::OpBuilder &builder, mlir::Location loc,
                     llvm::ArrayRef<mlir::Type> arguments,
                     llvm::ArrayRef<tile::KernelParameter> parameters,
                     mlir::ValueRange values);

/// Three extents, 1 where none is given.
llvm::SmallVector<int32_t> getThreeExtents(llvm::ArrayRef<int32_t> extents);

/// An operand, or the literal that stands in its place, as i32.
mlir::Value getI32(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::Value value, std::optional<uint32_t> constant);

/// An i32 or i64 constant.
mlir::Value createI32(mlir::OpBuilder &builder, mlir::Location loc,
                      int32_t value);
mlir::Value createI64(mlir::OpBuilder &builder, mlir::Location loc,
                      int64_t value);

/// Calls `build` on each element of the operands, which are scalars or vectors
/// of one type, and puts the results together.
mlir::Value
buildElementwise(mlir::OpBuilder &builder, mlir::Location loc,
                 mlir::ValueRange operands,
                 llvm::function_ref<mlir::Value(mlir::ValueRange)> build);

/// The file and line that a location names first; null without.
mlir::FileLineColLoc findLine(mlir::Location loc);

/// The function of that type, declared once a module.
mlir::LLVM::LLVMFuncOp
declareFunction(mlir::ConversionPatternRewriter &rewriter, mlir::Operation *op,
                llvm::StringRef name, mlir::Type result,
                llvm::ArrayRef<mlir::Type> inputs);

/// Generic address of a constant text, NUL at its end, which lies in `space`.
mlir::Value createText(mlir::ConversionPatternRewriter &rewriter,
                       mlir::Operation *op, llvm::StringRef text,
                       unsigned space);

/// The arguments of a printf in a row, promoted as those of a variadic C
/// function and each aligned to its size.
struct PrintfArguments {
  mlir::Value address; ///< generic; null pointer without arguments
  int64_t bytes = 0;
};
llvm::FailureOr<PrintfArguments>
createPrintfArguments(mlir::ConversionPatternRewriter &rewriter,
                      tile::PrintfOp op, mlir::ValueRange values);
} // namespace tilery

#endif // TILERY_CONVERSION_KERNELTOLLVM_KERNELPATTERNS_H

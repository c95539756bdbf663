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

constexpr int64_t warpSize = 32;

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

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

/// Told of each plain access before it: its op, what memory it accesses, the
/// lowered address, its bytes, and the alignment that it relies on.
using AccessHook = std::function<void(
    mlir::ConversionPatternRewriter &rewriter, mlir::Operation *op,
    mlir::MemRefType type, mlir::Value address, int64_t bytes,
    unsigned alignment, bool isWrite)>;

/// What every machine's lowering has: memrefs, vectors, math that is exactly
/// rounded, views of shared memory, and the dialects that MLIR itself lowers.
void populateCommonPatterns(const KernelTypeConverter &converter,
                            mlir::RewritePatternSet &patterns,
                            AccessHook hook = {});

/// Ids that a thread reads, each a triple.
enum class ThreadId {
  Thread,
  Block,
  Grid,
  Cluster,
  ClusterGrid,
  BlockInCluster
};

/// Who a thread is: what the kernel around `op` is compiled for, and how it
/// reads the rest. Values are i64.
struct KernelIds {
  std::function<llvm::SmallVector<int32_t>(mlir::Operation *op)> getBlock;
  std::function<llvm::SmallVector<int32_t>(mlir::Operation *op)> getCluster;
  std::function<mlir::Value(mlir::OpBuilder &builder, mlir::Operation *op,
                            ThreadId id, unsigned dim)>
      read;
  std::function<mlir::Value(mlir::OpBuilder &builder, mlir::Operation *op)>
      readClusterRank;
};

/// Ids, extents and counts of threads, blocks, clusters and warps; what the
/// kernel is compiled for is constant. Not the lane and the warp's index.
void populateIdPatterns(const KernelTypeConverter &converter,
                        const KernelIds &ids,
                        mlir::RewritePatternSet &patterns);

/// Math functions as functions of a library, on f64, and on f32 with an "f"
/// behind the name; f16 and bf16 go through f32. `getFunction` gives an op's
/// function without `prefix`, or "" for an op that has none.
void populateMathFunctionPatterns(
    const KernelTypeConverter &converter, llvm::StringRef prefix,
    llvm::StringRef (*getFunction)(mlir::Operation *op),
    mlir::RewritePatternSet &patterns);

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

/// Moves the body of `kernel` behind what stands in the entry of `function`, in
/// blocks of a bounded number of operations, so that the time of the conversion
/// stays linear; erases `kernel`. Its arguments are made of the values of its
/// parameters.
void moveKernelBody(mlir::ConversionPatternRewriter &rewriter,
                    tile::KernelOp kernel, mlir::LLVM::LLVMFuncOp function,
                    llvm::ArrayRef<tile::KernelParameter> parameters,
                    mlir::ValueRange values);

/// Ends the block before `op` in a branch to what follows where `condition`
/// holds, and to a new block otherwise, in which `fill` puts what does not
/// return.
void branchUnless(mlir::ConversionPatternRewriter &rewriter,
                  mlir::Operation *op,
                  llvm::function_ref<mlir::Value()> condition,
                  llvm::function_ref<void()> fill);

/// Coordinates are 32-bit: for an index that does not fit, `fill` ends the
/// kernel. Where LLVM knows the range, the test folds.
void replaceCoord(mlir::ConversionPatternRewriter &rewriter, tile::CoordOp op,
                  mlir::Value index, llvm::function_ref<void()> fill);

/// Replaces `op` by what it is of, moved to the rank's block by `map`, which
/// takes an address and the rank as i32.
void replaceMapa(
    mlir::ConversionPatternRewriter &rewriter, tile::MapaOp op,
    tile::MapaOp::Adaptor adaptor,
    llvm::function_ref<mlir::Value(mlir::Value address, mlir::Value rank)> map);

/// The address `bytes` behind another, in the same object.
mlir::Value advance(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Value address, int64_t bytes);

/// Three extents, 1 where none is given.
llvm::SmallVector<int32_t> getThreeExtents(llvm::ArrayRef<int32_t> extents);

/// An index, zero-extended from `value`.
mlir::Value extendIndex(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value value);

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

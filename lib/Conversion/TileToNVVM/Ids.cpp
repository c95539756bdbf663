// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who the thread is: special registers, the warp's index, election.

#include "Patterns.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace tilery;

namespace {
constexpr int64_t warpSize = 32;
constexpr int32_t allLanes = -1;

/// Largest extents of a grid (CUDA programming guide, technical
/// specifications).
constexpr int64_t maxGrid[] = {2147483647, 65535, 65535};

/// Extents of the kernel around 'op', which its lowering keeps as attributes.
int64_t getKernelExtent(Operation *op, StringRef name, unsigned dim) {
  auto func = op->getParentOfType<LLVM::LLVMFuncOp>();
  auto extents =
      func ? func->getAttrOfType<DenseI32ArrayAttr>(name) : DenseI32ArrayAttr();
  return extents ? extents[dim] : 1;
}
int64_t getBlockExtent(Operation *op, unsigned dim) {
  return getKernelExtent(op, NVVM::NVVMDialect::getReqntidAttrName(), dim);
}
int64_t getClusterExtent(Operation *op, unsigned dim) {
  return getKernelExtent(op, NVVM::NVVMDialect::getClusterDimAttrName(), dim);
}

/// A special register of 'dim', as i32, whose value is in [lower, upper).
template <typename X, typename Y, typename Z>
Value readRegister(OpBuilder &b, Location loc, unsigned dim, int64_t lower,
                   int64_t upper) {
  Type i32 = b.getI32Type();
  auto range = LLVM::ConstantRangeAttr::get(b.getContext(), 32, lower, upper);
  switch (dim) {
  case 0:
    return X::create(b, loc, i32, range);
  case 1:
    return Y::create(b, loc, i32, range);
  default:
    return Z::create(b, loc, i32, range);
  }
}

Value createThreadId(OpBuilder &b, Operation *op, unsigned dim) {
  int64_t extent = getBlockExtent(op, dim);
  if (extent == 1)
    return createI32(b, op->getLoc(), 0);
  return readRegister<NVVM::ThreadIdXOp, NVVM::ThreadIdYOp, NVVM::ThreadIdZOp>(
      b, op->getLoc(), dim, 0, extent);
}
Value createBlockId(OpBuilder &b, Operation *op, unsigned dim) {
  return readRegister<NVVM::BlockIdXOp, NVVM::BlockIdYOp, NVVM::BlockIdZOp>(
      b, op->getLoc(), dim, 0, maxGrid[dim]);
}

} // namespace

Value tilery::createLinearThreadId(OpBuilder &b, Operation *op) {
  Location loc = op->getLoc();
  Value linear = createThreadId(b, op, 0);
  int64_t pitch = 1;
  for (unsigned dim = 1; dim < 3; ++dim) {
    pitch *= getBlockExtent(op, dim - 1);
    if (getBlockExtent(op, dim) == 1)
      continue;
    Value id = createThreadId(b, op, dim);
    Value scaled = LLVM::MulOp::create(b, loc, id, createI32(b, loc, pitch),
                                       LLVM::IntegerOverflowFlags::nuw);
    linear = LLVM::AddOp::create(b, loc, linear, scaled,
                                 LLVM::IntegerOverflowFlags::nuw);
  }
  return linear;
}

int64_t tilery::getNumClusterBlocks(Operation *op) {
  return getClusterExtent(op, 0) * getClusterExtent(op, 1) *
         getClusterExtent(op, 2);
}

namespace {
Value createWarpId(OpBuilder &b, Operation *op) {
  return LLVM::LShrOp::create(
      b, op->getLoc(), createLinearThreadId(b, op),
      createI32(b, op->getLoc(), llvm::Log2_64(warpSize)));
}

int64_t getNumThreads(Operation *op) {
  return getBlockExtent(op, 0) * getBlockExtent(op, 1) * getBlockExtent(op, 2);
}

Value extendIndex(OpBuilder &b, Location loc, Value value) {
  return LLVM::ZExtOp::create(b, loc, b.getI64Type(), value);
}

/// What each id op reads, as i32; as i64 where that could be too narrow.
Value createValue(OpBuilder &b, gpu::ThreadIdOp op, unsigned dim) {
  return createThreadId(b, op, dim);
}
Value createValue(OpBuilder &b, gpu::BlockIdOp op, unsigned dim) {
  return createBlockId(b, op, dim);
}
Value createValue(OpBuilder &b, gpu::BlockDimOp op, unsigned dim) {
  return createI32(b, op.getLoc(), getBlockExtent(op, dim));
}
Value createValue(OpBuilder &b, gpu::GridDimOp op, unsigned dim) {
  return readRegister<NVVM::GridDimXOp, NVVM::GridDimYOp, NVVM::GridDimZOp>(
      b, op.getLoc(), dim, 1, maxGrid[dim] + 1);
}
Value createValue(OpBuilder &b, gpu::GlobalIdOp op, unsigned dim) {
  // A grid of 2^31 - 1 blocks has more threads than 32 bits count.
  Location loc = op.getLoc();
  auto noWrap =
      LLVM::IntegerOverflowFlags::nsw | LLVM::IntegerOverflowFlags::nuw;
  Value block = LLVM::MulOp::create(
      b, loc, extendIndex(b, loc, createBlockId(b, op, dim)),
      createI64(b, loc, getBlockExtent(op, dim)), noWrap);
  Value thread = extendIndex(b, loc, createThreadId(b, op, dim));
  return LLVM::AddOp::create(b, loc, block, thread, noWrap);
}
Value createValue(OpBuilder &b, gpu::ClusterIdOp op, unsigned dim) {
  return readRegister<NVVM::ClusterIdXOp, NVVM::ClusterIdYOp,
                      NVVM::ClusterIdZOp>(b, op.getLoc(), dim, 0, maxGrid[dim]);
}
Value createValue(OpBuilder &b, gpu::ClusterDimOp op, unsigned dim) {
  return readRegister<NVVM::ClusterDimXOp, NVVM::ClusterDimYOp,
                      NVVM::ClusterDimZOp>(b, op.getLoc(), dim, 1,
                                           maxGrid[dim] + 1);
}
Value createValue(OpBuilder &b, gpu::ClusterBlockIdOp op, unsigned dim) {
  int64_t extent = getClusterExtent(op, dim);
  if (extent == 1)
    return createI32(b, op.getLoc(), 0);
  return readRegister<NVVM::BlockInClusterIdXOp, NVVM::BlockInClusterIdYOp,
                      NVVM::BlockInClusterIdZOp>(b, op.getLoc(), dim, 0,
                                                 extent);
}
Value createValue(OpBuilder &b, gpu::ClusterDimBlocksOp op, unsigned dim) {
  return createI32(b, op.getLoc(), getClusterExtent(op, dim));
}

template <typename OpTy>
struct DimensionLowering : ConvertOpToLLVMPattern<OpTy> {
  using ConvertOpToLLVMPattern<OpTy>::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value value =
        createValue(rewriter, op, static_cast<unsigned>(op.getDimension()));
    if (value.getType() != rewriter.getI64Type())
      value = extendIndex(rewriter, op.getLoc(), value);
    rewriter.replaceOp(op, value);
    return success();
  }
};

struct LaneIdLowering : ConvertOpToLLVMPattern<gpu::LaneIdOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(gpu::LaneIdOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto range =
        LLVM::ConstantRangeAttr::get(rewriter.getContext(), 32, 0, warpSize);
    Value lane = NVVM::LaneIdOp::create(rewriter, op.getLoc(),
                                        rewriter.getI32Type(), range);
    rewriter.replaceOp(op, extendIndex(rewriter, op.getLoc(), lane));
    return success();
  }
};

/// Constants of the kernel.
template <typename OpTy> struct CountLowering : ConvertOpToLLVMPattern<OpTy> {
  using ConvertOpToLLVMPattern<OpTy>::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    int64_t count = warpSize;
    if constexpr (std::is_same_v<OpTy, gpu::NumSubgroupsOp>)
      count = llvm::divideCeil(getNumThreads(op), warpSize);
    rewriter.replaceOp(op, createI64(rewriter, op.getLoc(), count));
    return success();
  }
};

struct SubgroupIdLowering : ConvertOpToLLVMPattern<gpu::SubgroupIdOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(gpu::SubgroupIdOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value warp = createWarpId(rewriter, op);
    rewriter.replaceOp(op, extendIndex(rewriter, loc, warp));
    return success();
  }
};

struct WarpIdLowering : ConvertOpToLLVMPattern<tile::WarpIdOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::WarpIdOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type i32 = rewriter.getI32Type();
    if (getNumThreads(op) <= warpSize) {
      rewriter.replaceOp(op, createI64(rewriter, loc, 0));
      return success();
    }
    Value warp = createWarpId(rewriter, op);
    // From lane 0, so that ptxas sees that the value is uniform.
    Value uniform = NVVM::ShflOp::create(
        rewriter, loc, i32, createI32(rewriter, loc, allLanes), warp,
        createI32(rewriter, loc, 0), createI32(rewriter, loc, warpSize - 1),
        NVVM::ShflKind::idx, UnitAttr());
    rewriter.replaceOp(op, extendIndex(rewriter, loc, uniform));
    return success();
  }
};

struct ElectLowering : ConvertOpToLLVMPattern<tile::ElectOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::ElectOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::ElectSyncOp>(op, rewriter.getI1Type(),
                                                   Value());
    return success();
  }
};
} // namespace

void tilery::populateIdPatterns(const KernelTypeConverter &converter,
                                RewritePatternSet &patterns) {
  patterns.add<
      DimensionLowering<gpu::ThreadIdOp>, DimensionLowering<gpu::BlockIdOp>,
      DimensionLowering<gpu::BlockDimOp>, DimensionLowering<gpu::GridDimOp>,
      DimensionLowering<gpu::GlobalIdOp>, DimensionLowering<gpu::ClusterIdOp>,
      DimensionLowering<gpu::ClusterDimOp>,
      DimensionLowering<gpu::ClusterBlockIdOp>,
      DimensionLowering<gpu::ClusterDimBlocksOp>, LaneIdLowering,
      CountLowering<gpu::SubgroupSizeOp>, CountLowering<gpu::NumSubgroupsOp>,
      SubgroupIdLowering, WarpIdLowering, ElectLowering>(converter);
}

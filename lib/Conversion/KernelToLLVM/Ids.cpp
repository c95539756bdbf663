// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who the thread is.

#include "tilery/Conversion/KernelToLLVM/KernelPatterns.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;
using namespace tilery;

namespace {
template <typename OpTy> struct IdPattern : ConvertOpToLLVMPattern<OpTy> {
  IdPattern(const KernelTypeConverter &converter, const KernelIds &ids)
      : ConvertOpToLLVMPattern<OpTy>(converter), ids(ids) {}
  KernelIds ids;
};

int64_t getProduct(ArrayRef<int32_t> extents) {
  int64_t product = 1;
  for (int32_t extent : extents)
    product *= extent;
  return product;
}

/// An id below `extent`.
Value readBelow(OpBuilder &b, Operation *op, const KernelIds &ids, ThreadId id,
                unsigned dim, int32_t extent) {
  return extent == 1 ? createI64(b, op->getLoc(), 0) : ids.read(b, op, id, dim);
}
Value readThreadId(OpBuilder &b, Operation *op, const KernelIds &ids,
                   unsigned dim) {
  return readBelow(b, op, ids, ThreadId::Thread, dim, ids.getBlock(op)[dim]);
}

/// What each op of a dimension reads.
Value createValue(OpBuilder &b, gpu::ThreadIdOp op, const KernelIds &ids,
                  unsigned dim) {
  return readThreadId(b, op, ids, dim);
}
Value createValue(OpBuilder &b, gpu::BlockIdOp op, const KernelIds &ids,
                  unsigned dim) {
  return ids.read(b, op, ThreadId::Block, dim);
}
Value createValue(OpBuilder &b, gpu::BlockDimOp op, const KernelIds &ids,
                  unsigned dim) {
  return createI64(b, op.getLoc(), ids.getBlock(op)[dim]);
}
Value createValue(OpBuilder &b, gpu::GridDimOp op, const KernelIds &ids,
                  unsigned dim) {
  return ids.read(b, op, ThreadId::Grid, dim);
}
Value createValue(OpBuilder &b, gpu::GlobalIdOp op, const KernelIds &ids,
                  unsigned dim) {
  // A grid of 2^31 - 1 blocks has more threads than 32 bits count.
  Location loc = op.getLoc();
  auto noWrap =
      LLVM::IntegerOverflowFlags::nsw | LLVM::IntegerOverflowFlags::nuw;
  Value block = ids.read(b, op, ThreadId::Block, dim);
  Value first = LLVM::MulOp::create(
      b, loc, block, createI64(b, loc, ids.getBlock(op)[dim]), noWrap);
  return LLVM::AddOp::create(b, loc, first, readThreadId(b, op, ids, dim),
                             noWrap);
}
Value createValue(OpBuilder &b, gpu::ClusterIdOp op, const KernelIds &ids,
                  unsigned dim) {
  return ids.read(b, op, ThreadId::Cluster, dim);
}
Value createValue(OpBuilder &b, gpu::ClusterDimOp op, const KernelIds &ids,
                  unsigned dim) {
  return ids.read(b, op, ThreadId::ClusterGrid, dim);
}
Value createValue(OpBuilder &b, gpu::ClusterBlockIdOp op, const KernelIds &ids,
                  unsigned dim) {
  return readBelow(b, op, ids, ThreadId::BlockInCluster, dim,
                   ids.getCluster(op)[dim]);
}
Value createValue(OpBuilder &b, gpu::ClusterDimBlocksOp op,
                  const KernelIds &ids, unsigned dim) {
  return createI64(b, op.getLoc(), ids.getCluster(op)[dim]);
}

template <typename OpTy> struct DimensionLowering : IdPattern<OpTy> {
  using IdPattern<OpTy>::IdPattern;
  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op,
                       createValue(rewriter, op, this->ids,
                                   static_cast<unsigned>(op.getDimension())));
    return success();
  }
};

/// Constants of the kernel.
template <typename OpTy> struct CountLowering : IdPattern<OpTy> {
  using IdPattern<OpTy>::IdPattern;
  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    int64_t count = warpSize;
    if constexpr (std::is_same_v<OpTy, gpu::NumSubgroupsOp>)
      count = llvm::divideCeil(getProduct(this->ids.getBlock(op)), warpSize);
    if constexpr (std::is_same_v<OpTy, tile::ClusterSizeOp>)
      count = getProduct(this->ids.getCluster(op));
    rewriter.replaceOp(op, createI64(rewriter, op.getLoc(), count));
    return success();
  }
};

struct ClusterRankLowering : IdPattern<tile::ClusterRankOp> {
  using IdPattern::IdPattern;
  LogicalResult
  matchAndRewrite(tile::ClusterRankOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    bool isAlone = getProduct(ids.getCluster(op)) == 1;
    rewriter.replaceOp(op, isAlone ? createI64(rewriter, op.getLoc(), 0)
                                   : ids.readClusterRank(rewriter, op));
    return success();
  }
};
} // namespace

void tilery::populateIdPatterns(const KernelTypeConverter &converter,
                                const KernelIds &ids,
                                RewritePatternSet &patterns) {
  patterns.add<
      DimensionLowering<gpu::ThreadIdOp>, DimensionLowering<gpu::BlockIdOp>,
      DimensionLowering<gpu::BlockDimOp>, DimensionLowering<gpu::GridDimOp>,
      DimensionLowering<gpu::GlobalIdOp>, DimensionLowering<gpu::ClusterIdOp>,
      DimensionLowering<gpu::ClusterDimOp>,
      DimensionLowering<gpu::ClusterBlockIdOp>,
      DimensionLowering<gpu::ClusterDimBlocksOp>,
      CountLowering<gpu::SubgroupSizeOp>, CountLowering<gpu::NumSubgroupsOp>,
      CountLowering<tile::ClusterSizeOp>, ClusterRankLowering>(converter, ids);
}

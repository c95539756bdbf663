// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who the thread is: fields of TilerySimThread, or constants of the kernel.

#include "Patterns.h"
#include "tilery/Sim/Abi.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;
using namespace tilery;

namespace {
constexpr int64_t warpSize = 32;

Value extendIndex(OpBuilder &b, Location loc, Value value) {
  return LLVM::ZExtOp::create(b, loc, b.getI64Type(), value);
}

/// Element `dim` of a triple, as index.
Value readTriple(OpBuilder &b, Operation *op, size_t offset, unsigned dim) {
  return extendIndex(b, op->getLoc(),
                     readThread(b, op, static_cast<int32_t>(offset + 4 * dim)));
}

Value readThreadId(OpBuilder &b, Operation *op, const KernelTable &table,
                   unsigned dim) {
  if (table.getBlock()[dim] == 1)
    return createI64(b, op->getLoc(), 0);
  return readTriple(b, op, offsetof(TilerySimThread, threadIdx), dim);
}
Value readBlockId(OpBuilder &b, Operation *op, unsigned dim) {
  return readTriple(b, op, offsetof(TilerySimThread, blockIdx), dim);
}

/// What each id op reads.
Value createValue(OpBuilder &b, gpu::ThreadIdOp op, const KernelTable &table,
                  unsigned dim) {
  return readThreadId(b, op, table, dim);
}
Value createValue(OpBuilder &b, gpu::BlockIdOp op, const KernelTable &,
                  unsigned dim) {
  return readBlockId(b, op, dim);
}
Value createValue(OpBuilder &b, gpu::BlockDimOp op, const KernelTable &table,
                  unsigned dim) {
  return createI64(b, op.getLoc(), table.getBlock()[dim]);
}
Value createValue(OpBuilder &b, gpu::GridDimOp op, const KernelTable &,
                  unsigned dim) {
  return readTriple(b, op, offsetof(TilerySimThread, gridDim), dim);
}
Value createValue(OpBuilder &b, gpu::GlobalIdOp op, const KernelTable &table,
                  unsigned dim) {
  Location loc = op.getLoc();
  Value first = LLVM::MulOp::create(b, loc, readBlockId(b, op, dim),
                                    createI64(b, loc, table.getBlock()[dim]));
  return LLVM::AddOp::create(b, loc, first, readThreadId(b, op, table, dim));
}
Value createValue(OpBuilder &b, gpu::ClusterIdOp op, const KernelTable &,
                  unsigned dim) {
  return readTriple(b, op, offsetof(TilerySimThread, clusterIdx), dim);
}
Value createValue(OpBuilder &b, gpu::ClusterDimOp op, const KernelTable &,
                  unsigned dim) {
  return readTriple(b, op, offsetof(TilerySimThread, clusterGridDim), dim);
}
Value createValue(OpBuilder &b, gpu::ClusterBlockIdOp op, const KernelTable &,
                  unsigned dim) {
  return readTriple(b, op, offsetof(TilerySimThread, clusterBlockIdx), dim);
}
Value createValue(OpBuilder &b, gpu::ClusterDimBlocksOp op,
                  const KernelTable &table, unsigned dim) {
  return createI64(b, op.getLoc(), table.getCluster()[dim]);
}

template <typename OpTy> struct DimensionLowering : SimPattern<OpTy> {
  using SimPattern<OpTy>::SimPattern;
  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op,
                       createValue(rewriter, op, getTable(op, this->tables),
                                   static_cast<unsigned>(op.getDimension())));
    return success();
  }
};

/// One field of the thread.
template <typename OpTy, size_t offset>
struct FieldLowering : ConvertOpToLLVMPattern<OpTy> {
  using ConvertOpToLLVMPattern<OpTy>::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, readTriple(rewriter, op, offset, 0));
    return success();
  }
};

struct SubgroupSizeLowering : ConvertOpToLLVMPattern<gpu::SubgroupSizeOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(gpu::SubgroupSizeOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, createI64(rewriter, op.getLoc(), warpSize));
    return success();
  }
};

struct WarpIdLowering : SimPattern<tile::WarpIdOp> {
  using SimPattern::SimPattern;
  LogicalResult
  matchAndRewrite(tile::WarpIdOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value warp = callSim(rewriter, op, tables, "tilery_sim_warp_id",
                         rewriter.getI32Type());
    rewriter.replaceOp(op, extendIndex(rewriter, op.getLoc(), warp));
    return success();
  }
};

struct ElectLowering : SimPattern<tile::ElectOp> {
  using SimPattern::SimPattern;
  LogicalResult
  matchAndRewrite(tile::ElectOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value elected = callSim(rewriter, op, tables, "tilery_sim_elect",
                            rewriter.getI32Type());
    rewriter.replaceOp(op, isNotZero(rewriter, op.getLoc(), elected));
    return success();
  }
};
} // namespace

void tilery::populateIdPatterns(const KernelTypeConverter &converter,
                                const KernelTables &tables,
                                RewritePatternSet &patterns) {
  patterns.add<
      DimensionLowering<gpu::ThreadIdOp>, DimensionLowering<gpu::BlockIdOp>,
      DimensionLowering<gpu::BlockDimOp>, DimensionLowering<gpu::GridDimOp>,
      DimensionLowering<gpu::GlobalIdOp>, DimensionLowering<gpu::ClusterIdOp>,
      DimensionLowering<gpu::ClusterDimOp>,
      DimensionLowering<gpu::ClusterBlockIdOp>,
      DimensionLowering<gpu::ClusterDimBlocksOp>, WarpIdLowering,
      ElectLowering>(converter, tables);
  patterns.add<
      FieldLowering<gpu::LaneIdOp, offsetof(TilerySimThread, lane)>,
      FieldLowering<gpu::SubgroupIdOp, offsetof(TilerySimThread, warp)>,
      FieldLowering<gpu::NumSubgroupsOp, offsetof(TilerySimThread, numWarps)>,
      SubgroupSizeLowering>(converter);
}

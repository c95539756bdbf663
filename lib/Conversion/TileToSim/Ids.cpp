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
/// Element `dim` of a triple, as index.
Value readTriple(OpBuilder &b, Operation *op, size_t offset, unsigned dim) {
  return extendIndex(b, op->getLoc(),
                     readThread(b, op, static_cast<int32_t>(offset + 4 * dim)));
}

size_t getOffset(ThreadId id) {
  switch (id) {
  case ThreadId::Thread:
    return offsetof(TilerySimThread, threadIdx);
  case ThreadId::Block:
    return offsetof(TilerySimThread, blockIdx);
  case ThreadId::Grid:
    return offsetof(TilerySimThread, gridDim);
  case ThreadId::Cluster:
    return offsetof(TilerySimThread, clusterIdx);
  case ThreadId::ClusterGrid:
    return offsetof(TilerySimThread, clusterGridDim);
  case ThreadId::BlockInCluster:
    return offsetof(TilerySimThread, clusterBlockIdx);
  }
  llvm_unreachable("unknown id");
}

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
  KernelIds ids;
  ids.getBlock = [&tables](Operation *op) {
    return SmallVector<int32_t>(getTable(op, tables).getBlock());
  };
  ids.getCluster = [&tables](Operation *op) {
    return SmallVector<int32_t>(getTable(op, tables).getCluster());
  };
  ids.read = [](OpBuilder &b, Operation *op, ThreadId id, unsigned dim) {
    return readTriple(b, op, getOffset(id), dim);
  };
  ids.readClusterRank = [](OpBuilder &b, Operation *op) {
    return readTriple(b, op, offsetof(TilerySimThread, clusterRank), 0);
  };
  populateIdPatterns(converter, ids, patterns);
  patterns.add<WarpIdLowering, ElectLowering>(converter, tables);
  patterns
      .add<FieldLowering<gpu::LaneIdOp, offsetof(TilerySimThread, lane)>,
           FieldLowering<gpu::SubgroupIdOp, offsetof(TilerySimThread, warp)>>(
          converter);
}

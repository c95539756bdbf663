// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clusters: ranks, and the other blocks' shared memory.

#include "Patterns.h"
#include "tilery/Conversion/KernelToLLVM/MemRefParts.h"
#include "tilery/Sim/Abi.h"

using namespace mlir;
using namespace tilery;

namespace {
struct MapaLowering : SimPattern<tile::MapaOp> {
  using SimPattern::SimPattern;
  LogicalResult
  matchAndRewrite(tile::MapaOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value rank = getI32(rewriter, loc, adaptor.getRank(), op.getStaticRank());
    if (!rank.getType().isInteger(32))
      rank = LLVM::TruncOp::create(rewriter, loc, rewriter.getI32Type(), rank);
    auto map = [&](Value address) {
      return callSim(rewriter, op, tables, "tilery_sim_mapa",
                     LLVM::LLVMPointerType::get(getContext()), {address, rank});
    };
    auto type = dyn_cast<MemRefType>(op.getSource().getType());
    if (!type) {
      rewriter.replaceOp(op, map(adaptor.getSource()));
      return success();
    }
    // The base is that of the buffer, as the swizzle needs it: blocks of a
    // cluster lay their shared memory out alike.
    MemRefParts source(rewriter, loc, type, adaptor.getSource());
    MemRefParts result(cast<MemRefType>(op.getType()));
    result.setBase(map(source.getBase()));
    result.copyLayout(rewriter, loc, source);
    rewriter.replaceOp(op, result.pack(rewriter, loc));
    return success();
  }
};

struct RankLowering : ConvertOpToLLVMPattern<tile::ClusterRankOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::ClusterRankOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value rank =
        readThread(rewriter, op, offsetof(TilerySimThread, clusterRank));
    rewriter.replaceOpWithNewOp<LLVM::ZExtOp>(op, rewriter.getI64Type(), rank);
    return success();
  }
};

struct SizeLowering : SimPattern<tile::ClusterSizeOp> {
  using SimPattern::SimPattern;
  LogicalResult
  matchAndRewrite(tile::ClusterSizeOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    int64_t blocks = 1;
    for (int32_t extent : getTable(op, tables).getCluster())
      blocks *= extent;
    rewriter.replaceOp(op, createI64(rewriter, op.getLoc(), blocks));
    return success();
  }
};
} // namespace

void tilery::populateClusterPatterns(const KernelTypeConverter &converter,
                                     const KernelTables &tables,
                                     RewritePatternSet &patterns) {
  patterns.add<MapaLowering, SizeLowering>(converter, tables);
  patterns.add<RankLowering>(converter);
}

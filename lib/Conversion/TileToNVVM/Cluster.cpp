// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clusters: ranks, the other blocks' shared memory, the barrier (PTX ISA, mapa
// and barrier.cluster).

#include "Patterns.h"
#include "tilery/Conversion/KernelToLLVM/MemRefParts.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace tilery;

namespace {
struct MapaLowering : ConvertOpToLLVMPattern<tile::MapaOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::MapaOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value rank = getI32(rewriter, loc, adaptor.getRank(), op.getStaticRank());
    if (!rank.getType().isInteger(32))
      rank = LLVM::TruncOp::create(rewriter, loc, rewriter.getI32Type(), rank);
    auto map = [&](Value address) -> Value {
      auto window =
          LLVM::LLVMPointerType::get(getContext(), AddressSpace::SharedCluster);
      return NVVM::MapaOp::create(rewriter, loc, window, address, rank);
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
    Location loc = op.getLoc();
    int64_t blocks = getNumClusterBlocks(op);
    if (blocks == 1) {
      rewriter.replaceOp(op, createI64(rewriter, loc, 0));
      return success();
    }
    auto range = LLVM::ConstantRangeAttr::get(getContext(), 32, 0, blocks);
    Value rank =
        NVVM::ClusterId::create(rewriter, loc, rewriter.getI32Type(), range);
    rewriter.replaceOpWithNewOp<LLVM::ZExtOp>(op, rewriter.getI64Type(), rank);
    return success();
  }
};

struct SizeLowering : ConvertOpToLLVMPattern<tile::ClusterSizeOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::ClusterSizeOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(
        op, createI64(rewriter, op.getLoc(), getNumClusterBlocks(op)));
    return success();
  }
};

struct ArriveLowering : ConvertOpToLLVMPattern<tile::ClusterArriveOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::ClusterArriveOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (op.getRelaxed())
      rewriter.replaceOpWithNewOp<NVVM::ClusterArriveRelaxedOp>(
          op, op.getAlignedAttr());
    else
      rewriter.replaceOpWithNewOp<NVVM::ClusterArriveOp>(op,
                                                         op.getAlignedAttr());
    return success();
  }
};

struct WaitLowering : ConvertOpToLLVMPattern<tile::ClusterWaitOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::ClusterWaitOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::ClusterWaitOp>(op, op.getAlignedAttr());
    return success();
  }
};

struct SyncLowering : ConvertOpToLLVMPattern<tile::ClusterSyncOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::ClusterSyncOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    UnitAttr aligned = rewriter.getUnitAttr();
    NVVM::ClusterArriveOp::create(rewriter, op.getLoc(), aligned);
    rewriter.replaceOpWithNewOp<NVVM::ClusterWaitOp>(op, aligned);
    return success();
  }
};
} // namespace

void tilery::populateClusterPatterns(const KernelTypeConverter &converter,
                                     RewritePatternSet &patterns) {
  patterns.add<MapaLowering, RankLowering, SizeLowering, ArriveLowering,
               WaitLowering, SyncLowering>(converter);
}

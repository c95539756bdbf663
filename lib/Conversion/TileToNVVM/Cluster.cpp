// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clusters: the other blocks' shared memory, the barrier (PTX ISA, mapa and
// barrier.cluster).

#include "Patterns.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace tilery;

namespace {
struct MapaLowering : ConvertOpToLLVMPattern<tile::MapaOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::MapaOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto window =
        LLVM::LLVMPointerType::get(getContext(), AddressSpace::SharedCluster);
    replaceMapa(rewriter, op, adaptor, [&](Value address, Value rank) {
      return NVVM::MapaOp::create(rewriter, op.getLoc(), window, address, rank);
    });
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
  patterns.add<MapaLowering, ArriveLowering, WaitLowering, SyncLowering>(
      converter);
}

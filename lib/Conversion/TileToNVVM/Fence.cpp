// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fences between proxies, and the block's barrier.

#include "Patterns.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace tilery;

namespace {
struct FenceProxyAsyncLowering
    : ConvertOpToLLVMPattern<tile::FenceProxyAsyncOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::FenceProxyAsyncOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto replace = [&](NVVM::ProxyKind kind,
                       std::optional<NVVM::SharedSpace> space = {}) {
      NVVM::SharedSpaceAttr spaceAttr;
      if (space)
        spaceAttr = NVVM::SharedSpaceAttr::get(rewriter.getContext(), *space);
      rewriter.replaceOpWithNewOp<NVVM::FenceProxyOp>(op, kind, spaceAttr);
    };
    tile::FenceSpaceAttr space = op.getSpaceAttr();
    switch (space ? space.getValue() : tile::FenceSpace::All) {
    case tile::FenceSpace::All:
      replace(NVVM::ProxyKind::async);
      break;
    case tile::FenceSpace::Global:
      replace(NVVM::ProxyKind::async_global);
      break;
    case tile::FenceSpace::SharedCta:
      replace(NVVM::ProxyKind::async_shared, NVVM::SharedSpace::shared_cta);
      break;
    case tile::FenceSpace::SharedCluster:
      replace(NVVM::ProxyKind::async_shared, NVVM::SharedSpace::shared_cluster);
      break;
    }
    return success();
  }
};

struct CtaSyncLowering : ConvertOpToLLVMPattern<tile::CtaSyncOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::CtaSyncOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::BarrierOp>(op);
    return success();
  }
};
} // namespace

void tilery::populateFencePatterns(const KernelTypeConverter &converter,
                                   RewritePatternSet &patterns) {
  patterns.add<FenceProxyAsyncLowering, CtaSyncLowering>(converter);
}

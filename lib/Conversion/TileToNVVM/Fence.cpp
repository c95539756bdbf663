// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fences, the barriers of a block, and what orders grids.

#include "Patterns.h"
#include "tilery/Conversion/KernelToLLVM/Operands.h"

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

/// An op without operands that becomes one without operands.
template <typename OpTy, typename NVVMOp>
struct PlainLowering : ConvertOpToLLVMPattern<OpTy> {
  using ConvertOpToLLVMPattern<OpTy>::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVMOp>(op);
    return success();
  }
};

struct FenceProxyAliasLowering
    : ConvertOpToLLVMPattern<tile::FenceProxyAliasOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::FenceProxyAliasOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::FenceProxyOp>(op, NVVM::ProxyKind::alias,
                                                    NVVM::SharedSpaceAttr());
    return success();
  }
};

struct FenceProxyAsyncGenericLowering
    : ConvertOpToLLVMPattern<tile::FenceProxyAsyncGenericOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::FenceProxyAsyncGenericOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::FenceProxySyncRestrictOp>(
        op, op.getSemantics() == tile::Semantics::Acquire
                ? NVVM::MemOrderKind::ACQUIRE
                : NVVM::MemOrderKind::RELEASE);
    return success();
  }
};

NVVM::MemScopeKind getScope(tile::Scope scope) {
  switch (scope) {
  case tile::Scope::Cta:
    return NVVM::MemScopeKind::CTA;
  case tile::Scope::Cluster:
    return NVVM::MemScopeKind::CLUSTER;
  case tile::Scope::Gpu:
    return NVVM::MemScopeKind::GPU;
  case tile::Scope::Sys:
    return NVVM::MemScopeKind::SYS;
  }
  llvm_unreachable("unknown scope");
}

struct FenceProxyTensorMapLowering
    : ConvertOpToLLVMPattern<tile::FenceProxyTensorMapOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::FenceProxyTensorMapOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    NVVM::MemScopeKind scope = getScope(op.getScope());
    if (!op.getMap()) {
      rewriter.replaceOpWithNewOp<NVVM::FenceProxyReleaseOp>(op, scope);
      return success();
    }
    Value start = getStart(rewriter, loc, *getTypeConverter(), op.getMap(),
                           adaptor.getMap());
    // The instruction takes a generic address, and the size as a constant.
    Value generic = LLVM::AddrSpaceCastOp::create(
        rewriter, loc, LLVM::LLVMPointerType::get(getContext()), start);
    rewriter.replaceOpWithNewOp<NVVM::FenceProxyAcquireOp>(
        op, scope, generic, createI32(rewriter, loc, 128));
    return success();
  }
};

struct FenceLowering : ConvertOpToLLVMPattern<tile::FenceOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::FenceOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    // LLVM's names of the scopes (NVPTX usage guide).
    constexpr llvm::StringLiteral names[] = {"block", "cluster", "device", ""};
    rewriter.replaceOpWithNewOp<LLVM::FenceOp>(
        op,
        op.getSemantics() == tile::Semantics::Sc
            ? LLVM::AtomicOrdering::seq_cst
            : LLVM::AtomicOrdering::acq_rel,
        names[static_cast<unsigned>(op.getScope())]);
    return success();
  }
};

struct NamedBarrierSyncLowering
    : ConvertOpToLLVMPattern<tile::NamedBarrierSyncOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::NamedBarrierSyncOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value id = getI32(rewriter, loc, adaptor.getId(), op.getStaticId());
    Value threads =
        getI32(rewriter, loc, adaptor.getThreads(), op.getStaticThreads());
    NVVM::BarrierOp::create(rewriter, loc, TypeRange(), id, threads,
                            NVVM::BarrierReductionAttr(), Value());
    rewriter.eraseOp(op);
    return success();
  }
};

/// NVVM's op would be inline PTX; LLVM has an intrinsic.
struct NamedBarrierArriveLowering
    : ConvertOpToLLVMPattern<tile::NamedBarrierArriveOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::NamedBarrierArriveOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value id = getI32(rewriter, loc, adaptor.getId(), op.getStaticId());
    Value threads =
        getI32(rewriter, loc, adaptor.getThreads(), op.getStaticThreads());
    rewriter.replaceOpWithNewOp<LLVM::CallIntrinsicOp>(
        op,
        rewriter.getStringAttr("llvm.nvvm.barrier.cta.arrive.aligned.count"),
        ValueRange{id, threads});
    return success();
  }
};

template <typename OpTy, NVVM::GridDepActionKind kind>
struct GridDependencyLowering : ConvertOpToLLVMPattern<OpTy> {
  using ConvertOpToLLVMPattern<OpTy>::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::GriddepcontrolOp>(op, kind);
    return success();
  }
};

struct NanosleepLowering : ConvertOpToLLVMPattern<tile::NanosleepOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(tile::NanosleepOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::NanosleepOp>(
        op, getI32(rewriter, op.getLoc(), adaptor.getNs(), op.getStaticNs()));
    return success();
  }
};
} // namespace

void tilery::populateFencePatterns(const KernelTypeConverter &converter,
                                   RewritePatternSet &patterns) {
  using Action = NVVM::GridDepActionKind;
  patterns
      .add<FenceProxyAsyncLowering, FenceProxyAliasLowering,
           FenceProxyAsyncGenericLowering, FenceProxyTensorMapLowering,
           FenceLowering, NamedBarrierSyncLowering, NamedBarrierArriveLowering,
           NanosleepLowering,
           PlainLowering<tile::FenceMBarrierInitOp, NVVM::FenceMbarrierInitOp>,
           PlainLowering<tile::CtaSyncOp, NVVM::BarrierOp>,
           GridDependencyLowering<tile::GridDependencyWaitOp, Action::wait>,
           GridDependencyLowering<tile::GridDependencyLaunchDependentsOp,
                                  Action::launch_dependents>>(converter);
}

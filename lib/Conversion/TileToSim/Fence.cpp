// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fences, the barriers of blocks and grids, and bulk groups: one call each.

#include "Patterns.h"

using namespace mlir;
using namespace tilery;

namespace {
/// Enumerations have the simulator's values (Sim/Abi.h).
template <typename Enum>
Value createEnum(OpBuilder &b, Location loc, Enum value) {
  return createI32(b, loc, static_cast<int32_t>(value));
}

//===----------------------------------------------------------------------===//
// What each op calls, and with what
//===----------------------------------------------------------------------===//

StringRef getFunction(tile::CtaSyncOp) { return "tilery_sim_cta_sync"; }
StringRef getFunction(tile::GridSyncOp) { return "tilery_sim_grid_sync"; }
StringRef getFunction(tile::GridDependencyWaitOp) {
  return "tilery_sim_grid_dependency_wait";
}
StringRef getFunction(tile::GridDependencyLaunchDependentsOp) {
  return "tilery_sim_grid_dependency_launch";
}
StringRef getFunction(tile::FenceProxyAliasOp) {
  return "tilery_sim_fence_proxy_alias";
}
StringRef getFunction(tile::FenceMBarrierInitOp) {
  return "tilery_sim_fence_mbarrier_init";
}
StringRef getFunction(tile::BulkCommitGroupOp) {
  return "tilery_sim_bulk_commit_group";
}
StringRef getFunction(tile::ClusterSyncOp) { return "tilery_sim_cluster_sync"; }
template <typename OpTy>
SmallVector<Value> getArguments(OpBuilder &, OpTy, typename OpTy::Adaptor) {
  return {};
}

StringRef getFunction(tile::BulkWaitGroupOp) {
  return "tilery_sim_bulk_wait_group";
}
SmallVector<Value> getArguments(OpBuilder &b, tile::BulkWaitGroupOp op,
                                tile::BulkWaitGroupOp::Adaptor) {
  return {createI32(b, op.getLoc(), static_cast<int32_t>(op.getPending())),
          createI32(b, op.getLoc(), op.getRead())};
}

StringRef getFunction(tile::FenceProxyAsyncOp) {
  return "tilery_sim_fence_proxy_async";
}
SmallVector<Value> getArguments(OpBuilder &b, tile::FenceProxyAsyncOp op,
                                tile::FenceProxyAsyncOp::Adaptor) {
  tile::FenceSpaceAttr space = op.getSpaceAttr();
  return {createEnum(b, op.getLoc(),
                     space ? space.getValue() : tile::FenceSpace::All)};
}

StringRef getFunction(tile::FenceProxyAsyncGenericOp) {
  return "tilery_sim_fence_proxy_async_generic";
}
SmallVector<Value> getArguments(OpBuilder &b, tile::FenceProxyAsyncGenericOp op,
                                tile::FenceProxyAsyncGenericOp::Adaptor) {
  return {createEnum(b, op.getLoc(), op.getSemantics())};
}

StringRef getFunction(tile::FenceOp) { return "tilery_sim_fence"; }
SmallVector<Value> getArguments(OpBuilder &b, tile::FenceOp op,
                                tile::FenceOp::Adaptor) {
  return {createEnum(b, op.getLoc(), op.getSemantics()),
          createEnum(b, op.getLoc(), op.getScope())};
}

StringRef getFunction(tile::NamedBarrierSyncOp) {
  return "tilery_sim_named_barrier_sync";
}
StringRef getFunction(tile::NamedBarrierArriveOp) {
  return "tilery_sim_named_barrier_arrive";
}
template <typename OpTy>
SmallVector<Value> getBarrierArguments(OpBuilder &b, OpTy op,
                                       typename OpTy::Adaptor adaptor) {
  return {getI32(b, op.getLoc(), adaptor.getId(), op.getStaticId()),
          getI32(b, op.getLoc(), adaptor.getThreads(), op.getStaticThreads())};
}
SmallVector<Value> getArguments(OpBuilder &b, tile::NamedBarrierSyncOp op,
                                tile::NamedBarrierSyncOp::Adaptor adaptor) {
  return getBarrierArguments(b, op, adaptor);
}
SmallVector<Value> getArguments(OpBuilder &b, tile::NamedBarrierArriveOp op,
                                tile::NamedBarrierArriveOp::Adaptor adaptor) {
  return getBarrierArguments(b, op, adaptor);
}

StringRef getFunction(tile::NanosleepOp) { return "tilery_sim_nanosleep"; }
SmallVector<Value> getArguments(OpBuilder &b, tile::NanosleepOp op,
                                tile::NanosleepOp::Adaptor adaptor) {
  return {getI32(b, op.getLoc(), adaptor.getNs(), op.getStaticNs())};
}

StringRef getFunction(tile::ClusterArriveOp) {
  return "tilery_sim_cluster_arrive";
}
SmallVector<Value> getArguments(OpBuilder &b, tile::ClusterArriveOp op,
                                tile::ClusterArriveOp::Adaptor) {
  return {createEnum(b, op.getLoc(),
                     op.getRelaxed() ? tile::Semantics::Relaxed
                                     : tile::Semantics::Release),
          createI32(b, op.getLoc(), op.getAligned())};
}

StringRef getFunction(tile::ClusterWaitOp) { return "tilery_sim_cluster_wait"; }
SmallVector<Value> getArguments(OpBuilder &b, tile::ClusterWaitOp op,
                                tile::ClusterWaitOp::Adaptor) {
  return {createI32(b, op.getLoc(), op.getAligned())};
}

/// An op without results that is one call.
template <typename OpTy> struct CallLowering : SimPattern<OpTy> {
  using SimPattern<OpTy>::SimPattern;
  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    callSim(rewriter, op, this->tables, getFunction(op), Type(),
            getArguments(rewriter, op, adaptor));
    rewriter.eraseOp(op);
    return success();
  }
};

struct FenceProxyTensorMapLowering : SimPattern<tile::FenceProxyTensorMapOp> {
  using SimPattern::SimPattern;
  LogicalResult
  matchAndRewrite(tile::FenceProxyTensorMapOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value map;
    if (op.getMap())
      map = getStart(rewriter, loc, *getTypeConverter(), op.getMap(),
                     adaptor.getMap());
    else
      map = LLVM::ZeroOp::create(rewriter, loc,
                                 LLVM::LLVMPointerType::get(getContext()));
    callSim(rewriter, op, tables, "tilery_sim_fence_proxy_tensormap", Type(),
            {createEnum(rewriter, loc, op.getSemantics()),
             createEnum(rewriter, loc, op.getScope()), map});
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void tilery::populateFencePatterns(const KernelTypeConverter &converter,
                                   const KernelTables &tables,
                                   RewritePatternSet &patterns) {
  patterns.add<
      CallLowering<tile::CtaSyncOp>, CallLowering<tile::GridSyncOp>,
      CallLowering<tile::GridDependencyWaitOp>,
      CallLowering<tile::GridDependencyLaunchDependentsOp>,
      CallLowering<tile::FenceProxyAliasOp>,
      CallLowering<tile::FenceMBarrierInitOp>,
      CallLowering<tile::BulkCommitGroupOp>,
      CallLowering<tile::BulkWaitGroupOp>,
      CallLowering<tile::FenceProxyAsyncOp>,
      CallLowering<tile::FenceProxyAsyncGenericOp>, CallLowering<tile::FenceOp>,
      CallLowering<tile::NamedBarrierSyncOp>,
      CallLowering<tile::NamedBarrierArriveOp>, CallLowering<tile::NanosleepOp>,
      CallLowering<tile::ClusterArriveOp>, CallLowering<tile::ClusterWaitOp>,
      CallLowering<tile::ClusterSyncOp>, FenceProxyTensorMapLowering>(converter,
                                                                      tables);
}

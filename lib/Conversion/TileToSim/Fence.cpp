// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fences, the barriers of blocks, clusters and grids, bulk groups, and
// addresses of other blocks.

#include "Patterns.h"
#include "tilery/Conversion/KernelToLLVM/Operands.h"

using namespace mlir;
using namespace tilery;

namespace {
/// A barrier's number and its threads.
template <typename OpTy>
SmallVector<Value> getNamedBarrier(ConversionPatternRewriter &b, OpTy op,
                                   typename OpTy::Adaptor adaptor,
                                   const TypeConverter &) {
  return {getI32(b, op.getLoc(), adaptor.getId(), op.getStaticId()),
          getI32(b, op.getLoc(), adaptor.getThreads(), op.getStaticThreads())};
}

struct MapaLowering : SimPattern<tile::MapaOp> {
  using SimPattern::SimPattern;
  LogicalResult
  matchAndRewrite(tile::MapaOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    replaceMapa(rewriter, op, adaptor, [&](Value address, Value rank) {
      return callSim(rewriter, op, tables, "tilery_sim_mapa",
                     LLVM::LLVMPointerType::get(getContext()), {address, rank});
    });
    return success();
  }
};
} // namespace

void tilery::populateFencePatterns(const KernelTypeConverter &converter,
                                   const KernelTables &tables,
                                   RewritePatternSet &patterns) {
  using Values = SmallVector<Value>;
  CallPatterns calls(converter, tables, patterns);
  calls.add<tile::CtaSyncOp>("tilery_sim_cta_sync");
  calls.add<tile::NamedBarrierSyncOp>("tilery_sim_named_barrier_sync",
                                      getNamedBarrier);
  calls.add<tile::NamedBarrierArriveOp>("tilery_sim_named_barrier_arrive",
                                        getNamedBarrier);
  calls.add<tile::GridSyncOp>("tilery_sim_grid_sync");
  calls.add<tile::GridDependencyWaitOp>("tilery_sim_grid_dependency_wait");
  calls.add<tile::GridDependencyLaunchDependentsOp>(
      "tilery_sim_grid_dependency_launch");
  calls.add<tile::NanosleepOp>("tilery_sim_nanosleep", [](auto &b, auto op,
                                                          auto adaptor,
                                                          auto &) {
    return Values{getI32(b, op.getLoc(), adaptor.getNs(), op.getStaticNs())};
  });

  calls.add<tile::ClusterSyncOp>("tilery_sim_cluster_sync");
  calls.add<tile::ClusterArriveOp>(
      "tilery_sim_cluster_arrive", [](auto &b, auto op, auto, auto &) {
        auto semantics = op.getRelaxed() ? tile::Semantics::Relaxed
                                         : tile::Semantics::Release;
        return Values{createEnum(b, op.getLoc(), semantics),
                      createI32(b, op.getLoc(), op.getAligned())};
      });
  calls.add<tile::ClusterWaitOp>(
      "tilery_sim_cluster_wait", [](auto &b, auto op, auto, auto &) {
        return Values{createI32(b, op.getLoc(), op.getAligned())};
      });
  patterns.add<MapaLowering>(converter, tables);

  calls.add<tile::FenceOp>(
      "tilery_sim_fence", [](auto &b, auto op, auto, auto &) {
        return Values{createEnum(b, op.getLoc(), op.getSemantics()),
                      createEnum(b, op.getLoc(), op.getScope())};
      });
  calls.add<tile::FenceMBarrierInitOp>("tilery_sim_fence_mbarrier_init");
  calls.add<tile::FenceProxyAliasOp>("tilery_sim_fence_proxy_alias");
  calls.add<tile::FenceProxyAsyncOp>(
      "tilery_sim_fence_proxy_async", [](auto &b, auto op, auto, auto &) {
        tile::FenceSpaceAttr space = op.getSpaceAttr();
        return Values{createEnum(
            b, op.getLoc(), space ? space.getValue() : tile::FenceSpace::All)};
      });
  calls.add<tile::FenceProxyAsyncGenericOp>(
      "tilery_sim_fence_proxy_async_generic",
      [](auto &b, auto op, auto, auto &) {
        return Values{createEnum(b, op.getLoc(), op.getSemantics())};
      });
  calls.add<tile::FenceProxyTensorMapOp>(
      "tilery_sim_fence_proxy_tensormap",
      [](auto &b, auto op, auto adaptor, auto &converter) {
        Location loc = op.getLoc();
        Value map;
        if (op.getMap())
          map = getStart(b, loc, converter, op.getMap(), adaptor.getMap());
        else
          map = LLVM::ZeroOp::create(
              b, loc, LLVM::LLVMPointerType::get(op.getContext()));
        return Values{createEnum(b, loc, op.getSemantics()),
                      createEnum(b, loc, op.getScope()), map};
      });

  calls.add<tile::BulkCommitGroupOp>("tilery_sim_bulk_commit_group");
  calls.add<tile::BulkWaitGroupOp>(
      "tilery_sim_bulk_wait_group", [](auto &b, auto op, auto, auto &) {
        return Values{
            createI32(b, op.getLoc(), static_cast<int32_t>(op.getPending())),
            createI32(b, op.getLoc(), op.getRead())};
      });
}

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The PTX forms that not every target or PTX version has. Targets.h says which
// target has which, from which version on.

#ifndef TILERY_TENSORMAP_FORMS_H
#define TILERY_TENSORMAP_FORMS_H

#include <cstdint>

namespace tilery {
namespace tensormap {

/// Instruction forms whose availability differs between PTX versions or
/// targets.
enum class Form : int32_t {
  // Tensor copies.
  TensorLoadCluster,      ///< cp.async.bulk.tensor.shared::cluster.global.tile
  TensorLoadCta,          ///< the same to .shared::cta
  TensorLoadCacheHint,    ///< .L2::cache_hint on a load
  TensorLoadMulticast,    ///< .multicast::cluster on a load
  TensorLoadCtaMulticast, ///< .shared::cta and .multicast::cluster: never legal
  TensorLoadIm2col,       ///< .im2col to .shared::cluster
  TensorLoadIm2colCta,    ///< .im2col to .shared::cta
  TensorLoadIm2colW,      ///< .im2col::w to .shared::cluster
  TensorLoadIm2colWCta,   ///< .im2col::w to .shared::cta
  TensorLoadIm2colW128,   ///< .im2col::w::128 to .shared::cluster
  TensorLoadGather4,      ///< .tile::gather4 to .shared::cluster
  TensorLoadGather4Cta,   ///< .tile::gather4 to .shared::cta
  TensorLoadCtaGroup,     ///< .cta_group::1 and ::2 on a load
  TensorStore,            ///< cp.async.bulk.tensor.global.shared::cta.tile
  TensorStoreCacheHint,   ///< .L2::cache_hint on a store
  TensorStoreIm2col,      ///< .im2col_no_offs
  TensorStoreScatter4,    ///< .tile::scatter4
  TensorReduce,           ///< cp.reduce.async.bulk.tensor
  TensorReduceIm2col,     ///< the same with .im2col_no_offs
  TensorPrefetch,         ///< cp.async.bulk.prefetch.tensor.tile
  TensorPrefetchIm2col,   ///< the same with .im2col
  TensorPrefetchIm2colW,  ///< the same with .im2col::w
  TensorPrefetchGather4,  ///< the same with .tile::gather4
  // Bulk copies of plain memory.
  BulkLoadCluster,   ///< cp.async.bulk.shared::cluster.global
  BulkLoadCta,       ///< cp.async.bulk.shared::cta.global
  BulkLoadMulticast, ///< .multicast::cluster on it
  BulkCopyToCluster, ///< cp.async.bulk.shared::cluster.shared::cta
  BulkStore,         ///< cp.async.bulk.global.shared::cta
  BulkStoreByteMask, ///< .cp_mask on it
  BulkReduce,        ///< cp.reduce.async.bulk.global.shared::cta
  BulkReduceCluster, ///< cp.reduce.async.bulk.shared::cluster.shared::cta
  BulkPrefetch,      ///< cp.async.bulk.prefetch.L2
  BulkCommitGroup,   ///< cp.async.bulk.commit_group
  BulkWaitGroup,     ///< cp.async.bulk.wait_group
  BulkWaitGroupRead, ///< cp.async.bulk.wait_group.read
  // TensorMaps in memory.
  PrefetchTensorMap,                ///< prefetch.tensormap
  TensorMapReplace,                 ///< tensormap.replace
  TensorMapReplaceSwizzleAtomicity, ///< its field .swizzle_atomicity
  TensorMapCopyFenceProxy,          ///< tensormap.cp_fenceproxy
  // Barriers.
  MBarrierInit,                      ///< mbarrier.init
  MBarrierInval,                     ///< mbarrier.inval
  MBarrierArrive,                    ///< mbarrier.arrive.shared
  MBarrierArriveCount,               ///< the same with a count
  MBarrierArriveRelaxed,             ///< mbarrier.arrive.relaxed
  MBarrierArriveCluster,             ///< mbarrier.arrive.release.cluster
  MBarrierArriveRemote,              ///< mbarrier.arrive.shared::cluster
  MBarrierArriveNoComplete,          ///< mbarrier.arrive.noComplete
  MBarrierArriveDrop,                ///< mbarrier.arrive_drop
  MBarrierArriveDropRelaxed,         ///< mbarrier.arrive_drop.relaxed
  MBarrierArriveDropCluster,         ///< mbarrier.arrive_drop.release.cluster
  MBarrierArriveDropRemote,          ///< mbarrier.arrive_drop.shared::cluster
  MBarrierArriveDropNoComplete,      ///< mbarrier.arrive_drop.noComplete
  MBarrierArriveExpectTx,            ///< mbarrier.arrive.expect_tx
  MBarrierArriveExpectTxRelaxed,     ///< mbarrier.arrive.expect_tx.relaxed
  MBarrierArriveExpectTxRemote,      ///< the same to .shared::cluster
  MBarrierArriveDropExpectTx,        ///< mbarrier.arrive_drop.expect_tx
  MBarrierArriveDropExpectTxRelaxed, ///< the same with .relaxed
  MBarrierArriveDropExpectTxRemote,  ///< the same to .shared::cluster
  MBarrierExpectTx,                  ///< mbarrier.expect_tx
  MBarrierExpectTxRemote,            ///< the same to .shared::cluster
  MBarrierCompleteTx,                ///< mbarrier.complete_tx
  MBarrierCompleteTxRemote,          ///< the same to .shared::cluster
  MBarrierTestWaitState,             ///< mbarrier.test_wait
  MBarrierTestWait,                  ///< mbarrier.test_wait.parity
  MBarrierTestWaitCluster,           ///< mbarrier.test_wait.acquire.cluster
  MBarrierTestWaitRelaxed,           ///< mbarrier.test_wait.relaxed
  MBarrierTryWaitState,              ///< mbarrier.try_wait
  MBarrierTryWait,                   ///< mbarrier.try_wait.parity
  MBarrierTryWaitCluster,            ///< mbarrier.try_wait.acquire.cluster
  MBarrierTryWaitRelaxed,            ///< mbarrier.try_wait.relaxed
  // Fences.
  FenceProxyAsync,            ///< fence.proxy.async
  FenceProxyAsyncShared,      ///< fence.proxy.async.shared::cta
  FenceProxyAsyncGlobal,      ///< fence.proxy.async.global
  FenceProxyAsyncGeneric,     ///< fence.proxy.async::generic
  FenceProxyAlias,            ///< fence.proxy.alias
  FenceMBarrierInit,          ///< fence.mbarrier_init.release.cluster
  FenceProxyTensorMapRelease, ///< fence.proxy.tensormap::generic.release
  FenceProxyTensorMapAcquire, ///< fence.proxy.tensormap::generic.acquire
  // Threads, clusters, registers.
  Elect,                 ///< elect.sync
  StAsync,               ///< st.async
  RedAsync,              ///< red.async
  ClusterBarrier,        ///< barrier.cluster
  ClusterBarrierRelaxed, ///< barrier.cluster.arrive.relaxed
  MapShared,             ///< mapa
  GridDependencyControl, ///< griddepcontrol
  StMatrix,              ///< stmatrix
  SetMaxNReg,            ///< setmaxnreg
  // Matrix units.
  Wgmma,   ///< wgmma
  Tcgen05, ///< tcgen05
};
inline constexpr int32_t kFormCount = static_cast<int32_t>(Form::Tcgen05) + 1;

} // namespace tensormap
} // namespace tilery

#endif // TILERY_TENSORMAP_FORMS_H

// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Sim/Abi.h"

static const TilerySimSymbol kSymbols[] = {
#define SYMBOL(name) {#name, reinterpret_cast<void *>(&name)},
    SYMBOL(tilery_sim_read_shared) SYMBOL(tilery_sim_write_shared) SYMBOL(
        tilery_sim_read_global) SYMBOL(tilery_sim_write_global) SYMBOL(tilery_sim_read_cluster)
        SYMBOL(tilery_sim_write_cluster) SYMBOL(tilery_sim_elect) SYMBOL(tilery_sim_warp_id) SYMBOL(
            tilery_sim_warp_sync) SYMBOL(tilery_sim_shuffle) SYMBOL(tilery_sim_vote)
            SYMBOL(tilery_sim_cta_sync) SYMBOL(tilery_sim_named_barrier_sync) SYMBOL(
                tilery_sim_named_barrier_arrive) SYMBOL(tilery_sim_cluster_arrive)
                SYMBOL(tilery_sim_cluster_wait) SYMBOL(tilery_sim_cluster_sync) SYMBOL(
                    tilery_sim_grid_sync) SYMBOL(tilery_sim_grid_dependency_wait) SYMBOL(tilery_sim_grid_dependency_launch)
                    SYMBOL(tilery_sim_nanosleep) SYMBOL(tilery_sim_mapa) SYMBOL(tilery_sim_fence_proxy_async) SYMBOL(
                        tilery_sim_fence_proxy_async_generic) SYMBOL(tilery_sim_fence_proxy_alias)
                        SYMBOL(tilery_sim_fence_proxy_tensormap) SYMBOL(tilery_sim_fence_mbarrier_init) SYMBOL(
                            tilery_sim_fence) SYMBOL(tilery_sim_mbarrier_init) SYMBOL(tilery_sim_mbarrier_inval)
                            SYMBOL(tilery_sim_mbarrier_arrive) SYMBOL(tilery_sim_mbarrier_arrive_drop) SYMBOL(
                                tilery_sim_mbarrier_arrive_expect_tx) SYMBOL(tilery_sim_mbarrier_arrive_drop_expect_tx)
                                SYMBOL(tilery_sim_mbarrier_expect_tx) SYMBOL(tilery_sim_mbarrier_complete_tx) SYMBOL(
                                    tilery_sim_mbarrier_pending_count) SYMBOL(tilery_sim_mbarrier_wait)
                                    SYMBOL(tilery_sim_mbarrier_wait_state) SYMBOL(
                                        tilery_sim_mbarrier_try_wait) SYMBOL(tilery_sim_mbarrier_try_wait_state)
                                        SYMBOL(tilery_sim_mbarrier_test_wait) SYMBOL(
                                            tilery_sim_mbarrier_test_wait_state) SYMBOL(tilery_sim_tma_load)
                                            SYMBOL(tilery_sim_tma_store) SYMBOL(tilery_sim_tma_reduce) SYMBOL(
                                                tilery_sim_tma_prefetch) SYMBOL(tilery_sim_tma_prefetch_map)
                                                SYMBOL(tilery_sim_bulk_load) SYMBOL(
                                                    tilery_sim_bulk_store) SYMBOL(tilery_sim_bulk_copy)
                                                    SYMBOL(tilery_sim_bulk_reduce) SYMBOL(
                                                        tilery_sim_bulk_reduce_shared)
                                                        SYMBOL(tilery_sim_bulk_prefetch) SYMBOL(
                                                            tilery_sim_bulk_commit_group)
                                                            SYMBOL(tilery_sim_bulk_wait_group) SYMBOL(
                                                                tilery_sim_fragment_bind)
                                                                SYMBOL(tilery_sim_fragment_read) SYMBOL(
                                                                    tilery_sim_fragment_write)
                                                                    SYMBOL(tilery_sim_fragment_fence) SYMBOL(
                                                                        tilery_sim_fragment_commit_group)
                                                                        SYMBOL(
                                                                            tilery_sim_fragment_wait_group)
                                                                            SYMBOL(tilery_sim_printf) SYMBOL(
                                                                                tilery_sim_assert_fail)
                                                                                SYMBOL(
                                                                                    tilery_sim_trap)
                                                                                    SYMBOL(
                                                                                        tilery_sim_coord_overflow)
                                                                                        SYMBOL(
                                                                                            tilery_sim_refuel)
#undef SYMBOL
};

const TilerySimSymbol *tilery_sim_symbols(size_t *count) {
  *count = sizeof(kSymbols) / sizeof(kSymbols[0]);
  return kSymbols;
}

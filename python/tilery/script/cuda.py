# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The namespace `T.cuda`."""

from __future__ import annotations

from types import SimpleNamespace

from . import tile_apply
from .cuda_functions import (
    block_dim,
    block_idx,
    cluster_cta_id,
    cluster_cta_rank,
    cluster_dim,
    cluster_id,
    cluster_size,
    cluster_sync,
    cta_pair_id,
    cta_sync,
    cvta_generic_to_shared,
    elect_sync,
    grid_dim,
    grid_sync,
    lane_id,
    linear_thread_id,
    map_shared_rank,
    mbarrier_wait,
    mbarrier_wait_acquire_cluster,
    named_barrier_arrive,
    named_barrier_sync,
    nanosleep,
    printf,
    thread_idx,
    thread_rank,
    warp_id,
    warp_in_warpgroup,
    warp_sync,
    warpgroup_id,
    warpgroup_sync,
)
from .launch import AccessPolicyWindow, KernelAttributes, LaunchConfig
from .tensor_maps import tensormap_encode_tiled
from .types import SharedLayout, as_swizzle


def swizzle(value: object) -> SharedLayout:
    """Row-major with a swizzle of "32B", "64B" or "128B"."""
    return SharedLayout(as_swizzle(value))


def mma_shared_layout(dtype: object, swizzle_mode: object, shape: object) -> SharedLayout:
    """TIRx's spelling: the swizzle by the driver's code 0 to 3. Rows are at most its span."""
    return SharedLayout(as_swizzle(swizzle_mode))


layout = SimpleNamespace(swizzle=swizzle, mma_shared_layout=mma_shared_layout)
tile = SimpleNamespace(apply=tile_apply.apply, ewise=tile_apply.ewise, tx_bytes=tile_apply.tx_bytes)

__all__ = [
    "AccessPolicyWindow",
    "KernelAttributes",
    "LaunchConfig",
    "block_dim",
    "block_idx",
    "cluster_cta_id",
    "cluster_cta_rank",
    "cluster_dim",
    "cluster_id",
    "cluster_size",
    "cluster_sync",
    "cta_pair_id",
    "cta_sync",
    "cvta_generic_to_shared",
    "elect_sync",
    "grid_dim",
    "grid_sync",
    "lane_id",
    "layout",
    "linear_thread_id",
    "map_shared_rank",
    "mbarrier_wait",
    "mbarrier_wait_acquire_cluster",
    "named_barrier_arrive",
    "named_barrier_sync",
    "nanosleep",
    "printf",
    "tensormap_encode_tiled",
    "thread_idx",
    "thread_rank",
    "tile",
    "warp_id",
    "warp_in_warpgroup",
    "warp_sync",
    "warpgroup_id",
    "warpgroup_sync",
]

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Adds one to a tile: in by the copy engine, back by the copy engine."""

from tilery.script import tirx as T


@T.function
def add_one(
    A: T.Tensor((8, 32), "float32", align=16),
    B: T.Tensor((8, 32), "float32", align=16),
):
    T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))
    lane = T.cuda.lane_id()
    tile = T.alloc_shared((8, 32), "float32", layout="default", align=128)
    full = T.alloc_shared((1,), "uint64", align=8)
    if lane == 0:
        T.ptx.mbarrier.init.shared.b64(full.ptr_to([0]), T.uint32(1))
        T.ptx.mbarrier.arrive.expect_tx.shared.b64(full.ptr_to([0]), T.uint32(8 * 32 * 4))
    T.ptx.fence.proxy.async_.shared__cta()
    T.cuda.cta_sync()
    if lane == 0:
        T.cuda.tile.apply(
            T.ptx["cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"],
            tile,
            A,
            box=(8, 32),
            coords=(0, 0),
            mbar=full.ptr_to([0]),
        )
    T.cuda.mbarrier_wait(full.ptr_to([0]), 0)
    for row in range(8):
        tile[row, lane] = tile[row, lane] + 1
    T.ptx.fence.proxy.async_.shared__cta()
    T.cuda.cta_sync()
    if lane == 0:
        T.cuda.tile.apply(
            T.ptx["cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"],
            B,
            tile,
            box=(8, 32),
            coords=(0, 0),
        )
        T.ptx.cp.async_.bulk.commit_group()
        T.ptx.cp.async_.bulk.wait_group(0)
    T.cuda.cta_sync()

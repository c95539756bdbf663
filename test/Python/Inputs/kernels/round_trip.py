# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Copies a matrix through swizzled 64x64 tiles, one a block."""

from tilery.script import tirx as T

LOAD = T.ptx["cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"]
STORE = T.ptx["cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"]
TILE = 64


@T.jit
def round_trip(
    A: T.Tensor((256, 256), "float16"),
    B: T.Tensor((256, 256), "float16"),
    SWIZZLE: T.constexpr = "128B",
):
    T.device_entry(launch=T.cuda.LaunchConfig(grid=(256 // TILE, 256 // TILE), block=128))
    thread = T.cuda.thread_idx("x")
    tile = T.alloc_shared(
        (TILE, TILE), "float16", layout=T.cuda.layout.swizzle(SWIZZLE), align=1024
    )
    full = T.alloc_shared((1,), "uint64", align=8)
    row = T.cuda.block_idx("y") * TILE
    col = T.cuda.block_idx("x") * TILE
    if thread == 0:
        T.ptx.mbarrier.init.shared.b64(full.ptr_to([0]), 1)
    T.ptx.fence.proxy.async_.shared__cta()
    T.cuda.cta_sync()
    if thread == 0:
        T.ptx.mbarrier.arrive.expect_tx.shared.b64(full.ptr_to([0]), T.cuda.tile.tx_bytes(tile))
        T.cuda.tile.apply(LOAD, tile, A, box=(TILE, TILE), coords=(row, col), mbar=full.ptr_to([0]))
    T.cuda.mbarrier_wait(full.ptr_to([0]), 0)
    # Each element goes through a register and back, at its swizzled place.
    for r in range(thread // TILE, TILE, 2):
        c = thread % TILE
        tile[r, c] = tile[r, c] * 2
    T.ptx.fence.proxy.async_.shared__cta()
    T.cuda.cta_sync()
    if thread == 0:
        T.cuda.tile.apply(STORE, B, tile, box=(TILE, TILE), coords=(row, col))
        T.ptx.cp.async_.bulk.commit_group()
        T.ptx.cp.async_.bulk.wait_group(0)

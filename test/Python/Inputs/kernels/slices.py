# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Wide rows in slices of a swizzle: one call copies all slices of a tile."""

from tilery.script import tirx as T

LOAD = T.ptx[
    "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes.L2::cache_hint"
]
STORE = T.ptx["cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group.L2::cache_hint"]
PREFETCH = T.ptx["cp.async.bulk.prefetch.tensor.2d.L2.global.tile"]
ROWS, COLS = 32, 256
# Elements of 16 bits in a row of 128 bytes.
SLICE = 64
SLICES = COLS // SLICE


@T.function
def negate(A: T.Tensor(("m", 512), "float16"), B: T.Tensor(("m", 512), "float16")):
    """B = -A, by tiles of 32 x 256; the next tile of rows comes to the L2 cache meanwhile."""
    T.device_entry(
        launch=T.cuda.LaunchConfig(
            grid=(512 // COLS, min(T.ceildiv(A.shape[0], ROWS), 4)), block=SLICE
        )
    )
    tile = T.alloc_shared((SLICES, ROWS, SLICE), "float16", layout="128B")
    full = T.alloc_shared((1,), "uint64")
    thread = T.cuda.thread_idx()
    col = T.cuda.block_idx("x") * COLS
    rows = T.int32(A.shape[0])
    steps = ((0, SLICE),)
    if thread == 0:
        T.ptx.mbarrier.init.shared.b64(full.ptr_to([0]), 1)
        T.ptx.fence.proxy.async_.shared__cta()
    T.cuda.cta_sync()
    policy = T.ptx.createpolicy.fractional.L2__evict_first.b64()
    phase = 0
    for row in range(T.cuda.block_idx("y") * ROWS, rows, ROWS * T.cuda.grid_dim("y")):
        if thread == 0:
            T.ptx.mbarrier.arrive.expect_tx.shared.b64(full.ptr_to([0]), T.cuda.tile.tx_bytes(tile))
            T.cuda.tile.apply(
                LOAD,
                tile,
                A,
                box=(ROWS, SLICE),
                coords=(row, col),
                coord_steps=steps,
                mbar=full.ptr_to([0]),
                cache_policy=policy,
            )
            behind = row + ROWS * T.cuda.grid_dim("y")
            if behind < rows:
                for s in T.unroll(SLICES):
                    T.cuda.tile.apply(
                        PREFETCH, A, box=(ROWS, SLICE), coords=(behind, col + s * SLICE)
                    )
        T.cuda.mbarrier_wait(full.ptr_to([0]), phase)
        phase ^= 1
        for s in T.unroll(SLICES):
            for r in range(ROWS - 1, -1, -1):
                tile[s, r, thread] = -tile[s, r, thread]
        T.ptx.fence.proxy.async_.shared__cta()
        T.cuda.cta_sync()
        if thread == 0:
            T.cuda.tile.apply(
                STORE,
                B,
                tile,
                box=(ROWS, SLICE),
                coords=(row, col),
                coord_steps=steps,
                cache_policy="evict_first",
            )
            T.ptx.cp.async_.bulk.commit_group()
            T.ptx.cp.async_.bulk.wait_group.read(0)
        T.cuda.cta_sync()
    if thread == 0:
        T.ptx.cp.async_.bulk.wait_group(0)

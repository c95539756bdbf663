# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A ring of stages with warps of two roles: one loads, four work and store."""

from tilery.script import tirx as T

LOAD = T.ptx["cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"]
STORE = T.ptx["cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"]
ROWS, COLS = 32, 64
WORKERS = 128

m = T.int32()
n = T.int32()


@T.inline
def advance(stage, phase, stages):
    """The next stage, and the phase, which turns where the ring wraps."""
    wraps = stage == stages - 1
    if wraps:
        stage = 0
        phase = phase ^ 1
    else:
        stage = stage + 1
    return stage, phase


@T.jit
def double(
    A: T.Tensor((m, n), "float32"),
    B: T.Tensor((m, n), "float32"),
    STAGES: T.constexpr,
    BLOCKS: T.constexpr,
):
    T.device_entry(launch=T.cuda.LaunchConfig(grid=BLOCKS, block=32 + WORKERS))
    ring = T.alloc_shared((STAGES, ROWS, COLS), "float32", align=128)
    full = T.alloc_shared((STAGES,), "uint64", align=8)
    empty = T.alloc_shared((STAGES,), "uint64", align=8)
    thread = T.cuda.thread_idx("x")
    tile_cols = T.ceildiv(n, COLS)
    tiles = T.ceildiv(m, ROWS) * tile_cols
    if thread == 0:
        for s in range(STAGES):
            T.ptx.mbarrier.init.shared.b64(full.ptr_to([s]), 1)
            T.ptx.mbarrier.init.shared.b64(empty.ptr_to([s]), 1)
    T.ptx.fence.proxy.async_.shared__cta()
    T.cuda.cta_sync()
    stage: T.int32 = 0
    if T.cuda.warp_id() == 0:
        if T.cuda.elect_sync():
            phase = 1
            for t in range(T.cuda.block_idx("x"), tiles, T.cuda.grid_dim("x")):
                T.cuda.mbarrier_wait(empty.ptr_to([stage]), phase)
                T.ptx.mbarrier.arrive.expect_tx.shared.b64(full.ptr_to([stage]), ROWS * COLS * 4)
                T.cuda.tile.apply(
                    LOAD,
                    ring[stage],
                    A,
                    box=(ROWS, COLS),
                    coords=(t // tile_cols * ROWS, t % tile_cols * COLS),
                    coord_steps=((0, 0),),
                    mbar=full.ptr_to([stage]),
                )
                stage, phase = advance(stage, phase, STAGES)
    else:
        worker = thread - 32
        phase = 0
        for t in range(T.cuda.block_idx("x"), tiles, T.cuda.grid_dim("x")):
            T.cuda.mbarrier_wait(full.ptr_to([stage]), phase)
            for k in range(worker, ROWS * COLS, WORKERS):
                x = ring[stage, k // COLS, k % COLS]
                ring[stage, k // COLS, k % COLS] = x + x
            T.ptx.fence.proxy.async_.shared__cta()
            T.ptx.bar.sync(1, WORKERS)
            if worker == 0:
                T.cuda.tile.apply(
                    STORE,
                    B,
                    ring[stage],
                    box=(ROWS, COLS),
                    coords=(t // tile_cols * ROWS, t % tile_cols * COLS),
                )
                T.ptx.cp.async_.bulk.commit_group()
                T.ptx.cp.async_.bulk.wait_group.read(0)
                T.ptx.mbarrier.arrive.shared.b64(empty.ptr_to([stage]))
            stage, phase = advance(stage, phase, STAGES)
        if worker == 0:
            T.ptx.cp.async_.bulk.wait_group(0)

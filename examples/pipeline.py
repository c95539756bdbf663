#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A ring of stages: one warp loads tiles, four warps scale them and store them.

Matrices of any size, with rows of a multiple of 16 bytes; runs on the simulator.
"""

import numpy as np
import tilery
from tilery.script import tirx as T
from tilery.script.lang import Pipeline, PipelineState, SMEMPool

LOAD = T.ptx["cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"]
STORE = T.ptx["cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"]
ROWS, COLS = 32, 64
WORKERS = 128

m = T.int32()
n = T.int32()


@T.jit
def scale(
    A: T.Tensor((m, n), "float32"),
    B: T.Tensor((m, n), "float32"),
    factor: T.float32,
    STAGES: T.constexpr = 3,
    BLOCKS: T.constexpr = 132,
):
    T.device_entry(launch=T.cuda.LaunchConfig(grid=BLOCKS, block=WORKERS + 32))
    pool = SMEMPool()
    ring = pool.alloc((STAGES, ROWS, COLS), "float32")
    pipe = Pipeline(pool, STAGES, full="tma", empty="mbar")
    T.ptx.fence.proxy.async_.shared__cta()
    T.cuda.cta_sync()
    tile_cols = T.ceildiv(n, COLS)
    tiles = T.ceildiv(m, ROWS) * tile_cols
    first, step = T.cuda.block_idx(), T.cuda.grid_dim()

    if T.cuda.warp_id() == WORKERS // 32:
        if not T.cuda.elect_sync():
            return
        # Nothing is full at first: the producer waits for the other phase.
        state = PipelineState(STAGES, phase=1)
        for t in range(first, tiles, step):
            pipe.empty.wait(state.stage, state.phase)
            pipe.full.arrive(state.stage, ROWS * COLS * 4)
            T.cuda.tile.apply(
                LOAD, ring[state.stage], A, box=(ROWS, COLS),
                coords=(t // tile_cols * ROWS, t % tile_cols * COLS),
                mbar=pipe.full.ptr_to([state.stage]),
            )  # fmt: skip
            state.advance()
        return

    thread = T.cuda.thread_idx()
    state = PipelineState(STAGES)
    for t in range(first, tiles, step):
        pipe.full.wait(state.stage, state.phase)
        tile = ring.sub[state.stage]
        for k in T.vectorized(4):
            for r in T.unroll(4):
                row, col = thread // 16 + 8 * r, thread % 16 * 4 + k
                tile[row, col] = tile[row, col] * factor
        T.ptx.fence.proxy.async_.shared__cta()
        T.cuda.named_barrier_sync(1, WORKERS)
        if thread == 0:
            T.cuda.tile.apply(
                STORE, B, tile, box=(ROWS, COLS),
                coords=(t // tile_cols * ROWS, t % tile_cols * COLS),
            )  # fmt: skip
            T.ptx.cp.async_.bulk.commit_group()
            # The stage is free when the copy engine has read it.
            T.ptx.cp.async_.bulk.wait_group.read(0)
            pipe.empty.arrive(state.stage)
        state.advance()
    if thread == 0:
        T.ptx.cp.async_.bulk.wait_group(0)


def main() -> None:
    kernel = tilery.compile(scale.specialize(BLOCKS=2), target="sim")
    a = np.random.default_rng(0).standard_normal((150, 132), dtype=np.float32)
    b = np.zeros_like(a)
    kernel(a, b, 3.0)
    assert np.array_equal(b, a * np.float32(3))
    print(f"{a.shape[0]} x {a.shape[1]} numbers, scaled through a ring of 3 stages")


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A persistent kernel: a scheduler of its own, and the pipeline that the package brings."""

from tilery.script import tirx as T
from tilery.script.lang import Pipeline, PipelineState, SMEMPool

LOAD = T.ptx["cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"]
STORE = T.ptx["cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"]
ROWS, COLS = 32, 64
WORKERS = 128

m = T.int32()
n = T.int32()


@T.meta_class
class Scheduler:
    """Gives each block every so many-th tile, columns first in pairs of rows."""

    def __init__(self, tile_rows, tile_cols):
        self.tile_cols = tile_cols
        self.tiles = tile_rows * tile_cols
        self.index = T.local_scalar("int32", 0)

    def init(self, first):
        self.index = first

    def valid(self):
        return self.index < self.tiles

    def corner(self):
        return self.index // self.tile_cols * ROWS, self.index % self.tile_cols * COLS

    def next(self):
        self.index += T.cuda.grid_dim()


@T.jit
def halve(
    A: T.Tensor((m, n), "float32"),
    B: T.Tensor((m, n), "float32"),
    STAGES: T.constexpr = 3,
    BLOCKS: T.constexpr = 2,
):
    T.device_entry(launch=T.cuda.LaunchConfig(grid=BLOCKS, block=WORKERS + 32))
    pool = SMEMPool()
    ring = pool.alloc((STAGES, ROWS, COLS), "float32")
    pipe = Pipeline(pool, STAGES, full="tma", empty="mbar")
    pool.commit()
    T.ptx.fence.proxy.async_.shared__cta()
    T.cuda.cta_sync()
    work = Scheduler(T.int32(T.ceildiv(m, ROWS)), T.int32(T.ceildiv(n, COLS)))
    work.init(T.cuda.block_idx())
    if T.cuda.warp_id() == WORKERS // 32:
        if not T.cuda.elect_sync():
            return
        state = PipelineState(STAGES, phase=1)
        while work.valid():
            row, col = work.corner()
            pipe.empty.wait(state.stage, state.phase)
            pipe.full.arrive(state.stage, ROWS * COLS * 4)
            T.cuda.tile.apply(
                LOAD,
                ring[state.stage],
                A,
                box=(ROWS, COLS),
                coords=(row, col),
                mbar=pipe.full.ptr_to([state.stage]),
            )
            state.advance()
            work.next()
        return
    thread = T.cuda.thread_idx()
    state = PipelineState(STAGES)
    while work.valid():
        row, col = work.corner()
        pipe.full.wait(state.stage, state.phase)
        stage = ring.sub[state.stage]
        for k in T.vectorized(16):
            stage[thread // 4, thread % 4 * 16 + k] *= 0.5
        T.ptx.fence.proxy.async_.shared__cta()
        T.cuda.named_barrier_sync(1, WORKERS)
        if thread == 0:
            T.cuda.tile.apply(
                STORE, B, stage, box=(ROWS, COLS), coords=(row, col), allow_edge_spill=False
            )
            T.ptx.cp.async_.bulk.commit_group()
            T.ptx.cp.async_.bulk.wait_group.read(0)
            pipe.empty.arrive(state.stage)
        state.advance()
        work.next()
    if thread == 0:
        T.ptx.cp.async_.bulk.wait_group(0)

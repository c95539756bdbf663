# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sums of columns: each block adds those of its tile to the result, in the copy engine."""

from tilery.script import tirx as T

LOAD = T.ptx["cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"]
ADD = T.ptx["cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group"]
ROWS, COLS = 32, 64

m = T.int32()
n = T.int32()


@T.jit
def column_sums(
    A: T.Tensor((m, n), "float32"), sums: T.Tensor((1, n), "float32"), WARPS: T.constexpr = 2
):
    """`sums` begins as zeros. Rows and columns behind the edge are loaded as zeros, and not added."""
    T.device_entry(
        launch=T.cuda.LaunchConfig(grid=(T.ceildiv(n, COLS), T.ceildiv(m, ROWS)), block=(32, WARPS))
    )
    tile = T.alloc_shared((ROWS, COLS), "float32")
    partial = T.alloc_shared((1, COLS), "float32")
    full = T.alloc_shared((1,), "uint64")
    thread = T.cuda.linear_thread_id()
    row, col = T.cuda.block_idx("y") * ROWS, T.cuda.block_idx("x") * COLS
    if thread == 0:
        T.ptx.mbarrier.init.shared.b64(full.ptr_to([0]), 1)
        T.ptx.fence.proxy.async_.shared__cta()
        T.ptx.mbarrier.arrive.expect_tx.shared.b64(full.ptr_to([0]), T.cuda.tile.tx_bytes(tile))
        T.cuda.tile.apply(LOAD, tile, A, box=(ROWS, COLS), coords=(row, col), mbar=full.ptr_to([0]))
    T.cuda.cta_sync()
    T.cuda.mbarrier_wait(full.ptr_to([0]), 0)
    for c in range(thread, COLS, 32 * WARPS):
        # Four sums at a time, in registers.
        acc = T.alloc_local((4,), "float32")
        for k in T.unroll(4):
            acc[k] = 0
        for r in range(0, ROWS, 4):
            for k in T.unroll(4):
                acc[k] += tile[r + k, c]
        partial[0, c] = acc[0] + acc[1] + (acc[2] + acc[3])
    T.ptx.fence.proxy.async_.shared__cta()
    T.cuda.cta_sync()
    T.cuda.tile.apply(ADD, sums, partial, box=(1, COLS), coords=(0, col), pred=thread == 0)
    if thread == 0:
        T.ptx.cp.async_.bulk.commit_group()
        T.ptx.cp.async_.bulk.wait_group(0)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Adds a row to each row of a matrix; the blocks of a cluster load the row for each other."""

from tilery.script import tirx as T

MULTICAST = T.ptx[
    "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster"
]
LOAD = T.ptx["cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"]
STORE = T.ptx["cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"]
BLOCKS, ROWS, COLS = 4, 32, 256
PART = COLS // BLOCKS


@T.function
def add_row(
    A: T.Tensor(("m", 1024), "float32"),
    row: T.Tensor((1, 1024), "float32"),
    B: T.Tensor(("m", 1024), "float32"),
):
    clusters = T.ceildiv(A.shape[0], BLOCKS * ROWS)
    T.device_entry(
        launch=T.cuda.LaunchConfig(
            grid=(clusters * BLOCKS, 1024 // COLS), block=COLS, cluster=BLOCKS
        )
    )
    parts = T.alloc_shared((BLOCKS, 1, PART), "float32", align=128)
    tile = T.alloc_shared((ROWS, COLS), "float32", align=128)
    full = T.alloc_shared((1,), "uint64")
    thread = T.cuda.thread_idx("x")
    rank = T.cuda.cluster_cta_rank()
    first_row = T.cuda.block_idx("x") * ROWS
    first_col = T.cuda.block_idx("y") * COLS
    if thread == 0:
        T.ptx.mbarrier.init.shared.b64(full.ptr_to([0]), 1)
        T.ptx.fence.mbarrier_init.release.cluster()
    T.cuda.cluster_sync()
    if thread == 0:
        T.ptx.mbarrier.arrive.expect_tx.shared.b64(full.ptr_to([0]), (ROWS + 1) * COLS * 4)
        T.cuda.tile.apply(
            MULTICAST,
            parts[rank],
            row,
            box=(1, PART),
            coords=(0, first_col + rank * PART),
            mbar=full.ptr_to([0]),
            cta_mask=(1 << BLOCKS) - 1,
        )
        T.cuda.tile.apply(
            LOAD,
            tile,
            A,
            box=(ROWS, COLS),
            coords=(first_row, first_col),
            mbar=full.ptr_to([0]),
        )
    T.cuda.mbarrier_wait(full.ptr_to([0]), 0)
    added = parts[thread // PART, 0, thread % PART]
    for r in T.serial(ROWS):
        tile[r, thread] = tile[r, thread] + added
    T.ptx.fence.proxy.async_.shared__cta()
    T.cuda.cta_sync()
    if thread == 0:
        T.cuda.tile.apply(STORE, B, tile, box=(ROWS, COLS), coords=(first_row, first_col))
        T.ptx.cp.async_.bulk.commit_group()
        T.ptx.cp.async_.bulk.wait_group(0)
    T.cuda.cluster_sync()

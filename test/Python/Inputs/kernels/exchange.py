# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Blocks of a cluster hand each other rows: copies from shared memory to shared memory."""

from tilery.script import tirx as T

LOAD = T.ptx["cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes"]
COPY = T.ptx["cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes"]
STORE = T.ptx["cp.async.bulk.global.shared::cta.bulk_group"]
BLOCKS, COLS = 4, 128
BYTES = COLS * 4


@T.function
def rotate(A: T.Tensor((BLOCKS, COLS), "int32"), B: T.Tensor((BLOCKS, COLS), "int32")):
    """B has A's rows, each one block further."""
    T.device_entry(launch=T.cuda.LaunchConfig(grid=BLOCKS, block=32, cluster=BLOCKS))
    mine = T.alloc_shared((COLS,), "int32")
    theirs = T.alloc_shared((COLS,), "int32")
    bars = T.alloc_shared((2,), "uint64")
    rank = T.cuda.cluster_cta_rank()
    if T.cuda.lane_id() == 0:
        for i in range(2):
            T.ptx.mbarrier.init.shared.b64(bars.ptr_to([i]), 1)
            T.ptx.mbarrier.arrive.expect_tx.shared.b64(T.ptx.SINK, bars.ptr_to([i]), BYTES)
        T.ptx.fence.mbarrier_init.release.cluster()
    T.cuda.cluster_sync()
    if T.cuda.lane_id() == 0:
        LOAD(mine.data, A.ptr_to([rank, 0]), BYTES, bars.ptr_to([0]))
        T.cuda.mbarrier_wait(bars.ptr_to([0]), 0)
        other = (rank + 1) % BLOCKS
        COPY(
            T.cuda.map_shared_rank(theirs.data, other),
            mine.data,
            BYTES,
            T.cuda.map_shared_rank(T.ptx.addr(bars, 8), other),
        )
        T.cuda.mbarrier_wait(bars.ptr_to([1]), 0)
        STORE(B.ptr_to([rank, 0]), theirs.data, BYTES)
        T.ptx.cp.async_.bulk.commit_group()
        T.ptx.cp.async_.bulk.wait_group(0)
    T.cuda.cluster_sync()

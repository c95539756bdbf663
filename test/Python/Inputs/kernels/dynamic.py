# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""y = alpha * x + y over matrices of any size, with edges that the copy engine fills and clips."""

from tilery.script import tirx as T

LOAD = T.ptx["cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"]
STORE = T.ptx["cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"]
ROWS, COLS = 16, 32


def dynamic(dtype: str = "float32"):
    m, n = T.int32(), T.int32()

    @T.function
    def axpy(
        alpha: T.float32,
        X: T.Tensor((m, n), dtype),
        Y: T.Tensor((m, n), dtype),
        Z: T.Tensor((m, n), dtype),
    ):
        T.device_entry(
            launch=T.cuda.LaunchConfig(
                grid=(T.ceildiv(n, COLS), T.ceildiv(m, ROWS)), block=(COLS, 4)
            )
        )
        x = T.alloc_shared((ROWS, COLS), dtype, align=128)
        y = T.alloc_shared((ROWS, COLS), dtype, align=128)
        full = T.alloc_shared((1,), "uint64")
        row = T.cuda.block_idx("y") * ROWS
        col = T.cuda.block_idx("x") * COLS
        tx, ty = T.cuda.thread_idx("x"), T.cuda.thread_idx("y")
        leader = tx == 0 and ty == 0
        if leader:
            T.ptx.mbarrier.init.shared.b64(full.ptr_to([0]), 1)
            T.ptx.fence.proxy.async_.shared__cta()
            bytes_ = T.cuda.tile.tx_bytes(x) + T.cuda.tile.tx_bytes(y)
            T.ptx.mbarrier.arrive.expect_tx.shared.b64(full.ptr_to([0]), bytes_)
            for source, shared in ((X, x), (Y, y)):
                T.cuda.tile.apply(
                    LOAD,
                    shared,
                    source,
                    box=(ROWS, COLS),
                    coords=(row, col),
                    mbar=full.ptr_to([0]),
                )
        T.cuda.cta_sync()
        T.cuda.mbarrier_wait(full.ptr_to([0]), 0)
        for r in range(ROWS - 1 - ty, -1, -4):
            value = alpha * T.float32(x[r, tx]) + T.float32(y[r, tx])
            y[r, tx] = T.cast(value, dtype)
        T.ptx.fence.proxy.async_.shared__cta()
        T.cuda.cta_sync()
        if leader:
            T.cuda.tile.apply(STORE, Z, y, box=(ROWS, COLS), coords=(row, col))
            T.ptx.cp.async_.bulk.commit_group()
            T.ptx.cp.async_.bulk.wait_group(0)

    return axpy

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Transposes a matrix of halves through swizzled tiles."""

import numpy as np
import tilery
from tilery.script import tirx as T

LOAD = T.ptx["cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"]
STORE = T.ptx["cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"]
TILE = 64


@T.function
def transpose(A: T.Tensor(("m", "n"), "float16"), B: T.Tensor(("n", "m"), "float16")):
    m, n = A.shape
    T.device_entry(
        launch=T.cuda.LaunchConfig(grid=(T.ceildiv(n, TILE), T.ceildiv(m, TILE)), block=256)
    )
    # 64 halves are the 128 bytes of a swizzled row: a column lies in 8 groups of banks, not in one.
    source = T.alloc_shared((TILE, TILE), "float16", layout="128B")
    result = T.alloc_shared((TILE, TILE), "float16", layout="128B")
    full = T.alloc_shared((1,), "uint64")
    thread = T.cuda.thread_idx()
    row, col = T.cuda.block_idx("y") * TILE, T.cuda.block_idx("x") * TILE
    if thread == 0:
        T.ptx.mbarrier.init.shared.b64(full.ptr_to([0]), 1)
        T.ptx.fence.proxy.async_.shared__cta()
        T.ptx.mbarrier.arrive.expect_tx.shared.b64(full.ptr_to([0]), T.cuda.tile.tx_bytes(source))
        T.cuda.tile.apply(
            LOAD, source, A, box=(TILE, TILE), coords=(row, col), mbar=full.ptr_to([0])
        )
    T.cuda.cta_sync()
    T.cuda.mbarrier_wait(full.ptr_to([0]), 0)
    for k in range(thread, TILE * TILE, 256):
        result[k // TILE, k % TILE] = source[k % TILE, k // TILE]
    T.ptx.fence.proxy.async_.shared__cta()
    T.cuda.cta_sync()
    if thread == 0:
        T.cuda.tile.apply(STORE, B, result, box=(TILE, TILE), coords=(col, row))
        T.ptx.cp.async_.bulk.commit_group()
        T.ptx.cp.async_.bulk.wait_group(0)


def main() -> None:
    kernel = tilery.compile(transpose, target="sim")
    a = np.random.default_rng(0).standard_normal((104, 136)).astype(np.float16)
    b = np.zeros((136, 104), np.float16)
    kernel(a, b)
    assert np.array_equal(b, a.T)
    print(f"{a.shape[0]} x {a.shape[1]} halves, transposed")


if __name__ == "__main__":
    main()

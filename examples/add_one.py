#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Adds one to 8x32 floats: a copy in, a loop, a copy out.

usage: add_one.py [TARGET], such as "sim" (default), "sm_90a" (prints the PTX)
"""

import sys

import numpy as np
import tilery
from tilery.script import tirx as T

LOAD = T.ptx["cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"]
STORE = T.ptx["cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"]


@T.function
def add_one(
    A: T.Tensor((8, 32), "float32", align=16),
    B: T.Tensor((8, 32), "float32", align=16),
):
    T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))
    lane = T.cuda.lane_id()
    tile = T.alloc_shared((8, 32), "float32", align=128)
    full = T.alloc_shared((1,), "uint64", align=8)
    if lane == 0:
        T.ptx.mbarrier.init.shared.b64(full.ptr_to([0]), 1)
    T.ptx.fence.proxy.async_.shared__cta()
    T.cuda.cta_sync()
    if lane == 0:
        T.ptx.mbarrier.arrive.expect_tx.shared.b64(full.ptr_to([0]), T.cuda.tile.tx_bytes(tile))
        T.cuda.tile.apply(LOAD, tile, A, box=(8, 32), coords=(0, 0), mbar=full.ptr_to([0]))
    T.cuda.mbarrier_wait(full.ptr_to([0]), 0)
    for row in range(8):
        tile[row, lane] = tile[row, lane] + 1
    # The copy engine reads what the threads have written.
    T.ptx.fence.proxy.async_.shared__cta()
    T.cuda.cta_sync()
    if lane == 0:
        T.cuda.tile.apply(STORE, B, tile, box=(8, 32), coords=(0, 0))
        T.ptx.cp.async_.bulk.commit_group()
        T.ptx.cp.async_.bulk.wait_group(0)


def main() -> None:
    target = sys.argv[1] if len(sys.argv) > 1 else "sim"
    kernel = tilery.compile(add_one, target=target)
    if target != "sim":
        print(kernel.asm["ptx"])
        return
    a = np.arange(256, dtype=np.float32).reshape(8, 32)
    b = np.empty_like(a)
    kernel(a, b)
    assert np.array_equal(b, a + 1)
    print(f"{b.size} numbers, each one more than before")


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""add_one.mlir, in Python: the copy engine brings 8x32 floats into shared memory, each of 32
threads adds one to its column, the copy engine takes them back.

Runs on the GPU with torch, or on the simulator with numpy: .venv/bin/python examples/add_one.py
"""

import tilery
from tilery.script import tirx as T

LOAD = T.ptx["cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"]
STORE = T.ptx["cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"]


@T.function
def add_one(A: T.Tensor((8, 32), "float32"), B: T.Tensor((8, 32), "float32")):
    # Above this line is the host's code, which makes the descriptors; below, the kernel's.
    T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))
    lane = T.cuda.lane_id()
    tile = T.alloc_shared((8, 32), "float32", layout="default", align=128)
    full = T.alloc_shared((1,), "uint64")

    # One arrival completes a phase of the barrier, when all expected bytes are in. The copy
    # engine works through the async proxy: the fence shows it the barrier.
    if lane == 0:
        T.ptx.mbarrier.init.shared.b64(full.ptr_to([0]), 1)
    T.ptx.fence.proxy.async_.shared__cta()
    T.cuda.cta_sync()
    if lane == 0:
        T.ptx.mbarrier.arrive.expect_tx.shared.b64(full.ptr_to([0]), 8 * 32 * 4)
        T.cuda.tile.apply(LOAD, tile, A, box=(8, 32), coords=(0, 0), mbar=full.ptr_to([0]))
    T.cuda.mbarrier_wait(full.ptr_to([0]), 0)

    for row in range(8):
        tile[row, lane] = tile[row, lane] + 1

    # Every writer fences, then the block meets, then one thread stores and waits.
    T.ptx.fence.proxy.async_.shared__cta()
    T.cuda.cta_sync()
    if lane == 0:
        T.cuda.tile.apply(STORE, B, tile, box=(8, 32), coords=(0, 0))
        T.ptx.cp.async_.bulk.commit_group()
        T.ptx.cp.async_.bulk.wait_group(0)


def make_arrays(target: str):
    """0 to 255, and room for the sums."""
    if target == "sim":
        import numpy as np

        a = np.arange(256, dtype=np.float32).reshape(8, 32)
        return a, np.zeros_like(a)
    import torch

    a = torch.arange(256, dtype=torch.float32, device="cuda").reshape(8, 32)
    return a, torch.zeros_like(a)


def main() -> None:
    kernel = tilery.compile(add_one)  # for the GPU where there is one, else the simulator
    a, b = make_arrays(kernel.target)
    kernel(a, b)
    assert (b == a + 1).all()
    print(f"{kernel.name} on {kernel.target}: {b[0, :4].tolist()} ... {b[7, 28:].tolist()}")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Time from a Python function to PTX, and to the end of its first launch.

20 distinct kernels (other sizes of the same function), in a warm interpreter, with all
caches off: translation of the function, IR to PTX, the driver's JIT, the launcher's JIT. On a
machine without a GPU the driver's part is missing, and so is the launch. Set
CUDA_CACHE_DISABLE=1; the script does so for itself.
"""

import argparse
import os
import sys
import time
from pathlib import Path

import common
import numpy as np

os.environ["CUDA_CACHE_DISABLE"] = "1"
sys.path.insert(0, str(common.ROOT / "python"))

import tilery
from tilery.script import tirx as T

KERNELS = 20
LOAD = T.ptx["cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"]
STORE = T.ptx["cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"]


def make_function(rows: int, cols: int = 32):
    """Adds one to rows x cols floats, a column a thread."""

    @T.function
    def add_one(A: T.Tensor((rows, cols), "float32"), B: T.Tensor((rows, cols), "float32")):
        T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))
        lane = T.cuda.lane_id()
        shared = T.alloc_shared((rows, cols), "float32", layout="default", align=128)
        full = T.alloc_shared((1,), "uint64", align=8)
        if lane == 0:
            T.ptx.mbarrier.init.shared.b64(full.ptr_to([0]), 1)
        T.ptx.fence.proxy.async_.shared__cta()
        T.cuda.cta_sync()
        if lane == 0:
            T.ptx.mbarrier.arrive.expect_tx.shared.b64(full.ptr_to([0]), rows * cols * 4)
            T.cuda.tile.apply(
                LOAD, shared, A, box=(rows, cols), coords=(0, 0), mbar=full.ptr_to([0])
            )
        T.cuda.mbarrier_wait(full.ptr_to([0]), 0)
        for row in range(rows):
            shared[row, lane] = shared[row, lane] + 1
        T.ptx.fence.proxy.async_.shared__cta()
        T.cuda.cta_sync()
        if lane == 0:
            T.cuda.tile.apply(STORE, B, shared, box=(rows, cols), coords=(0, 0))
            T.ptx.cp.async_.bulk.commit_group()
            T.ptx.cp.async_.bulk.wait_group(0)

    return add_one


def measure(rows: int, target: str, gpu) -> dict[str, float]:
    """Milliseconds of each part for one kernel."""
    start, used = time.perf_counter(), time.process_time()
    text = make_function(rows).ir_text()
    translated = time.perf_counter()
    kernel = tilery.compile(text, target=target)
    compiled, used = time.perf_counter(), time.process_time() - used
    stages = kernel.program.times()
    jit = stages["launch-llvm"] + stages["launch-jit"]
    parts = {
        "front_end": (translated - start) * 1e3,
        "ir_to_ptx": (compiled - translated) * 1e3 - jit,
        "host_jit": jit,
    }
    parts["to_ptx"] = parts["front_end"] + parts["ir_to_ptx"]
    # Of the processor, with the host's JIT: what other processes on the machine do not change.
    parts["cpu_to_compiled"] = used * 1e3
    if gpu is not None:
        from python_launch import DeviceArray

        a = np.zeros((rows, 32), np.float32)
        arrays = DeviceArray(gpu, a), DeviceArray(gpu, a)
        gpu.synchronize()
        before = time.perf_counter()
        kernel(*arrays)
        gpu.synchronize()
        parts["driver_jit_and_launch"] = (time.perf_counter() - before) * 1e3
        parts["to_launched"] = parts["to_ptx"] + jit + parts["driver_jit_and_launch"]
    return parts


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, metavar="FILE.json", required=True)
    options = parser.parse_args()
    gpu, target = None, "sm_90a"
    try:
        target = tilery.get_device().target
        from device import Device

        gpu = Device()
    except tilery.LaunchError:
        print("no GPU: nothing is launched")
    for rows in (101, 102, 103):  # what a process does once
        measure(rows, target, gpu)
    runs = [measure(8 + number, target, gpu) for number in range(KERNELS)]
    spreads = {part: common.spread([run[part] for run in runs]) for part in runs[0]}
    start = time.perf_counter()
    large = measure(256, target, gpu)
    result = common.header("python_compile") | {
        "python": sys.version.split()[0],
        "kernels": KERNELS,
        "parts_ms": spreads,
        "box_of_256_rows_ms": large,
        "seconds": time.perf_counter() - start,
    }
    for part, spread in spreads.items():
        print(f"{part:22} {spread['median']:6.2f} ms ({spread['min']:.2f} to {spread['max']:.2f})")
    common.write(options.out, result)
    return 0


if __name__ == "__main__":
    sys.exit(main())

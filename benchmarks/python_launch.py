#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Host time of calling a kernel from Python, over the bare cuLaunchKernelEx.

Needs a GPU of compute capability 9.0 and tvm-ffi. add_one is called with two tensors, of
torch where it can be imported, else of tvm-ffi and with `__cuda_array_interface__`. The same
launch is made through ctypes with its TensorMaps encoded and its arguments converted
beforehand; what ctypes itself takes for a call of four arguments, measured with a function
that does nothing, is taken off. The contenders take turns, in rounds short of the driver's
queue.
"""

import argparse
import ctypes
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

import common
import numpy as np
from cuda_driver import Launch, RecordedLaunch
from device import Device

PACKAGE = common.ROOT / "python"
CALLS = 200  # a round; the driver's queue holds 1,024 launches


class LaunchConfig(ctypes.Structure):
    """CUlaunchConfig (CUDA driver API)."""

    _fields_ = [
        ("grid", ctypes.c_uint * 3),
        ("block", ctypes.c_uint * 3),
        ("shared_bytes", ctypes.c_uint),
        ("stream", ctypes.c_void_p),
        ("attributes", ctypes.c_void_p),
        ("num_attributes", ctypes.c_uint),
    ]


class DeviceArray:
    """Device memory as frameworks present it."""

    def __init__(self, gpu: Device, array: np.ndarray):
        self.array, self.address = array, gpu.allocate(array.nbytes)
        gpu.upload(self.address, array)

    @property
    def __cuda_array_interface__(self) -> dict:
        return {
            "shape": self.array.shape,
            "typestr": self.array.dtype.str,
            "data": (self.address, False),
            "version": 3,
        }

    def __dlpack_device__(self) -> tuple[int, int]:
        return (2, 0)

    def __dlpack__(self, **_):
        sys.path.insert(0, str(common.ROOT / "test" / "Integration" / "sm90"))
        from dlpack_capsule import make_capsule

        return make_capsule(self.address, self.array)


def bare_launch(gpu: Device, kernel, addresses: list[int], library) -> tuple[Callable, Callable]:
    """The launch through ctypes, and a call of a function that does nothing."""
    log = kernel.record().replace("ptr#", "dev#").splitlines()
    recorded = RecordedLaunch.parse(json.dumps({"log": log}), 8, 32)
    function = gpu.load(kernel.asm["ptx"].encode() + b"\0", recorded.kernel)
    launch = Launch(gpu, function, recorded, addresses, 8, 32)
    config = LaunchConfig((1, 1, 1), (32, 1, 1), recorded.shared, None, None, 0)
    reference = ctypes.byref(config)

    def call(native) -> Callable[[], None]:
        def enqueue(_kept=(launch, config, function)):
            native(reference, function, launch.params, None)

        return enqueue

    return call(gpu.library.cuLaunchKernelEx), call(library.tileryGetVersion)


def contenders(gpu: Device, kernel, a: np.ndarray) -> tuple[dict[str, Callable], list[int], dict]:
    """Calls by name, the addresses of one pair of operands, and how to read the result."""
    arrays = DeviceArray(gpu, a), DeviceArray(gpu, np.zeros_like(a))
    calls = {"cuda_array_interface": lambda: kernel(*arrays)}
    try:
        import torch

        x = torch.from_numpy(a).cuda()
        y = torch.zeros_like(x)
        calls["torch"] = lambda: kernel(x, y)
    except ImportError:
        pass
    import tvm_ffi

    p, q = (tvm_ffi.from_dlpack(array) for array in arrays)
    calls["tvm_ffi"] = lambda: kernel(p, q)
    return calls, [array.address for array in arrays], {"result": arrays[1]}


def microseconds(call: Callable) -> float:
    start = time.perf_counter()
    for _ in range(CALLS):
        call()
    return (time.perf_counter() - start) / CALLS * 1e6


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, metavar="FILE.json", required=True)
    parser.add_argument("--rounds", type=int, default=31)
    options = parser.parse_args()
    version = f"cp{sys.version_info.major}{sys.version_info.minor}"
    sys.path[:0] = [str(PACKAGE), str(common.ROOT / "lib" / "tvm-ffi" / version)]
    import tilery
    from tilery import library

    gpu = Device()
    kernel = tilery.compile(common.EXAMPLES / "add_one.mlir", target="cuda")
    a = np.random.default_rng(1).standard_normal((8, 32), dtype=np.float32)
    calls, addresses, kept = contenders(gpu, kernel, a)
    # A library handle of its own, whose functions have no prototypes.
    plain = ctypes.CDLL(library.find_library())
    calls["bare"], calls["nothing"] = bare_launch(gpu, kernel, addresses, plain)
    for call in calls.values():
        call()
    gpu.synchronize()
    got = np.zeros_like(a)
    gpu.download(kept["result"].address, got)
    if not np.array_equal(got, a + 1):
        raise SystemExit("error: expected the input and one, got something else")

    samples = {name: [] for name in calls}
    for _ in range(options.rounds):
        for name, call in calls.items():
            samples[name].append(microseconds(call))
            gpu.synchronize()
    spreads = {name: common.spread(values) for name, values in samples.items()}
    bare = spreads["bare"]["median"] - spreads["nothing"]["median"]
    result = common.header("python_launch") | {
        "python": sys.version.split()[0],
        "calls_us": spreads,
        "bare_us": bare,
        "over_bare_us": {
            name: spread["median"] - bare
            for name, spread in spreads.items()
            if name not in ("bare", "nothing")
        },
    }
    print(f"bare cuLaunchKernelEx: {bare:.2f} us")
    for name, over in result["over_bare_us"].items():
        print(f"{name}: {spreads[name]['median']:.2f} us, over bare {over:.2f} us")
    common.write(options.out, result)
    return 0


if __name__ == "__main__":
    sys.exit(main())

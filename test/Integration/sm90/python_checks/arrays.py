# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the checks share: arrays in device memory, that come in by `__cuda_array_interface__` or
DLPack, and in host memory for the simulator; torch is not needed."""

import sys
from ctypes import byref, c_uint, c_void_p
from pathlib import Path

import numpy as np
import tilery

ROOT = Path(__file__).resolve().parents[4]
#: "cuda", also of "cuda:0", or "sim".
DEVICE = sys.argv[2].partition(":")[0] if len(sys.argv) > 2 else "sim"
EXAMPLES = ROOT / "examples"
TARGET = "cuda" if DEVICE == "cuda" else "sim"
sys.path.insert(0, str(ROOT / "test" / "Python"))
rng = np.random.default_rng(5)
A = rng.standard_normal((8, 32), dtype=np.float32)


def skip(reason: str) -> None:
    print(reason)
    sys.exit(77)


class GpuArray:
    """An array in device memory, freed with the object."""

    gpu = None

    def __init__(self, array: np.ndarray, stream: int | None = None):
        gpu = get_gpu()
        self.array = np.array(array, order="C")  # a copy: results come back to it
        self.stream = stream  # that its data is made on
        self.address = gpu.allocate(max(self.array.nbytes, 1))
        gpu.upload(self.address, self.array)

    @property
    def __cuda_array_interface__(self) -> dict:
        return {
            "shape": self.array.shape,
            "typestr": self.array.dtype.str,
            "data": (self.address, False),
            "stream": self.stream,
            "version": 3,
        }

    def numpy(self) -> np.ndarray:
        GpuArray.gpu.call("cuCtxSynchronize")
        GpuArray.gpu.download(self.address, self.array)
        return self.array

    def __del__(self):
        if self.gpu is not None:
            self.gpu.free(self.address)


class HostArray:
    """The same in host memory, for the simulator."""

    def __init__(self, array: np.ndarray):
        self.array = np.array(array)

    def numpy(self) -> np.ndarray:
        return self.array


def wrap(array: np.ndarray):
    return GpuArray(array) if DEVICE == "cuda" else HostArray(array)


def pass_on(array):
    return array if DEVICE == "cuda" else array.array


def run(kernel, *arrays: np.ndarray, **options) -> list[np.ndarray]:
    """Calls a kernel on copies of arrays (scalars as they are), and reads all back."""
    held = [wrap(array) if isinstance(array, np.ndarray) else array for array in arrays]
    kernel(*[x if np.isscalar(x) else pass_on(x) for x in held], **options)
    return [x.numpy() for x in held if not np.isscalar(x)]


def example(name: str):
    return tilery.compile(EXAMPLES / f"{name}.mlir", target=TARGET)


def expect(actual: np.ndarray, wanted: np.ndarray) -> None:
    np.testing.assert_array_equal(actual, wanted)


def make_stream() -> c_void_p:
    stream = c_void_p()
    get_gpu().call("cuStreamCreate", byref(stream), c_uint(1))
    return stream


def get_gpu():
    """The driver with the first device's context current."""
    if GpuArray.gpu is None:
        from device import Device

        GpuArray.gpu = Device()
    return GpuArray.gpu


class DLPackArray(GpuArray):
    """The same memory through DLPack, as tvm-ffi takes it."""

    def tensor(self, tvm_ffi):
        return tvm_ffi.from_dlpack(self)

    def __dlpack_device__(self):
        return (2, 0)

    def __dlpack__(self, **_):
        from .dlpack_capsule import make_capsule

        return make_capsule(self.address, self.array)

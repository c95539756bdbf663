# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One check of calls from Python: python_worker.py NAME DEVICE ROOT.

Exit status 0, or 77 where the machine lacks something, with the reason on the last line.
On a GPU, arrays lie in memory of the driver's and come in through
`__cuda_array_interface__`; torch is not needed.
"""

import gc
import sys
import threading
from ctypes import byref, c_uint, c_uint64, c_void_p
from pathlib import Path

import numpy as np
import tilery

NAME, ROOT = sys.argv[1], Path(sys.argv[3])
#: "cuda" for "cuda:0" as well.
DEVICE = sys.argv[2].partition(":")[0]
EXAMPLES = ROOT / "examples"
TARGET = "cuda" if DEVICE == "cuda" else "sim"


def skip(reason: str) -> None:
    print(reason)
    sys.exit(77)


class GpuArray:
    """An array in device memory, freed with the object."""

    gpu = None

    def __init__(self, array: np.ndarray):
        if GpuArray.gpu is None:
            from device import Device

            GpuArray.gpu = Device()
        self.array = np.ascontiguousarray(array)
        self.address = GpuArray.gpu.allocate(max(self.array.nbytes, 1))
        GpuArray.gpu.upload(self.address, self.array)

    @property
    def __cuda_array_interface__(self) -> dict:
        return {
            "shape": self.array.shape,
            "typestr": self.array.dtype.str,
            "data": (self.address, False),
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


rng = np.random.default_rng(5)
A = rng.standard_normal((8, 32), dtype=np.float32)


def check_add_one():
    kernel = example("add_one")
    for _ in range(3):
        expect(run(kernel, A, np.zeros_like(A))[1], A + 1)


def check_round_trip():
    kernel = example("round_trip")
    a = rng.standard_normal((256, 256), dtype=np.float32)
    got = run(kernel, a, np.zeros_like(a))[1]
    reference = tilery.compile(EXAMPLES / "round_trip.mlir", target="sim")
    wanted = np.zeros_like(a)
    reference(a, wanted)
    expect(got, wanted)


def check_copy():
    kernel = example("copy")
    for shape in ((8, 256), (777, 1020), (1, 4)):
        a = rng.standard_normal(shape, dtype=np.float32)
        expect(run(kernel, a, np.zeros_like(a))[1], a)


def check_refused():
    kernel = example("add_one")
    for bad in (A[:4], A.astype(np.float64), A.reshape(-1)):
        try:
            run(kernel, A, bad)
        except (tilery.ArgumentError, tilery.ArgumentTypeError) as error:
            assert "argument #1" in str(error), error
        else:
            raise AssertionError(f"expected an error for {bad.shape} {bad.dtype}, got none")
    expect(run(kernel, A, np.zeros_like(A))[1], A + 1)


def normal(*shape: int) -> np.ndarray:
    return rng.standard_normal(shape, dtype=np.float32)


def check_language():
    """Kernels written in Python, each against numpy and, on a GPU, the simulator."""
    sys.path.insert(0, str(ROOT / "test" / "Python"))
    from Inputs.kernels.add_one import add_one
    from Inputs.kernels.dynamic import dynamic
    from Inputs.kernels.multicast import add_row
    from Inputs.kernels.ring import double
    from Inputs.kernels.round_trip import round_trip

    half = normal(256, 256).astype(np.float16)
    a, x, y, wide = normal(100, 132), normal(37, 88), normal(37, 88), normal(150, 1024)
    row = normal(1, 1024)
    # The function, its arguments, and what the last one is afterwards.
    cases = [
        (add_one, (A, np.zeros_like(A)), A + 1),
        (round_trip.specialize(), (half, np.zeros_like(half)), half * np.float16(2)),
        (double.specialize(STAGES=3, BLOCKS=4), (a, np.zeros_like(a)), a + a),
        (add_row, (wide, row, np.zeros_like(wide)), wide + row),
        (dynamic("float32"), (0.5, x, y, np.zeros_like(x)), np.float32(0.5) * x + y),
    ]
    for function, arguments, wanted in cases:
        for target in dict.fromkeys((TARGET, "sim")):
            kernel = tilery.compile(function, target=target)
            if target == "sim":
                held = [x.copy() if isinstance(x, np.ndarray) else x for x in arguments]
                kernel(*held)
                expect(held[-1], wanted)
            else:
                expect(run(kernel, *arguments)[-1], wanted)
        print(f"{function.name}: {wanted.shape} as numpy has it")


def check_threads():
    kernel = example("add_one")
    failures = []

    def work(number):
        try:
            if DEVICE == "cuda":
                GpuArray.gpu.call("cuCtxSetCurrent", context)
            for _ in range(50):
                a = np.full((8, 32), number, np.float32)
                expect(run(kernel, a, np.zeros_like(a))[1], a + 1)
        except BaseException as error:
            failures.append(error)

    run(kernel, A, np.zeros_like(A))
    context = c_void_p()
    if DEVICE == "cuda":
        GpuArray.gpu.call("cuCtxGetCurrent", byref(context))
    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures[0]


def make_stream() -> c_void_p:
    stream = c_void_p()
    GpuArray.gpu.call("cuStreamCreate", byref(stream), c_uint(1))
    return stream


def check_streams():
    kernel = example("add_one")
    a, b = wrap(A), wrap(np.zeros_like(A))
    stream = make_stream()
    for handle in (stream.value, stream):
        kernel(a, b, stream=handle)
        GpuArray.gpu.call("cuStreamSynchronize", stream)
    expect(b.numpy(), A + 1)


def check_graph():
    """The first launch of a kernel is captured."""
    kernel = example("add_one")
    a, b = wrap(A), wrap(np.zeros_like(A))
    gpu, stream, graph, exec_ = GpuArray.gpu, make_stream(), c_void_p(), c_void_p()
    gpu.call("cuStreamBeginCapture_v2", stream, c_uint(0))
    kernel(a, b, stream=stream.value)
    gpu.call("cuStreamEndCapture", stream, byref(graph))
    expect(b.numpy(), np.zeros_like(A))
    gpu.call("cuGraphInstantiateWithFlags", byref(exec_), graph, c_uint64(0))
    gpu.call("cuGraphLaunch", exec_, stream)
    gpu.call("cuStreamSynchronize", stream)
    expect(b.numpy(), A + 1)


def check_ended_in_flight():
    """Kernels that are collected right after their launch still finish."""
    shape = (4096, 4096)
    a = rng.standard_normal(shape, dtype=np.float32)
    for _ in range(5):
        source, target = wrap(a), wrap(np.zeros_like(a))
        kernel = example("copy")
        kernel(source, target)
        del kernel
        gc.collect()
        expect(target.numpy(), a)


class DLPackArray(GpuArray):
    """The same memory through DLPack, as tvm-ffi takes it."""

    def tensor(self, tvm_ffi):
        return tvm_ffi.from_dlpack(self)

    def __dlpack_device__(self):
        return (2, 0)

    def __dlpack__(self, **_):
        from dlpack_capsule import make_capsule

        return make_capsule(self.address, self.array)


def check_fast_path():
    try:
        import tvm_ffi
    except ImportError as error:
        skip(f"tvm_ffi cannot be imported: {error}")
    kernel = example("add_one")
    a, b = DLPackArray(A), DLPackArray(np.zeros_like(A))
    x, y = a.tensor(tvm_ffi), b.tensor(tvm_ffi)
    for _ in range(3):
        kernel(x, y)
    assert kernel._tvm_ffi is not None, "expected calls through tvm-ffi, got the general way"
    expect(b.numpy(), A + 1)


def check_torch():
    try:
        import torch
    except ImportError as error:
        skip(f"torch cannot be imported: {error}")
    kernel = example("add_one")
    a = torch.arange(256, dtype=torch.float32, device="cuda").reshape(8, 32)
    b = torch.zeros_like(a)
    kernel(a, b)
    assert torch.equal(b, a + 1)
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        b.zero_()
        kernel(a, b)
        c = b.clone()
    side.synchronize()
    assert torch.equal(c, a + 1)
    for bad in (b.double(), b.cpu(), b[:4], b.t().contiguous().t()):
        try:
            kernel(a, bad)
        except (tilery.ArgumentError, tilery.ArgumentTypeError):
            continue
        raise AssertionError(f"expected an error for {bad.shape} {bad.dtype}, got none")


globals()[f"check_{NAME.replace('-', '_')}"]()
print("as expected")

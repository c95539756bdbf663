# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls on the fake driver (test/FakeCuda), one topic a process: fake_calls.py NAME. What they
ask of the driver is in its log, which test_native_calls.py reads."""

import ctypes
import gc
import os
import sys
import threading
from pathlib import Path

import tilery
from tilery import library

ADD_ONE = (Path(__file__).resolve().parents[3] / "examples" / "add_one.mlir").read_text()


class Gpu:
    """The fake driver with memory for two arrays, and streams."""

    def __init__(self):
        self.library = ctypes.CDLL("libcuda.so.1")
        self.context = ctypes.c_void_p()
        self.call("cuInit", 0)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(self.context), 0)
        self.call("cuCtxSetCurrent", self.context)
        address = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(8192))
        self.address = address.value

    def call(self, name, *arguments):
        result = getattr(self.library, name)(*arguments)
        assert result == 0, f"{name}: {result}"

    def stream(self) -> int:
        stream = ctypes.c_void_p()
        self.call("cuStreamCreate", ctypes.byref(stream), 1)
        return stream.value

    def arrays(self, **more):
        return Array(self.address, **more), Array(self.address + 4096, **more)


class Array:
    """Memory of the device, as CuPy and Numba present it."""

    def __init__(self, address, shape=(8, 32), typestr="<f4", read_only=False, **more):
        self.interface = {
            "shape": shape,
            "typestr": typestr,
            "data": (address, read_only),
            "version": 3,
            **more,
        }

    @property
    def __cuda_array_interface__(self):
        return self.interface


class Header(ctypes.Structure):
    """DLPackExchangeAPI (dlpack.h)."""

    _fields_ = [
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("previous", ctypes.c_void_p),
        ("functions", ctypes.c_void_p * 5),
    ]


DESCRIBE = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.POINTER(library.Tensor))
STREAM = ctypes.PYFUNCTYPE(
    ctypes.c_int, ctypes.c_int32, ctypes.c_int32, ctypes.POINTER(ctypes.c_void_p)
)


@DESCRIBE
def describe(tensor, out):
    if tensor.fails:
        return -1
    out[0] = tensor.tensor
    return 0


@STREAM
def current_stream(device_type, device, out):
    out[0] = Tensor.current
    return 0


def make_capsule(major=1):
    header = Header(major, 2)
    header.functions[3] = ctypes.cast(describe, ctypes.c_void_p)
    header.functions[4] = ctypes.cast(current_stream, ctypes.c_void_p)
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = (
        ctypes.py_object,
        [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p],
    )
    return header, new(ctypes.addressof(header), b"dlpack_exchange_api", None)


class Tensor:
    """A tensor of a framework with the exchange API of DLPack, as torch's."""

    header, __dlpack_c_exchange_api__ = make_capsule()
    current = None  # its stream

    def __init__(self, address, code=2, fails=False):
        self.shape = (ctypes.c_int64 * 2)(8, 32)
        self.tensor = library.Tensor(address, 2, 0, 2, library.DataType(code, 32, 1), self.shape)
        self.fails = fails


class Stream:
    """A stream of another library, by the attribute that it has."""

    def __init__(self, attribute, value):
        setattr(self, attribute, value)


class Protocol:
    def __init__(self, handle):
        self.handle_ = handle

    def __cuda_stream__(self):
        return (0, self.handle_)


def message_of(kernel, *arguments, **options) -> str:
    try:
        kernel(*arguments, **options)
    except tilery.TileryError as error:
        return f"{type(error).__name__}: {error}"
    raise AssertionError("expected an error, got none")


def compile_add_one():
    return tilery.compile(ADD_ONE, target="cuda")


def check_streams():
    """One launch for each way of naming a stream, in the order of the streams."""
    gpu, kernel = Gpu(), compile_add_one()
    a, b = gpu.arrays()
    forms = [
        lambda handle: handle,
        ctypes.c_void_p,
        lambda handle: Stream("cuda_stream", handle),
        lambda handle: Stream("ptr", handle),
        lambda handle: Stream("handle", ctypes.c_void_p(handle)),
        Protocol,
    ]
    for form in forms:
        kernel(a, b, stream=form(gpu.stream()))
    kernel(*gpu.arrays(stream=gpu.stream()))
    kernel(out=b, stream=gpu.stream(), **{"in": a})
    for text in ("text", object()):
        try:
            kernel(a, b, stream=text)
        except TypeError as error:
            assert "expected a stream of torch or CuPy" in str(error), error
        else:
            raise AssertionError("expected an error, got none")


def check_exchange():
    """Tensors with the exchange API launch on their framework's stream."""
    gpu, kernel = Gpu(), compile_add_one()
    a, b = Tensor(gpu.address), Tensor(gpu.address + 4096)
    for stream in (gpu.stream(), gpu.stream(), None):
        Tensor.current = stream
        kernel(a, b)
    Tensor.current = gpu.stream()
    kernel(a, b, stream=gpu.stream())
    for bad in (Tensor(gpu.address, fails=True), Tensor(gpu.address + 4), Tensor(gpu.address, 5)):
        # Left to the package, which knows no other way to these.
        message = message_of(kernel, a, bad)
        assert message.startswith("ArgumentTypeError: Mismatched type of "), message

    class Newer(Tensor):
        header, __dlpack_c_exchange_api__ = make_capsule(major=2)

    message = message_of(kernel, Newer(gpu.address), b)
    assert "Mismatched type of in" in message, message


def check_default_streams():
    """None, 0 and the two numbers that are its name."""
    gpu, kernel = Gpu(), compile_add_one()
    for more in ({}, {"stream": None}, {"stream": 1}):
        kernel(*gpu.arrays(**more))
    kernel(*gpu.arrays(), stream=0)


def check_two_streams():
    """What another stream makes is waited for, unless the caller takes care of the order."""
    gpu, kernel = Gpu(), compile_add_one()
    first, second = gpu.stream(), gpu.stream()
    a, b = Array(gpu.address, stream=first), Array(gpu.address + 4096, stream=second)
    kernel(a, b)
    kernel(a, b, stream=first)
    # A framework's stream beside an array's: left to the package, as waiting is its part.
    Tensor.current = second
    tensor = Tensor(gpu.address + 4096)
    kernel(a, tensor, stream=first)
    assert "Mismatched type of out" in message_of(kernel, a, tensor)
    Tensor.current = first
    kernel(a, tensor)


def check_refused():
    """The same words for what the quick way and the general one see."""
    gpu, kernel = Gpu(), compile_add_one()
    a, b = gpu.arrays()
    where = " on argument #1 when calling:\n  `add_one_launch(in: Tensor([8, 32], float32), "
    where += "out: Tensor([8, 32], float32))`,\n  "
    host = ctypes.create_string_buffer(1024)
    expected = [
        (Array(gpu.address, (4, 32)), "ArgumentError: Invalid out.shape[0]", "expected 8, got 4"),
        (
            Array(gpu.address, typestr="<i4"),
            "ArgumentTypeError: Mismatched out.dtype",
            "expected float32, got int32",
        ),
        (
            Array(gpu.address, typestr=">f4"),
            "ArgumentTypeError: Mismatched out.dtype",
            "expected float32, got >f4",
        ),
        (
            Array(gpu.address, strides=(256, 8)),
            "ArgumentError: Mismatched out.strides",
            "expected to be compact array, got strides [64, 2] for shape [8, 32]",
        ),
        (
            Array(gpu.address, read_only=True),
            "ArgumentError: Invalid out",
            "expected a tensor that can be written, as the kernel writes it, got a read-only one",
        ),
        (
            Array(ctypes.addressof(host)),
            "ArgumentError: Mismatched out.device_type",
            "expected cuda, got cpu",
        ),
        (Array(0), "ArgumentError: out data pointer is NULL", "expected non-NULL data pointer"),
    ]
    for bad, what, rest in expected:
        message = message_of(kernel, a, bad)
        assert message == what + where + rest, message
    message = message_of(kernel, Array(gpu.address, (7, 32)), Array(gpu.address, (8, 31)))
    assert "Invalid in.shape[0]" in message and "Invalid out.shape[1]" in message, message
    kernel(Array(gpu.address, read_only=True), b)


def check_broken_interfaces():
    """Objects that lie about what they are; whatever is raised, it is an exception."""
    gpu, kernel = Gpu(), compile_add_one()
    a, b = gpu.arrays()
    for field in ("shape", "typestr", "data", "strides", "stream", "mask"):
        for value in (3, "x", None, (), ("a", "b"), (1 << 70, False), (-1, 2), [8, 32], object()):
            bad = Array(gpu.address)
            bad.interface[field] = value
            try:
                kernel(a, bad)
            except Exception:
                continue
    for interface in (None, [], {}, 3):
        bad = Array(gpu.address)
        bad.interface = interface
        try:
            kernel(a, bad)
        except Exception:
            continue
        raise AssertionError(f"expected an error for {interface}, got none")
    kernel(a, b)


def check_types():
    """More types of arguments than are remembered."""
    gpu, kernel = Gpu(), compile_add_one()
    for number in range(100):
        kind = type(f"Array{number}", (Array,), {})
        kernel(kind(gpu.address), kind(gpu.address + 4096))


def check_threads():
    gpu, kernel = Gpu(), compile_add_one()
    failures = []

    def work():
        try:
            for _ in range(50):
                kernel(*gpu.arrays())
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures[0]


def check_end():
    """The kernel's code goes with the last reference, also one in a cycle."""
    gpu = Gpu()
    for _ in range(2):
        kernel = compile_add_one()
        kernel(*gpu.arrays())
        kernel.itself = kernel
        del kernel
        gc.collect()


def check_fork():
    """A child that comes before the first use can launch."""
    kernel = tilery.compile(ADD_ONE, target="sm_90a")
    child = os.fork()
    if child == 0:
        status = 1
        try:
            kernel(*Gpu().arrays())
            status = 0
        finally:
            os._exit(status)
    assert os.waitpid(child, 0)[1] == 0


if __name__ == "__main__":
    globals()[f"check_{sys.argv[1]}"]()

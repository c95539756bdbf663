# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arguments of calls, as the C API takes them.

Anything with DLPack or `__cuda_array_interface__`, numpy arrays, buffers, numbers, and
addresses of tensor maps. Nothing is copied. Kernels for the GPU take torch tensors, numbers and
arrays of CuPy without this module (lib/CAPI/PythonArguments.cpp); it takes all others, and says
what is wrong with an argument.
"""

from __future__ import annotations

import ctypes
import numbers
import operator
import sys
from collections.abc import Mapping

from . import dtypes
from . import library as lib
from .errors import LaunchError


class Unusable(Exception):
    """Why an object is no argument; `kind` is the exception that the caller sees."""

    def __init__(self, what: str, expected: str, got: str, is_type: bool = True):
        self.what, self.expected, self.got, self.is_type = what, expected, got, is_type


def _describe(value) -> str:
    kind = type(value)
    module = kind.__module__
    return kind.__qualname__ if module == "builtins" else f"{module}.{kind.__qualname__}"


def _make_tensor(data, device, dtype, shape, strides, name, byte_strides=True):
    """A DLTensor; `strides` in bytes, or in elements, or None."""
    rank = len(shape)
    tensor = lib.Tensor()
    tensor.data = data
    tensor.device_type, tensor.device_id = device
    tensor.ndim = rank
    tensor.dtype = lib.DataType(dtype[0], dtype[1], 1)
    tensor.shape = (ctypes.c_int64 * rank)(*shape)
    if strides is not None:
        if byte_strides:
            size = dtype[1] // 8
            if any(stride % size for stride in strides):
                raise Unusable(
                    f"Mismatched {name}.strides",
                    f"multiples of the element's {size} bytes",
                    str(tuple(strides)),
                    is_type=False,
                )
            strides = [stride // size for stride in strides]
        tensor.strides = (ctypes.c_int64 * rank)(*strides)
    return tensor


def _from_numpy(array, parameter):
    dtype = dtypes.of_numpy(array.dtype)
    if dtype is None:
        raise Unusable(f"Mismatched {parameter.name}.dtype", parameter.dtype_name, str(array.dtype))
    if parameter.is_written and not array.flags.writeable:
        raise Unusable(
            f"Invalid {parameter.name}",
            "an array that can be written, as the kernel writes it",
            "a read-only one",
            is_type=False,
        )
    return _make_tensor(
        array.ctypes.data, (lib.DEVICE_CPU, 0), dtype, array.shape, array.strides, parameter.name
    ), array


class _Managed(ctypes.Structure):
    """DLManagedTensor, as far as it is read."""

    _fields_ = [("tensor", lib.Tensor)]


class _ManagedVersioned(ctypes.Structure):
    """DLManagedTensorVersioned."""

    _fields_ = [
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("context", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
        ("flags", ctypes.c_uint64),
        ("tensor", lib.Tensor),
    ]


_READ_ONLY = 1  # DLPACK_FLAG_BITMASK_READ_ONLY

_get_name = ctypes.pythonapi.PyCapsule_GetName
_get_name.restype, _get_name.argtypes = ctypes.c_char_p, [ctypes.py_object]
_get_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_get_pointer.restype, _get_pointer.argtypes = (
    ctypes.c_void_p,
    [ctypes.py_object, ctypes.c_char_p],
)


def _export(value):
    """The DLPack capsule of an object, without any synchronisation of streams: the launch
    goes to the stream that its data is made on. Of a tensor that requires grad it is the
    data."""
    if hasattr(value, "requires_grad") and hasattr(value, "detach"):
        value = value.detach()
    if hasattr(value, "block_until_ready"):
        value.block_until_ready()  # JAX has streams of its own
    on_gpu = value.__dlpack_device__()[0] == lib.DEVICE_CUDA
    stream = {"stream": -1} if on_gpu else {}
    try:
        return value.__dlpack__(max_version=(1, 0), **stream)
    except TypeError:  # written before DLPack 1.0
        return value.__dlpack__(**stream)


def _from_dlpack(value, parameter):
    capsule = _export(value)
    name = _get_name(capsule)
    pointer = _get_pointer(capsule, name)
    if name == b"dltensor_versioned":
        managed = _ManagedVersioned.from_address(pointer)
        if parameter.is_written and managed.flags & _READ_ONLY:
            raise Unusable(
                f"Invalid {parameter.name}",
                "a tensor that can be written, as the kernel writes it",
                "a read-only one",
                is_type=False,
            )
        return managed.tensor, capsule
    return _Managed.from_address(pointer).tensor, capsule


def _locate(address: int) -> tuple[int, int]:
    """The device of an address: __cuda_array_interface__ does not say which."""
    device = lib.Device()
    lib.load().tileryGetPointerDevice(address or 0, device)
    return device.type, device.id


def _read_cuda_array(value, parameter) -> tuple:
    """Type, address, whether it is read-only, shape and strides."""
    try:
        interface = value.__cuda_array_interface__
        address, read_only = interface["data"]
        shape, strides = tuple(map(operator.index, interface["shape"])), interface.get("strides")
        if strides is not None:
            strides = tuple(map(operator.index, strides))
            if len(strides) != len(shape):
                raise ValueError(f"{len(shape)} extents and {len(strides)} strides")
        if any(not 0 <= extent < 2**63 for extent in shape):
            raise ValueError(f"extents {shape}")
        return (
            str(interface["typestr"]),
            operator.index(address or 0),
            bool(read_only),
            shape,
            strides,
            interface.get("mask"),
        )
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise Unusable(
            f"Mismatched type of {parameter.name}",
            "an array whose __cuda_array_interface__ has shape, typestr and data",
            f"{_describe(value)}, whose one has not: {error!r}",
        ) from None


def _from_cuda_array(value, parameter, on_gpu):
    typestr, address, read_only, shape, strides, mask = _read_cuda_array(value, parameter)
    if mask is not None:
        raise Unusable(f"Invalid {parameter.name}", "an array without a mask", "one with a mask")
    dtype = dtypes.of_typestr(typestr)
    if dtype is None:
        raise Unusable(f"Mismatched {parameter.name}.dtype", parameter.dtype_name, typestr)
    if parameter.is_written and read_only:
        raise Unusable(
            f"Invalid {parameter.name}",
            "a tensor that can be written, as the kernel writes it",
            "a read-only one",
            is_type=False,
        )
    return _make_tensor(
        address or None,
        _locate(address) if on_gpu else (lib.DEVICE_UNKNOWN, 0),
        dtype,
        shape,
        strides,
        parameter.name,
    ), value


# Formats of the struct module, with their native sizes.
_BUFFER_KINDS = {**dict.fromkeys("bhilq", "i"), **dict.fromkeys("BHILQ", "u"), "?": "b"}
_BUFFER_KINDS.update(dict.fromkeys("efd", "f"))


def _from_buffer(value, parameter):
    view = memoryview(value)
    kind = _BUFFER_KINDS.get(view.format)
    if kind is None:
        raise Unusable(f"Mismatched {parameter.name}.dtype", parameter.dtype_name, view.format)
    if view.readonly and parameter.is_written:
        raise Unusable(
            f"Invalid {parameter.name}",
            "a buffer that can be written, as the kernel writes it",
            "a read-only one",
            is_type=False,
        )
    if view.readonly or view.nbytes == 0:
        # ctypes gives no address of these.
        raise Unusable(
            f"Mismatched type of {parameter.name}",
            "a tensor with DLPack, or a buffer that can be written and is not empty",
            _describe(value),
        )
    if not view.c_contiguous:
        raise Unusable(
            f"Mismatched {parameter.name}.strides",
            "a compact buffer",
            f"strides {view.strides}",
            is_type=False,
        )
    dtype = dtypes.of_typestr(f"<{kind}{view.itemsize}")
    keep = (ctypes.c_char * view.nbytes).from_buffer(view)
    return _make_tensor(
        ctypes.addressof(keep), (lib.DEVICE_CPU, 0), dtype, view.shape, None, parameter.name
    ), keep


def _check_torch(value, parameter):
    """Tensors that are not what their memory says: neither DLPack nor the array interface
    tells of it."""
    for attribute, cure in (("is_neg", "resolve_neg"), ("is_conj", "resolve_conj")):
        if hasattr(value, cure) and getattr(value, attribute)():
            raise Unusable(
                f"Invalid {parameter.name}",
                f"numbers as they are in memory; call .{cure}()",
                "a view of negated ones" if cure == "resolve_neg" else "a view of conjugates",
                is_type=False,
            )


def _to_tensor(value, parameter, on_gpu):
    """(DLTensor, what keeps it alive) of any array."""
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(value, numpy.ndarray):
        return _from_numpy(value, parameter)
    if hasattr(value, "__dlpack__"):
        try:
            _check_torch(value, parameter)
            return _from_dlpack(value, parameter)
        except Unusable:
            raise
        except Exception as error:
            # Frameworks refuse types that DLPack lacks; the other interface may have them.
            if not hasattr(value, "__cuda_array_interface__"):
                raise Unusable(
                    f"Mismatched type of {parameter.name}",
                    f"a tensor of {parameter.dtype_name} with DLPack",
                    f"{_describe(value)}, which is none: {_first_line(error)}",
                ) from error
    if hasattr(value, "__cuda_array_interface__"):
        return _from_cuda_array(value, parameter, on_gpu)
    try:
        memoryview(value)
    except TypeError:
        return None
    return _from_buffer(value, parameter)


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]


def _to_address(value) -> int | None:
    if isinstance(value, ctypes.c_void_p):
        return value.value or 0
    return int(value) if isinstance(value, numbers.Integral) else None


# Of arguments that cannot be handed over: the launcher refuses it.
_KIND_UNUSABLE = 255


class Arguments:
    """The arguments of one call. `faults` says by position which cannot be handed over,
    and why; such a call is refused."""

    def __init__(self, parameters, values, host_only: bool, on_gpu: bool = False):
        count = len(values)
        self.count = count
        self.values = (lib.Value * count)()
        self.kinds = (ctypes.c_uint8 * count)()
        self.kept = []
        self.faults: dict[int, Unusable] = {}
        self._on_gpu = on_gpu
        for index, value in enumerate(values):
            try:
                self._set(index, value, parameters[index], host_only)
            except Unusable as fault:
                self.faults[index] = fault
                self.kinds[index] = _KIND_UNUSABLE

    def _set(self, index, value, parameter, host_only):
        target = self.values[index]
        if parameter.kind == lib.KIND_MAP:
            address = _to_address(value)
            if address is None:
                raise Unusable(
                    f"Mismatched type of {parameter.name}",
                    "the address of a CUtensorMap in host memory",
                    _describe(value),
                )
            target.map = address
            self.kinds[index] = lib.KIND_MAP
            return
        if isinstance(value, numbers.Integral) or type(value).__name__ == "bool_":
            number = int(value)
            if not -(2**63) <= number < 2**64:
                raise Unusable(
                    f"Invalid {parameter.name}", parameter.dtype_name, str(number), is_type=False
                )
            if parameter.kind == lib.KIND_FLOAT:
                target.f = float(number)
                self.kinds[index] = lib.KIND_FLOAT
            else:
                target.i = number - 2**64 if number >= 2**63 else number
                self.kinds[index] = lib.KIND_INT
            return
        if isinstance(value, numbers.Real):
            target.f = float(value)
            self.kinds[index] = lib.KIND_FLOAT
            return
        converted = _to_tensor(value, parameter, self._on_gpu)
        if converted is None:
            expected = (
                f"a tensor of {parameter.dtype_name} with DLPack or __cuda_array_interface__"
                if parameter.kind == lib.KIND_TENSOR
                else parameter.dtype_name
            )
            raise Unusable(f"Mismatched type of {parameter.name}", expected, _describe(value))
        tensor, keep = converted
        if host_only and tensor.device_type != lib.DEVICE_CPU:
            raise Unusable(
                f"Mismatched {parameter.name}.device_type",
                "cpu, as the kernel runs in the simulator",
                "cuda",
                is_type=False,
            )
        self.kept.append((tensor, keep))
        target.tensor = ctypes.pointer(tensor)
        self.kinds[index] = lib.KIND_TENSOR


def _stream_of(value) -> int | None:
    """The stream on which the data of an argument is made; None where nothing says so."""
    module = type(value).__module__.partition(".")[0]
    if module == "torch":
        if not getattr(value, "is_cuda", False):
            return None
        return sys.modules["torch"].cuda.current_stream(value.device).cuda_stream
    if module == "cupy":
        return sys.modules["cupy"].cuda.get_current_stream().ptr
    try:
        interface = getattr(value, "__cuda_array_interface__", None)
    except Exception:  # of arrays that are not on a GPU
        return None
    return interface.get("stream") if isinstance(interface, Mapping) else None


# Names of the default stream (CU_STREAM_LEGACY).
_DEFAULT_STREAMS = (0, 1)


def meet_streams(values) -> int:
    """The stream of the first GPU array, to launch on. Data that is made on others is
    waited for, as __cuda_array_interface__ asks of consumers."""
    streams = []
    for value in values:
        stream = _stream_of(value)
        if stream is not None:
            streams.append(0 if stream in _DEFAULT_STREAMS else stream)
    for other in dict.fromkeys(streams[1:]):
        if other != streams[0]:
            status = lib.load().tileryWaitForStream(other)
            if status != lib.OK:
                raise LaunchError(
                    f"expected arguments whose streams can be waited for, got CUDA error {status} "
                    f"for stream {other:#x}; give stream= where the order is taken care of",
                    status,
                )
    return streams[0] if streams else 0


def stream_handle(stream) -> int:
    """The CUstream of an int, a pointer, or a stream of torch, CuPy, cuda.core or numba."""
    if isinstance(stream, numbers.Integral):
        return int(stream)
    if isinstance(stream, ctypes.c_void_p):
        return stream.value or 0
    for attribute in ("cuda_stream", "ptr", "handle"):
        handle = getattr(stream, attribute, None)
        if handle is not None:
            return getattr(handle, "value", handle) or 0
    if hasattr(stream, "__cuda_stream__"):
        return stream.__cuda_stream__()[1]
    raise TypeError(
        "expected a stream of torch or CuPy, an object with __cuda_stream__, or a handle as an "
        f"int, got {_describe(stream)}"
    )

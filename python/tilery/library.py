# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""libtilery: its C structs and functions (include/tilery-c), loaded at first use."""

from __future__ import annotations

import ctypes
import functools
import os
from ctypes import (
    POINTER,
    Structure,
    Union,
    c_char,
    c_char_p,
    c_double,
    c_int32,
    c_int64,
    c_size_t,
    c_uint8,
    c_uint16,
    c_uint32,
    c_uint64,
    c_void_p,
    py_object,
)

API_VERSION = 2

# TileryStatus.
OK, BAD_ARGUMENT, BAD_ARGUMENT_TYPE, BAD_TENSOR_MAP, BAD_LAUNCH = range(5)
COMPILE_FAILED, SIMULATION_FAILED, INTERNAL, WRITE_FAILED = 100, 101, 102, 103

# TILERY_KIND_*.
KIND_TENSOR, KIND_INT, KIND_FLOAT, KIND_MAP = range(4)

# Device types and type codes, as DLPack has them.
DEVICE_UNKNOWN, DEVICE_CPU, DEVICE_CUDA = 0, 1, 2

SEVERITIES = ("note", "remark", "warning", "error")


class Device(Structure):
    """DLPack's DLDevice."""

    _fields_ = [("type", c_int32), ("id", c_int32)]


class DataType(Structure):
    _fields_ = [("code", c_uint8), ("bits", c_uint8), ("lanes", c_uint16)]


class Tensor(Structure):
    """DLPack's DLTensor."""

    _fields_ = [
        ("data", c_void_p),
        ("device_type", c_int32),
        ("device_id", c_int32),
        ("ndim", c_int32),
        ("dtype", DataType),
        ("shape", POINTER(c_int64)),
        ("strides", POINTER(c_int64)),
        ("byte_offset", c_uint64),
    ]


class Value(Union):
    _fields_ = [("i", c_int64), ("f", c_double), ("tensor", POINTER(Tensor)), ("map", c_void_p)]


class CompileOptions(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("target", c_char_p),
        ("simulate", c_int32),
        ("ptx", c_int32),
        ("cubin", c_int32),
        ("line_info", c_int32),
        ("checks", c_int32),
        ("parse_only", c_int32),
        ("ptxas", c_char_p),
        ("libdevice", c_char_p),
        ("cubins", c_char_p),
    ]


class DiagnosticStruct(Structure):
    pass


DiagnosticStruct._fields_ = [
    ("severity", c_int32),
    ("line", c_uint32),
    ("column", c_uint32),
    ("num_notes", c_uint32),
    ("file", c_char_p),
    ("text", c_char_p),
    ("notes", POINTER(POINTER(DiagnosticStruct))),
    ("rendered", c_char_p),
]


class Parameter(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("type", c_char_p),
        ("kind", c_int32),
        ("rank", c_int32),
        ("dtype", DataType),
        ("is_read", c_int32),
        ("is_written", c_int32),
        ("shape", POINTER(c_int64)),
        ("strides", POINTER(c_int64)),
        ("symbols", POINTER(c_char_p)),
        ("allows_spill", c_int32),
        ("box_rank", c_int32),
        ("box", POINTER(c_int64)),
        ("map", c_void_p),
    ]


class Entry(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("signature", c_char_p),
        ("num_parameters", c_int32),
        ("reserved", c_int32),
        ("parameters", POINTER(POINTER(Parameter))),
    ]


class KernelInfo(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("target", c_char_p),
        ("ptx", c_int32),
        ("registers", c_int32),
        ("block", c_int32 * 3),
        ("cluster", c_int32 * 3),
        ("static_shared", c_int64),
        ("dynamic_shared", c_int64),
    ]


class ExportOptions(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("form", c_char_p),
        ("host", c_char_p),
        ("no_cuda_header", c_int32),
        ("tvm_ffi", c_int32),
    ]


class Launch(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("args", POINTER(Value)),
        ("kinds", POINTER(c_uint8)),
        ("num_args", c_int32),
        ("reserved", c_int32),
        ("stream", c_void_p),
        ("error", c_char_p),
        ("error_size", c_size_t),
        ("device", c_void_p),
    ]


class DeviceInfo(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("name", c_char * 96),
        ("target", c_char * 16),
        ("ordinal", c_int32),
        ("driver_version", c_int32),
        ("kind", c_int32),
        ("tensor_device", c_int32),
        ("major", c_int32),
        ("minor", c_int32),
        ("shared_limit", c_int32),
        ("multiprocessors", c_int32),
    ]


class SimOptions(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("seed", c_uint64),
        ("order", c_int32),
        ("checks", c_int32),
        ("workers", c_uint32),
        ("trace", c_uint32),
        ("interrupt", POINTER(c_uint8)),
        ("step_limit", c_uint64),
    ]


class SimPlace(Structure):
    _fields_ = [
        ("file", c_char_p),
        ("line", c_uint32),
        ("column", c_uint32),
        ("op", c_char_p),
        ("operand", c_char_p),
    ]


class SimNote(Structure):
    _fields_ = [("text", c_char_p), ("place", SimPlace)]


class SimFinding(Structure):
    _fields_ = [
        ("id", c_char_p),
        ("name", c_char_p),
        ("severity", c_int32),
        ("has_thread", c_int32),
        ("block", c_uint32 * 3),
        ("thread", c_uint32),
        ("count", c_uint64),
        ("text", c_char_p),
        ("rendered", c_char_p),
        ("buffer", c_char_p),
        ("place", SimPlace),
        ("other", SimPlace),
        ("num_notes", c_size_t),
        ("notes", POINTER(POINTER(SimNote))),
    ]


class SimReport(Structure):
    _fields_ = [
        ("is_complete", c_int32),
        ("is_clean", c_int32),
        ("num_findings", c_size_t),
        ("findings", POINTER(POINTER(SimFinding))),
        ("output", c_char_p),
        ("transfers", c_uint64),
        ("bytes", c_uint64),
        ("switches", c_uint64),
        ("seconds", c_double),
        ("launches", c_uint64),
        ("blocks", c_uint64),
        ("threads", c_uint64),
        ("phases", c_uint64),
        ("workers", c_uint32),
        ("reserved", c_uint32),
        ("trace", c_char_p),
    ]


_SIGNATURES = {
    "tileryGetApiVersion": (c_uint32, []),
    "tileryGetVersion": (c_char_p, []),
    "tileryGetStatusText": (c_char_p, [c_int32]),
    "tileryGetLastError": (c_char_p, []),
    "tileryInitCompileOptions": (None, [POINTER(CompileOptions), c_size_t]),
    "tileryCompile": (
        c_int32,
        [c_char_p, c_size_t, c_char_p, POINTER(CompileOptions), POINTER(c_void_p)],
    ),
    "tileryProgramRelease": (None, [c_void_p]),
    "tileryProgramGetDiagnostics": (
        c_size_t,
        [c_void_p, POINTER(POINTER(POINTER(DiagnosticStruct)))],
    ),
    "tileryProgramGetEntries": (c_size_t, [c_void_p, POINTER(POINTER(POINTER(Entry)))]),
    "tileryProgramGetKernels": (c_size_t, [c_void_p, POINTER(POINTER(POINTER(KernelInfo)))]),
    "tileryProgramGetStage": (
        c_int32,
        [c_void_p, c_char_p, POINTER(c_void_p), POINTER(c_size_t)],
    ),
    "tileryProgramGetTimes": (c_char_p, [c_void_p]),
    "tileryProgramExport": (c_int32, [c_void_p, c_char_p, POINTER(ExportOptions)]),
    "tileryLaunchEntry": (c_int32, [c_void_p, c_size_t, POINTER(Launch)]),
    "tileryRecordEntry": (c_int32, [c_void_p, c_size_t, POINTER(Launch), POINTER(c_void_p)]),
    "tileryFreeText": (None, [c_void_p]),
    "tileryGetDevice": (c_int32, [c_int32, POINTER(DeviceInfo), c_char_p, c_size_t]),
    "tileryInitSimOptions": (None, [POINTER(SimOptions), c_size_t]),
    "tilerySimulateEntry": (
        c_int32,
        [
            c_void_p,
            c_size_t,
            POINTER(Launch),
            POINTER(SimOptions),
            POINTER(POINTER(SimReport)),
        ],
    ),
    "tileryFreeSimReport": (None, [POINTER(SimReport)]),
    "tileryGetPointerDevice": (None, [c_uint64, POINTER(Device)]),
    "tileryWaitForStream": (c_int32, [c_void_p]),
}

# Those that deal with Python objects, and so are called with the GIL held.
_PYTHON_SIGNATURES = {
    "tileryPythonMakeBase": (py_object, [c_size_t]),
    "tileryPythonBind": (None, [py_object, c_void_p, c_size_t]),
}


def find_library() -> str:
    """Path of libtilery.so: TILERY_LIBRARY, beside the package, or in a build folder."""
    if named := os.environ.get("TILERY_LIBRARY"):
        return named
    package = os.path.dirname(os.path.abspath(__file__))
    root = os.path.dirname(os.path.dirname(package))
    folders = [os.path.join(package, "lib"), os.path.join(root, "lib")]
    folders += [os.path.join(root, "build", preset, "lib") for preset in ("dev", "ci", "portable")]
    for folder in folders:
        path = os.path.join(folder, "libtilery.so")
        if os.path.isfile(path):
            return path
    raise ImportError(
        f"expected libtilery.so in one of {', '.join(folders)}, got none; build it with "
        "`utils/test --build-only`, or set TILERY_LIBRARY to its path"
    )


def _declare(library, signatures):
    for name, (result, arguments) in signatures.items():
        function = getattr(library, name)
        function.restype = result
        function.argtypes = arguments
    return library


@functools.cache
def load() -> ctypes.CDLL:
    """The library, with the signatures of its functions."""
    path = find_library()
    library = _declare(ctypes.CDLL(path), _SIGNATURES)
    version = library.tileryGetApiVersion()
    if version != API_VERSION:
        raise ImportError(f"expected version {API_VERSION} of the C API, got {version} in {path}")
    return library


@functools.cache
def load_for_python() -> ctypes.PyDLL:
    """The functions of the library that deal with Python objects."""
    load()
    return _declare(ctypes.PyDLL(find_library()), _PYTHON_SIGNATURES)


@functools.cache
def callable_base() -> type:
    """A class whose calls launch what an object was bound to, without Python code in
    between; what is left to Python goes to `_call`, and errors to `_raise`."""
    return load_for_python().tileryPythonMakeBase(object.__basicsize__)

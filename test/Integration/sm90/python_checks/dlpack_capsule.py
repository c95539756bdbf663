# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""DLPack capsules of device memory that something else owns, made with ctypes alone."""

import ctypes

import numpy as np

CUDA = 2
_CODES = {"i": 0, "u": 1, "f": 2}


class DLTensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


class DLManagedTensor(ctypes.Structure):
    _fields_ = [
        ("tensor", DLTensor),
        ("context", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),  # none: nothing is owned
    ]


# What capsules point to lives as long as the process.
_alive = []


def make_capsule(address: int, array: np.ndarray):
    """A "dltensor" capsule of `array`'s shape and type at a device address."""
    shape = (ctypes.c_int64 * array.ndim)(*array.shape)
    managed = DLManagedTensor()
    tensor = managed.tensor
    tensor.data, tensor.device_type, tensor.device_id = address, CUDA, 0
    tensor.ndim, tensor.shape = array.ndim, shape
    tensor.code, tensor.bits, tensor.lanes = _CODES[array.dtype.kind], array.itemsize * 8, 1
    _alive.append((managed, shape))
    new = ctypes.pythonapi.PyCapsule_New
    new.restype = ctypes.py_object
    new.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    return new(ctypes.addressof(managed), b"dltensor", None)

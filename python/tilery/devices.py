# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The GPUs of the machine. Asking for one initialises the CUDA driver, and nothing else
does before the first call of a kernel."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass

from . import library as lib
from .errors import LaunchError


@dataclass(frozen=True)
class Device:
    ordinal: int
    name: str  # "NVIDIA H200"
    target: str  # what to compile for: "sm_90a"
    driver_version: int  # 13000 for CUDA 13.0


def get_device(ordinal: int = 0) -> Device:
    """The GPU of that number; LaunchError with the reason where there is none."""
    info = lib.DeviceInfo(struct_size=ctypes.sizeof(lib.DeviceInfo))
    text = ctypes.create_string_buffer(1024)
    status = lib.load().tileryGetDevice(ordinal, info, text, len(text))
    if status != lib.OK:
        # The C API's devices that play a GPU are targets here.
        message = text.value.decode("utf-8", "replace")
        raise LaunchError(
            message.replace("use the device 'record'", 'compile with target="sim"'), status
        )
    return Device(info.ordinal, info.name.decode(), info.target.decode(), info.driver_version)

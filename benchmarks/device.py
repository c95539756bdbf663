# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Memory, events and launches on the first GPU, through the driver alone; in torch's
context where torch is loaded, as both use the device's primary one."""

import ctypes
import json
from collections.abc import Callable
from ctypes import byref, c_float, c_int, c_size_t, c_uint32, c_uint64, c_void_p

import numpy as np
from cuda_driver import TYPE_BYTES, Driver, aligned_map, code, numbers, parse_call

#: CUdevice_attribute.
L2_CACHE_SIZE = 38


class Device(Driver):
    """The driver with the first device's primary context current."""

    def __init__(self) -> None:
        super().__init__()
        self.call("cuInit", 0)
        self.device, context = c_int(), c_void_p()
        self.call("cuDeviceGet", byref(self.device), 0)
        self.call("cuDevicePrimaryCtxRetain", byref(context), self.device)
        self.call("cuCtxSetCurrent", context)

    def device_attribute(self, attribute: int) -> int:
        value = c_int()
        self.call("cuDeviceGetAttribute", byref(value), attribute, self.device)
        return value.value

    def allocate(self, bytes: int) -> int:
        address = c_uint64()
        self.call("cuMemAlloc_v2", byref(address), c_size_t(bytes))
        return address.value

    def free(self, address: int) -> None:
        self.call("cuMemFree_v2", c_uint64(address))

    def upload(self, address: int, array: np.ndarray) -> None:
        self.call(
            "cuMemcpyHtoD_v2",
            c_uint64(address),
            c_void_p(array.ctypes.data),
            c_size_t(array.nbytes),
        )

    def download(self, address: int, array: np.ndarray) -> None:
        self.call(
            "cuMemcpyDtoH_v2",
            c_void_p(array.ctypes.data),
            c_uint64(address),
            c_size_t(array.nbytes),
        )

    def poison(self, address: int, bytes: int) -> None:
        self.call("cuMemsetD8_v2", c_uint64(address), ctypes.c_ubyte(0xE7), c_size_t(bytes))

    def copy(self, target: int, source: int, bytes: int) -> None:
        """Enqueues a copy on the default stream."""
        self.call(
            "cuMemcpyDtoDAsync_v2",
            c_uint64(target),
            c_uint64(source),
            c_size_t(bytes),
            c_void_p(None),
        )

    def synchronize(self) -> None:
        self.call("cuCtxSynchronize")

    def milliseconds(self, work: Callable[[], None]) -> float:
        """Between two events on the default stream around the work."""
        events = (c_void_p(), c_void_p())
        for event in events:
            self.call("cuEventCreate", byref(event), 0)
        self.call("cuEventRecord", events[0], c_void_p(None))
        work()
        self.call("cuEventRecord", events[1], c_void_p(None))
        self.call("cuEventSynchronize", events[1])
        passed = c_float()
        self.call("cuEventElapsedTime", byref(passed), *events)
        for event in events:
            self.call("cuEventDestroy_v2", event)
        return passed.value


class RecordedKernel:
    """A launch as it was recorded over small operands, made over large ones: their extents,
    strides and the grid replace the recorded ones. Maps have the operands' rank."""

    def __init__(
        self,
        device: Device,
        function: c_void_p,
        record: str,
        operands: list[tuple[int, tuple[int, ...], tuple[int, ...]]],
        grid: int,
    ) -> None:
        """`operands` are addresses, shapes and strides in elements, outer to inner."""
        self.device, self.function = device, function
        maps, launch = [], None
        for line in json.loads(record)["log"]:
            if line.startswith("cuTensorMapEncodeTiled("):
                text = parse_call(line)
                operand = operands[int(text["address"].removeprefix("dev#"))]
                maps.append(self._encode(text, *operand))
            elif line.startswith("cuLaunchKernelEx("):
                launch = parse_call(line)
        if launch is None:
            raise ValueError("expected a launch in the record, got none")
        self.grid, self.block = [grid, 1, 1], numbers(launch["block"])
        self.shared = int(launch["sharedBytes"])
        self.kept, pointers = [maps], []
        for text in (word.strip() for word in launch["params"][1:-1].split(",")):
            kind, _, number = text.partition("#")
            if kind == "map":
                pointers.append(ctypes.addressof(maps[int(number)][0]))
                continue
            if kind != "dev":
                raise ValueError(f"expected maps and addresses as parameters, got {text}")
            value = c_uint64(operands[int(number)][0])
            self.kept.append(value)
            pointers.append(ctypes.addressof(value))
        self.params = (c_void_p * len(pointers))(*pointers)

    def _encode(
        self, text: dict[str, str], address: int, shape: tuple[int, ...], strides: tuple[int, ...]
    ) -> tuple:
        map, memory = aligned_map()
        rank, size = len(shape), TYPE_BYTES[code(text["type"])]
        box, steps = numbers(text["box"]), numbers(text["elementStrides"])
        outer = [stride * size for stride in reversed(strides[:-1])]
        self.device.call(
            "cuTensorMapEncodeTiled",
            byref(map),
            code(text["type"]),
            c_uint32(rank),
            c_void_p(address),
            (c_uint64 * rank)(*reversed(shape)),
            (c_uint64 * max(rank - 1, 1))(*outer),
            (c_uint32 * rank)(*box),
            (c_uint32 * rank)(*steps),
            code(text["interleave"]),
            code(text["swizzle"]),
            code(text["l2Promotion"]),
            code(text["fill"]),
        )
        return map, memory

    def enqueue(self) -> None:
        self.device.call(
            "cuLaunchKernel",
            self.function,
            *self.grid,
            *self.block,
            self.shared,
            c_void_p(None),
            self.params,
            None,
        )

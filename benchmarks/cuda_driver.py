# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The CUDA driver calls that a launcher makes, made from Python in torch's context.

The static half of every TensorMap and of the launch comes from the launcher itself:
from the log that `tilery-run --device=record` writes. Only addresses and sizes are
filled in here.
"""

import ctypes
import json
import re
from dataclasses import dataclass, field

CUDA_SUCCESS = 0
MAX_DYNAMIC_SHARED = 8
REGISTERS, LOCAL_BYTES, SHARED_BYTES = 4, 3, 1


class DriverError(Exception):
    """A driver call failed."""


class TensorMap(ctypes.Structure):
    """CUtensorMap: 128 bytes, which the driver wants 64-byte aligned."""

    _fields_ = [("opaque", ctypes.c_uint64 * 16)]


def aligned_map() -> tuple[TensorMap, object]:
    """A TensorMap at a multiple of 64, and the memory that it lies in."""
    memory = ctypes.create_string_buffer(128 + 64)
    offset = -ctypes.addressof(memory) % 64
    return TensorMap.from_buffer(memory, offset), memory


class Driver:
    """libcuda.so.1, with errors as exceptions."""

    def __init__(self) -> None:
        self.library = ctypes.CDLL("libcuda.so.1")

    def call(self, name: str, *arguments: object) -> None:
        result = getattr(self.library, name)(*arguments)
        if result != CUDA_SUCCESS:
            text = ctypes.c_char_p()
            self.library.cuGetErrorName(result, ctypes.byref(text))
            raise DriverError(f"{name}: {(text.value or b'?').decode()} ({result})")

    def load(self, image: bytes, name: str) -> ctypes.c_void_p:
        """The function of a cubin. The module stays loaded."""
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        self.call("cuModuleLoadData", ctypes.byref(module), image)
        self.call("cuModuleGetFunction", ctypes.byref(function), module, name.encode())
        return function

    def attribute(self, function: ctypes.c_void_p, attribute: int) -> int:
        value = ctypes.c_int()
        self.call("cuFuncGetAttribute", ctypes.byref(value), attribute, function)
        return value.value


def parse_call(line: str) -> dict[str, str]:
    """The arguments of a recorded call; lists stay text."""
    inside = line[line.index("(") + 1 : line.rindex(")")]
    return {
        match[1]: match[2]
        for match in re.finditer(r"(\w+)=(\[[^\]]*\]|[^,]*(?:\([^)]*\))?)", inside)
    }


def numbers(text: str) -> list[int]:
    return [int(word) for word in re.findall(r"-?\d+", text)]


def code(text: str) -> int:
    """The number of an enumeration, which follows its name: `f32 (7)`."""
    return int(text[text.rindex("(") + 1 : text.rindex(")")])


@dataclass
class RecordedLaunch:
    """What a launcher does: read from the record of a run with `rows` x `columns`."""

    rows: int
    columns: int
    kernel: str = ""
    grid: list[int] = field(default_factory=list)
    block: list[int] = field(default_factory=list)
    shared: int = 0
    maps: list[dict[str, str]] = field(default_factory=list)
    params: list[str] = field(default_factory=list)

    @staticmethod
    def parse(recorded: str, rows: int, columns: int) -> "RecordedLaunch":
        launch = RecordedLaunch(rows, columns)
        for line in json.loads(recorded)["log"]:
            if line.startswith("cuTensorMapEncodeTiled("):
                launch.maps.append(parse_call(line))
            elif line.startswith("cuLaunchKernelEx("):
                call = parse_call(line)
                launch.kernel = call["kernel"].removeprefix("@")
                launch.grid, launch.block = numbers(call["grid"]), numbers(call["block"])
                launch.shared = int(call["sharedBytes"])
                launch.params = [word.strip() for word in call["params"][1:-1].split(",")]
        if not launch.kernel:
            raise ValueError("expected a launch in the record, got none")
        return launch

    def grid_of(self, rows: int, columns: int) -> list[int]:
        """The grid for other sizes: as many blocks as tiles, where the recorded launch
        had that many; else the recorded one."""
        width, height = numbers(self.maps[0]["box"])

        def tiles(rows: int, columns: int) -> int:
            return -(-rows // height) * -(-columns // width)

        if self.grid[0] != tiles(self.rows, self.columns):
            return self.grid
        return [tiles(rows, columns), 1, 1]


#: Bytes of the TensorMap types that tensors have here: f16, f32 and f64.
TYPE_BYTES = {6: 2, 7: 4, 8: 8}


class Launch:
    """A launch over two compact matrices, ready to be enqueued."""

    def __init__(
        self,
        driver: Driver,
        function: ctypes.c_void_p,
        recorded: RecordedLaunch,
        addresses: list[int],
        rows: int,
        columns: int,
    ) -> None:
        self.driver, self.function, self.recorded = driver, function, recorded
        self.grid = recorded.grid_of(rows, columns)
        maps = [self.encode(text, addresses, rows, columns) for text in recorded.maps]
        self.kept = [maps]
        sizes = {str(recorded.rows): rows, str(recorded.columns): columns}
        pointers = []
        for text in recorded.params:
            kind, _, number = text.partition("#")
            if kind == "map":
                pointers.append(ctypes.addressof(maps[int(number)][0]))
                continue
            value = ctypes.c_uint64(addresses[int(number)] if kind == "dev" else sizes[text])
            self.kept.append(value)
            pointers.append(ctypes.addressof(value))
        self.params = (ctypes.c_void_p * len(pointers))(*pointers)

    def encode(self, text: dict[str, str], addresses: list[int], rows: int, columns: int) -> tuple:
        """The map of the record over other memory of another size."""
        map, memory = aligned_map()
        address = addresses[int(text["address"].removeprefix("dev#"))]
        box, steps = numbers(text["box"]), numbers(text["elementStrides"])
        self.driver.call(
            "cuTensorMapEncodeTiled",
            ctypes.byref(map),
            code(text["type"]),
            ctypes.c_uint32(2),
            ctypes.c_void_p(address),
            (ctypes.c_uint64 * 2)(columns, rows),
            (ctypes.c_uint64 * 1)(columns * TYPE_BYTES[code(text["type"])]),
            (ctypes.c_uint32 * 2)(*box),
            (ctypes.c_uint32 * 2)(*steps),
            code(text["interleave"]),
            code(text["swizzle"]),
            code(text["l2Promotion"]),
            code(text["fill"]),
        )
        return map, memory

    def enqueue(self, stream: int) -> None:
        self.driver.call(
            "cuLaunchKernel",
            self.function,
            *self.grid,
            *self.recorded.block,
            self.recorded.shared,
            ctypes.c_void_p(stream),
            self.params,
            None,
        )

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_launcher.py FORM FOLDER MODULE LIBTILERY: calls one launcher with each of
FOLDER/cases.json and prints what comes back. FORM is jit, object or cpp: the last
two are FOLDER/FORM.so."""

import ctypes as c
import json
import os
import re
import sys
from pathlib import Path

CAPACITY = 4096
SCALARS = {
    "int8": c.c_int8, "int16": c.c_int16, "int32": c.c_int32, "int64": c.c_int64,
    "float16": c.c_float, "bfloat16": c.c_float, "float32": c.c_float, "float64": c.c_double,
}  # fmt: skip


class Tensor(c.Structure):
    """DLTensor."""

    _fields_ = (
        ("data", c.c_void_p), ("device", c.c_int32 * 2), ("ndim", c.c_int32),
        ("code", c.c_uint8), ("bits", c.c_uint8), ("lanes", c.c_uint16),
        ("shape", c.c_void_p), ("strides", c.c_void_p), ("byte_offset", c.c_uint64),
    )  # fmt: skip


class Launch(c.Structure):
    """TileryLaunch."""

    _fields_ = (
        ("size", c.c_size_t), ("args", c.c_void_p), ("kinds", c.c_void_p),
        ("num_args", c.c_int32), ("reserved", c.c_int32), ("stream", c.c_void_p),
        ("error", c.c_char_p), ("error_size", c.c_size_t), ("device", c.c_void_p),
    )  # fmt: skip


def make_tensor(argument: dict, keep: list) -> int:
    shape = (c.c_int64 * len(argument["shape"]))(*argument["shape"])
    strides = argument["strides"]
    strides = (c.c_int64 * len(strides))(*strides) if strides else None
    # NAME_launch is told no device.
    tensor = Tensor(
        argument["data"], (c.c_int32 * 2)(0, 0), len(shape), *argument["type"], 1,
        c.addressof(shape), c.addressof(strides) if strides else None, 0,
    )  # fmt: skip
    keep += [shape, strides, tensor]
    return c.addressof(tensor)


class Jit:
    def __init__(self, module: Path, library: str, entry: int):
        self.entry = entry
        self.library = c.CDLL(library)
        self.program = c.c_void_p()
        text = module.read_bytes()
        status = self.library.tileryCompile(
            text, c.c_size_t(len(text)), b"module", None, c.byref(self.program)
        )
        assert status == 0, status

    def call(self, arguments: list[dict], message) -> int:
        keep, values = [], []
        for argument in arguments:
            if "value" not in argument:
                values.append(make_tensor(argument, keep))
            elif SCALARS[argument["dtype"]] in (c.c_float, c.c_double):
                number = SCALARS[argument["dtype"]](argument["value"]).value
                values.append(int.from_bytes(bytes(c.c_double(number)), "little"))
            else:
                values.append(argument["value"])
        array = (c.c_uint64 * len(values))(*[value % 2**64 for value in values])
        launch = Launch(
            c.sizeof(Launch), c.addressof(array), None, len(values), 0, None,
            c.cast(message, c.c_char_p), CAPACITY, None,
        )  # fmt: skip
        return self.library.tileryLaunchEntry(self.program, c.c_size_t(self.entry), c.byref(launch))


class Library:
    def __init__(self, path: Path, name: str, header: str):
        library = c.CDLL(str(path))
        self.function = getattr(library, f"{name}_launch")
        declaration = re.search(rf"^int {name}_launch\(([^)]*)\);", header, re.MULTILINE)
        parameters = declaration.group(1).split(",")[:-3]
        self.parameters = [parameter.split()[-1].lstrip("*") for parameter in parameters]

    def call(self, arguments: list[dict], message) -> int:
        values = self.make_values(arguments)
        return self.function(*values, None, message, c.c_size_t(CAPACITY))

    def make_values(self, arguments: list[dict]) -> list:
        """By the names of the parameters: of tensors and scalars, of symbols, and
        x_size0 and x_stride0."""
        known = {}
        for argument in arguments:
            name = argument["name"]
            if "value" in argument:
                known[name] = SCALARS[argument["dtype"]](argument["value"])
                continue
            known[name] = c.c_void_p(argument["data"])
            for i, size in enumerate(argument["shape"]):
                symbol = argument["symbols"][i] or f"{name}_size{i}"
                known.setdefault(symbol, c.c_int64(size))
            for i, stride in enumerate(argument["strides"] or ()):
                known[f"{name}_stride{i}"] = c.c_int64(stride)
        return [known[parameter] for parameter in self.parameters]


def main() -> None:
    form, folder, module, library = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]), sys.argv[4]
    cases = json.loads((folder / "cases.json").read_text())
    if form == "jit":
        launcher = Jit(module, library, cases["entry"])
    else:
        name = cases["name"]
        header = (folder / "include" / f"{name}.h").read_text()
        launcher = Library(folder / f"{form}.so", name, header)
    message = c.create_string_buffer(CAPACITY)
    for case in cases["cases"]:
        message.value = b""
        print(launcher.call(case, message), message.value.decode(), flush=True)
    # What unloads at the end is not compared.
    os._exit(0)


main()

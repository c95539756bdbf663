# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random arguments of NAME_launch, from a launcher's metadata (NAME.json)."""

import random

# DLPack's codes, by the names of NAME.json: code, bits.
TYPES = {
    "int8": (0, 8), "int16": (0, 16), "int32": (0, 32), "int64": (0, 64),
    "float16": (2, 16), "float32": (2, 32), "float64": (2, 64), "bfloat16": (4, 16),
}  # fmt: skip


class Cases:
    def __init__(self, metadata: dict, seed: int):
        self.operands = metadata["operands"]
        self.random = random.Random(seed)

    def make(self) -> list[dict]:
        """Sizes that agree with each other; some pointers are null or misaligned."""
        symbols: dict[str, int] = {}
        arguments = [self.make_argument(operand, symbols) for operand in self.operands]
        if self.random.random() < 0.3:
            self.random.choice(arguments).update(data=self.random.choice((0, 0x7F0000000004)))
        return arguments

    def make_size(self, size, symbols: dict[str, int]) -> int:
        if isinstance(size, int):
            return size
        extents = (0, 1, 8, 32, 100, 128, 256, 4096, 2**31, 2**40)
        weights = (1, 1, 4, 4, 4, 4, 4, 2, 1, 1)
        value = self.random.choices(extents, weights)[0]
        return symbols.setdefault(size, value) if size else value

    def make_argument(self, operand: dict, symbols: dict[str, int]) -> dict:
        name, dtype = operand["name"], operand["dtype"]
        if operand["kind"] == "scalar":
            return {"name": name, "dtype": dtype, "value": self.make_scalar(name, dtype, symbols)}
        shape = [self.make_size(size, symbols) for size in operand["shape"]]
        strides, step = [], 1
        for size in reversed(shape):
            strides.insert(0, step)
            step *= max(1, size)
        if operand["strides"] != "compact":
            known = zip(strides, operand["strides"], strict=True)
            strides = [self.make_stride(own) if given is None else given for own, given in known]
        return {
            "name": name, "dtype": dtype, "type": TYPES[dtype], "shape": shape,
            "strides": strides if operand["strides"] != "compact" or self.random.random() < 0.5
            else None,
            "symbols": operand["symbols"],
            "data": 0x7F0000000000 + 2**32 * self.random.randrange(64),
        }  # fmt: skip

    def make_stride(self, compact: int) -> int:
        return self.random.choice((compact, compact, compact + 4, compact + 1))

    def make_scalar(self, name: str, dtype: str, symbols: dict[str, int]) -> float:
        if dtype.startswith(("float", "bfloat")):
            return self.random.choice((0.0, -1.5, 3.25, 65504.0))
        bits = TYPES[dtype][1]
        value = self.random.choice((0, 1, 16, 32, 100, 2 ** (bits - 1) - 1))
        return symbols.setdefault(name, value)

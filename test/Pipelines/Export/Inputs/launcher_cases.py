# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random arguments of a launcher, from its metadata (NAME.json): good ones and bad."""

import random

CUDA, CPU = 2, 1
# DLPack's codes, by the names of NAME.json: code, bits.
TYPES = {
    "int8": (0, 8), "int16": (0, 16), "int32": (0, 32), "int64": (0, 64),
    "float16": (2, 16), "float32": (2, 32), "float64": (2, 64), "bfloat16": (4, 16),
}  # fmt: skip


class Cases:
    def __init__(self, metadata: dict, seed: int):
        self.operands = metadata["operands"]
        self.random = random.Random(seed)

    def make(self) -> dict:
        """A call of the DLPack entry, or of the plain one, which takes sizes that
        agree with each other only."""
        plain = self.random.random() < 0.3
        symbols: dict[str, int] = {}
        arguments = [self.make_argument(o, symbols) for o in self.operands]
        if not plain and self.random.random() < 0.6:
            for _ in range(self.random.choice((1, 1, 2, 3))):
                self.damage(self.random.choice(arguments))
        if plain and self.random.random() < 0.3:
            self.random.choice(arguments).update(data=self.random.choice((0, 0x7F0000000004)))
        return {"plain": plain, "arguments": arguments}

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
            "symbols": operand["symbols"], "device": [CUDA, 0],
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

    def damage(self, argument: dict) -> None:
        if "value" in argument:
            argument["value"] = argument["value"] + 1 if argument["value"] < 100 else 0
            return
        shape = argument["shape"]
        at = self.random.randrange(len(shape))
        kind = self.random.randrange(8)
        if kind == 0:
            argument["data"] = 0
        elif kind == 1:
            argument["data"] += self.random.choice((1, 4, 8))
        elif kind == 2:
            shape[at] += self.random.choice((1, 5))
        elif kind == 3:
            argument["device"] = self.random.choice(([CPU, 0], [CUDA, 3], [99, 0]))
        elif kind == 4:
            argument["type"] = self.random.choice(((2, 16), (0, 32), (4, 16), (2, 64)))
        elif kind == 5 and argument["strides"]:
            argument["strides"][at] = self.random.choice((0, -1, 3, 2**40))
        elif kind == 6:
            shape.append(1)
            argument["strides"] = None
        else:
            argument["missing"] = True

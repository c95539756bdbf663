# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Element types, and the symbols that stand for sizes known at the launch."""

from __future__ import annotations

import difflib
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DType:
    """A type of numbers: `T.float32` and its like.

    In an annotation it is a scalar parameter or a mutable local; called in a kernel it converts;
    called outside of one, without arguments, it makes a symbolic dimension.

    kind  "i" signed, "u" unsigned, "f" float, "m" a float that can only be moved, "b" bool
    mlir  the type in tile IR: integers are signless
    """

    name: str
    kind: str
    bits: int
    mlir: str

    def __call__(self, *args: object) -> Dim:
        if args:
            raise TypeError(f"T.{self.name}(x) converts in a kernel; this is not in one")
        if self.kind not in "iu":
            raise TypeError(f"a dimension is an integer, not {self.name}")
        return Dim()

    def __repr__(self) -> str:
        return self.name

    @property
    def is_int(self) -> bool:
        return self.kind in "iu"

    @property
    def is_float(self) -> bool:
        return self.kind == "f"

    @property
    def bytes(self) -> int:
        return max(1, self.bits // 8)

    def limits(self) -> tuple[int, int]:
        """The least and the largest integer that it holds."""
        if self.kind == "b":
            return 0, 1
        if self.kind == "u":
            return 0, (1 << self.bits) - 1
        return -(1 << (self.bits - 1)), (1 << (self.bits - 1)) - 1


class Dim:
    """A size that is known at the launch. Equal symbols are equal sizes.

    Its name is that of the variable that holds it.
    """

    __slots__ = ("name",)

    def __init__(self, name: str | None = None) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name or "a symbolic dimension"


def _make() -> dict[str, DType]:
    types = [
        DType("bool", "b", 1, "i1"),
        DType("index", "i", 64, "index"),
        DType("float16", "f", 16, "f16"),
        DType("bfloat16", "f", 16, "bf16"),
        DType("float32", "f", 32, "f32"),
        DType("float64", "f", 64, "f64"),
        DType("float8_e4m3fn", "m", 8, "f8E4M3FN"),
        DType("float8_e5m2", "m", 8, "f8E5M2"),
    ]
    for bits in (8, 16, 32, 64):
        types.append(DType(f"int{bits}", "i", bits, f"i{bits}"))
        types.append(DType(f"uint{bits}", "u", bits, f"i{bits}"))
    return {t.name: t for t in types}


DTYPES = _make()
BOOL = DTYPES["bool"]
INDEX = DTYPES["index"]
INT32 = DTYPES["int32"]
INT64 = DTYPES["int64"]
UINT64 = DTYPES["uint64"]
FLOAT32 = DTYPES["float32"]


def as_dtype(value: object) -> DType:
    """The type that a name or a `DType` means. numpy's and torch's types go by their names."""
    if isinstance(value, DType):
        return value
    name = value if isinstance(value, str) else getattr(value, "name", None) or str(value)
    name = str(name).removeprefix("torch.")
    name = {"float8_e4m3": "float8_e4m3fn", "half": "float16", "float": "float32"}.get(name, name)
    found = DTYPES.get(name)
    if found is None:
        close = difflib.get_close_matches(name, DTYPES, 1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        raise TypeError(f"expected a dtype, one of {', '.join(DTYPES)}; got {value!r}{hint}")
    return found

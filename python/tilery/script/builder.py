# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Text of one tile.kernel or launch.func body, with a location on every op."""

from __future__ import annotations

import json
from collections.abc import Callable

from .dtypes import DType
from .errors import Stop

Line = str | Callable[[], str]


class Locations:
    """Location aliases of a module, one a place: `#l3 = loc("f.py":7:5)`."""

    def __init__(self) -> None:
        self.names: dict[tuple[str, int, int] | tuple[str, str], str] = {}

    def at(self, filename: str, line: int, column: int) -> str:
        """Lines and columns count from 1."""
        return self._name((filename, line, column))

    def called(self, callee: str, caller: str) -> str:
        """`callee` as it was inlined at `caller`."""
        return self._name((callee, caller))

    def _name(self, key: tuple) -> str:
        name = self.names.get(key)
        if name is None:
            name = self.names[key] = f"#l{len(self.names)}"
        return name

    def text(self) -> str:
        lines = []
        for key, name in self.names.items():
            if len(key) == 3:
                lines.append(f"{name} = loc({json.dumps(key[0])}:{key[1]}:{key[2]})")
            else:
                lines.append(f"{name} = loc(callsite({key[0]} at {key[1]}))")
        return "\n".join(lines) + "\n"


class Builder:
    """Collects ops. Constants and sizes stand at the top of the body, once each.

    impure  ops so far that may not run where the program would not run them
    known   names of pure ops by their text, of each region that is open
    closed  those of the two regions that were closed last
    straight  there are no ops with regions: it is the launcher's code
    """

    def __init__(self, locate: Callable, straight: bool) -> None:
        self.locate = locate
        self.straight = straight
        self.location_of: tuple | None = None
        self.lines: list[Line] = []
        self.top: list[Line] = []
        self.stack: list[list[Line]] = []
        self.known: list[dict[str, str]] = [{}]
        self.closed: list[dict[str, str]] = []
        self.count = 0
        self.impure = 0
        self.constants: dict[tuple[object, str], str] = {}
        self.names: set[str] = set()

    @property
    def location(self) -> str:
        return self.locate(*self.location_of)

    def fresh(self) -> str:
        name = f"%{self.count}"
        self.count += 1
        return name

    def named(self, name: str) -> str:
        """An SSA name that reads as the user's, and is nobody else's."""
        ascii_name = "".join(c if c.isascii() and (c.isalnum() or c == "_") else "_" for c in name)
        if not ascii_name or ascii_name[0].isdigit():
            ascii_name = "v" + ascii_name
        found, n = ascii_name, 1
        while found in self.names:
            found, n = f"{ascii_name}_{n}", n + 1
        self.names.add(found)
        return f"%{found}"

    def op(self, text: str, pure: bool = False) -> None:
        """An op without results."""
        if not pure:
            self.impure += 1
        self.lines.append(f"{'  ' * len(self.stack)}  {text} loc({self.location})")

    def value(self, text: str, pure: bool = True) -> str:
        """An op with one result; gives the result's name. A pure one is there once a region."""
        if pure:
            for known in self.known:
                if text in known:
                    return known[text]
        name = self.fresh()
        self.op(f"{name} = {text}", pure)
        if pure:
            self.known[-1][text] = name
        return name

    def constant(self, value: int | float | bool, dtype: DType) -> str:
        key = (_literal(value, dtype), dtype.mlir)
        name = self.constants.get(key)
        if name is None:
            name = self.constants[key] = self.fresh()
            suffix = "" if dtype.kind == "b" else f" : {dtype.mlir}"
            self.top.append(f"  {name} = arith.constant {key[0]}{suffix} loc({self.location})")
        return name

    def at_top(self, text: str) -> str:
        """A value that is computed once, before everything else."""
        name = self.fresh()
        self.top.append(f"  {name} = {text} loc({self.location})")
        return name

    def open(self) -> None:
        """Ops go to a region of their own from here on."""
        self.stack.append(self.lines)
        self.known.append({})
        self.lines = []

    def close(self) -> list[Line]:
        region, self.lines = self.lines, self.stack.pop()
        self.closed.append(self.known.pop())
        del self.closed[:-2]
        return region

    def splice(self, *regions: list[Line]) -> None:
        """The ops of regions that were closed last, all of them pure, stand here after all."""
        for region, known in zip(regions, self.closed[-len(regions) :], strict=True):
            self.lines.extend(line[2:] if isinstance(line, str) else line for line in region)
            self.known[-1].update(known)

    def block(self, head: str, *regions: list[Line], joints: tuple[str, ...] = ()) -> None:
        """An op with regions; `joints` stand between them."""
        if self.straight:
            raise Stop(
                "the launcher's code has no condition and no loop at run time",
                "compute with min, max and x if c else y, or do it in the kernel",
            )
        self.impure += 1
        indent = "  " * len(self.stack) + "  "
        self.lines.append(f"{indent}{head} {{")
        for k, region in enumerate(regions):
            if k:
                self.lines.append(f"{indent}}} {joints[k - 1]}")
            self.lines.extend(region)
        self.lines.append(f"{indent}}} loc({self.location})")

    def text(self) -> str:
        lines = self.top + self.lines
        return "".join(f"{line if isinstance(line, str) else line()}\n" for line in lines)


def _literal(value: int | float | bool, dtype: DType) -> str:
    if dtype.kind == "b":
        return "true" if value else "false"
    if dtype.kind == "f":
        return _float(float(value), dtype)
    # Signless types print as signed numbers.
    value = int(value)
    return str(value - (1 << dtype.bits) if value >> (dtype.bits - 1) == 1 else value)


def _float(value: float, dtype: DType) -> str:
    if value != value or value in (float("inf"), float("-inf")):
        patterns = {
            "f16": (0x7C00, 0x7E00, 0x8000),
            "bf16": (0x7F80, 0x7FC0, 0x8000),
            "f32": (0x7F800000, 0x7FC00000, 1 << 31),
            "f64": (0x7FF0000000000000, 0x7FF8000000000000, 1 << 63),
        }
        infinity, nan, sign = patterns[dtype.mlir]
        bits = nan if value != value else infinity | (sign if value < 0 else 0)
        return f"0x{bits:0{dtype.bits // 4}X}"
    text = repr(value)
    mantissa, e, exponent = text.partition("e")
    return f"{mantissa if '.' in mantissa else mantissa + '.0'}{e}{exponent}"

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What names and registers hold, and results of ops that take their place."""

from __future__ import annotations

from .dtypes import DType
from .translator import MISSING, State
from .values import Cell, Instance, Number

Key = object


class Variables:
    """A copy of what names and registers hold, to compare with and to go back to."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.names = dict(state.scope.values)
        self.locals = dict(state.locals)

    def restore(self) -> None:
        self.state.scope.values = dict(self.names)
        self.state.locals = dict(self.locals)

    def get(self, key: Key) -> object:
        if isinstance(key, str):
            return self.names.get(key, MISSING)
        return self.locals.get(key, MISSING)

    def changed_since(self, before: Variables) -> list[Key]:
        keys: list[Key] = [
            k for k, v in self.names.items() if before.names.get(k, MISSING) is not v
        ]
        keys += [k for k, v in self.locals.items() if before.locals.get(k, MISSING) is not v]
        return keys


def put(state: State, key: Key, value: object) -> None:
    if isinstance(key, str):
        state.scope.values[key] = value
    else:
        state.locals[key] = value


def spoken(key: Key) -> str:
    if isinstance(key, str):
        return key
    holder, part = key
    if isinstance(holder, Cell):
        return holder.name
    return f"{holder.name}.{part}" if isinstance(holder, Instance) else f"{holder.name}[{part}]"


def same(a: object, b: object) -> bool:
    """Whether two branches leave the same in a name."""
    if a is b:
        return True
    plain = (int, float, str, bool, type(None), tuple)
    return type(a) is type(b) and isinstance(a, plain) and a == b


def fits(value: Number, dtype: DType) -> bool:
    """Whether a Python number is one of `dtype` as it stands."""
    if isinstance(value, bool) or dtype.kind == "b":
        return isinstance(value, bool) and dtype.kind == "b"
    if dtype.is_float:
        return True
    low, high = dtype.limits() if dtype.is_int else (0, -1)
    return isinstance(value, int) and low <= value <= high


def results(name: str, types: list[DType]) -> str:
    return name if len(types) == 1 else f"{name}:{len(types)}"


def result(name: str, k: int, types: list[DType]) -> str:
    return name if len(types) == 1 else f"{name}#{k}"


def give(state: State, op: str, values: list[Number], types: list[DType]) -> None:
    """The terminator of a region."""
    names = []
    for value, dtype in zip(values, types, strict=True):
        literal = state.arithmetic._literal(value, dtype)
        names.append(state.arithmetic.ssa(state.arithmetic.typed(literal, dtype)))
    text = f"{op} {', '.join(names)} : {', '.join(t.mlir for t in types)}" if names else op
    state.builder.op(text, pure=True)


def zero(dtype: DType) -> int | float | bool:
    return False if dtype.kind == "b" else (0.0 if dtype.is_float else 0)

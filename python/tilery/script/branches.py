# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""if: variables that a branch assigns become results of an scf.if."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass

from .arithmetic import is_number, literal_type
from .dtypes import DType
from .expressions import evaluate
from .returns import VALUE
from .translator import MISSING, State
from .values import POISON, Number, Poison, Undefined, Value, kind_of
from .variables import Variables, fits, give, put, result, results, same, spoken, zero

Run = Callable[[State, list[ast.stmt]], None]


def if_statement(state: State, node: ast.If, run: Run) -> None:
    condition = state.arithmetic.truth(evaluate(state, node.test))
    if isinstance(condition, bool):
        run(state, node.body if condition else node.orelse)
        return
    before = Variables(state)
    lines, after = [], []
    for body in (node.body, node.orelse):
        state.builder.open()
        state.memory.depth += 1
        try:
            run(state, body)
        finally:
            state.memory.depth -= 1
            lines.append(state.builder.close())
        after.append(Variables(state))
        before.restore()
    state.at(node)
    keys = dict.fromkeys(after[0].changed_since(before) + after[1].changed_since(before))
    merge = Merge(state, node)
    joined = {key: merge.add(spoken(key), *(side.get(key) for side in after)) for key in keys}
    found = _emit_if(state, condition, lines, merge.entries)
    for key, plan in joined.items():
        put(state, key, merge.result(plan, found))


@dataclass(frozen=True, slots=True)
class Merged:
    """A place among the results of an scf.if."""

    number: int


class Merge:
    """What both branches of an if leave in variables.

    entries  the numbers that become results: what each branch has, and their type
    """

    def __init__(self, state: State, node: ast.If) -> None:
        self.state = state
        self.node = node
        self.entries: list[tuple[Number, Number, DType]] = []

    def add(self, name: str, a: object, b: object) -> object:
        """A plan of the value after the if, for `result`. Tuples are joined item by item."""
        if name == VALUE:
            a, b = _blank(a, b), _blank(b, a)
        if same(a, b):
            return a
        if isinstance(a, Poison) or isinstance(b, Poison):
            return POISON
        if isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b):
            items = tuple(
                self.add(f"{name}[{k}]", *pair) for k, pair in enumerate(zip(a, b, strict=True))
            )
            return next((i for i in items if isinstance(i, (Undefined, Poison))), items)
        joined = _join(self.state, self.node, name, a, b)
        if not isinstance(joined, DType):
            return joined
        self.entries.append((a, b, joined))
        return Merged(len(self.entries) - 1)

    def result(self, plan: object, found: list[Value]) -> object:
        if isinstance(plan, Merged):
            return found[plan.number]
        if isinstance(plan, tuple):
            return tuple(self.result(item, found) for item in plan)
        return plan


def _blank(value: object, other: object) -> object:
    """A return value; on ways that have none yet, which nothing reads, one like the other's."""
    if value is not MISSING:
        return value
    if isinstance(other, tuple):
        return tuple(_blank(MISSING, item) for item in other)
    return zero(literal_type(other)) if is_number(other) else value


def _join(state: State, node: ast.If, name: str, a: object, b: object) -> DType | Undefined:
    """The type of a variable after both branches; or why it has no value there."""
    place = state.scope.place(node.test)
    if a is MISSING or b is MISSING or isinstance(a, Undefined) or isinstance(b, Undefined):
        return Undefined(
            f"'{name}' has a value only where the condition of line {place.line} "
            f"{'holds' if a is not MISSING else 'does not hold'}",
            f"assign '{name}' before that if",
            place,
        )
    if not is_number(a) or not is_number(b):
        return Undefined(
            f"'{name}' is {kind_of(a)} or {kind_of(b)}, by the condition of line {place.line}: "
            "a run-time condition chooses numbers only",
            "use it inside of the if",
            place,
        )
    dtype = _common(a, b)
    if dtype is None:
        return Undefined(
            f"'{name}' is {kind_of(a)} or {kind_of(b)}, by the condition of line {place.line}",
            f"convert one of them, so that '{name}' has one type",
            place,
        )
    return dtype


def _common(a: Number, b: Number) -> DType | None:
    """The type of both; a Python number takes the other's."""
    if isinstance(a, Value) and isinstance(b, Value):
        return a.dtype if a.dtype is b.dtype else None
    if isinstance(a, Value) or isinstance(b, Value):
        value, literal = (a, b) if isinstance(a, Value) else (b, a)
        return value.dtype if fits(literal, value.dtype) else None
    kinds = {type(a), type(b)}
    if kinds == {int, float}:
        return literal_type(0.0)
    if len(kinds) > 1:
        return None
    wide = [literal_type(v) for v in (a, b)]
    return wide[0] if wide[0].bits >= wide[1].bits else wide[1]


def _emit_if(
    state: State, condition: Value, lines: list, merged: list[tuple[Number, Number, DType]]
) -> list[Value]:
    test = state.arithmetic.ssa(condition)
    told = [_told(state, condition, a, b) for a, b, _ in merged]
    merged = [entry for entry, known in zip(merged, told, strict=True) if known is None]
    if not merged:
        if lines[0] or lines[1]:
            regions = lines if lines[1] else lines[:1]
            state.builder.block(f"scf.if {test}", *regions, joints=("else {",))
        return told
    types = [dtype for _, _, dtype in merged]
    regions = []
    for side, region in enumerate(lines):
        state.builder.open()
        give(state, "scf.yield", [entry[side] for entry in merged], types)
        regions.append(region + state.builder.close())
    name = state.builder.fresh()
    head = f"{results(name, types)} = scf.if {test} -> ({', '.join(t.mlir for t in types)})"
    state.builder.block(head, *regions, joints=("else {",))
    found = [
        _bounded(Value(result(name, k, types), dtype), a, b)
        for k, (a, b, dtype) in enumerate(merged)
    ]
    return [found.pop(0) if known is None else known for known in told]


def _told(state: State, condition: Value, a: Number, b: Number) -> Value | None:
    """A variable that is true where the condition holds, or where it does not: no result."""
    sides = [v.const if isinstance(v, Value) and v.name is None else v for v in (a, b)]
    if sides[0] is True and sides[1] is False:
        return condition
    if sides[0] is False and sides[1] is True:
        return state.arithmetic.invert(condition)
    return None


def _bounded(value: Value, a: Number, b: Number) -> Value:
    if value.dtype.is_int:
        lows = [v.lo if isinstance(v, Value) else v for v in (a, b)]
        highs = [v.hi if isinstance(v, Value) else v for v in (a, b)]
        value.lo = min(lows) if None not in lows else None
        value.hi = max(highs) if None not in highs else None
    return value

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops that return values: a first translation tells the type, a second one counts."""

from __future__ import annotations

import ast
from collections.abc import Callable

from .arithmetic import is_number, literal_type
from .returns import VALUE
from .translator import MISSING, State
from .values import Undefined
from .variables import zero


def returns_value(node: ast.stmt) -> bool:
    """Whether a return in the loop had a value, before it became assignments."""
    return getattr(node, "tilery_returns", False)


def translate_twice(state: State, translate: Callable[[], None]) -> None:
    """Where nothing was returned before the loop, it needs a value of the same type to begin with,
    which nothing reads."""
    if state.scope.values.get(VALUE, MISSING) is not MISSING:
        translate()
        return
    before, faults = Checkpoint(state), len(state.faults)
    translate()
    found = state.scope.values.get(VALUE)
    if len(state.faults) > faults or not isinstance(found, Undefined) or not is_number(found.last):
        return
    dtype = literal_type(found.last)
    before.restore()
    state.scope.values[VALUE] = state.arithmetic.typed(zero(dtype), dtype)
    translate()


class Checkpoint:
    """The state of a translation, to go back to. Ops that were made since are dropped."""

    def __init__(self, state: State) -> None:
        self.state = state
        b = state.builder
        self.values = dict(state.scope.values)
        self.types = dict(state.scope.types)
        self.locals = dict(state.locals)
        self.sizes = dict(state.sizes)
        self.unrolled = state.unrolled
        self.numbers = (b.count, b.impure, len(b.lines), len(b.top))
        self.constants = dict(b.constants)
        self.names = set(b.names)
        self.known = [dict(k) for k in b.known]

    def restore(self) -> None:
        state, b = self.state, self.state.builder
        state.scope.values = dict(self.values)
        state.scope.types = dict(self.types)
        state.locals = dict(self.locals)
        state.sizes = dict(self.sizes)
        state.unrolled = self.unrolled
        b.count, b.impure, lines, top = self.numbers
        del b.lines[lines:]
        del b.top[top:]
        b.constants = dict(self.constants)
        b.names = set(self.names)
        b.known = [dict(k) for k in self.known]

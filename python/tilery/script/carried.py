# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Variables that a loop takes from one turn to the next."""

from __future__ import annotations

import ast

from .arithmetic import is_number, literal_type
from .dtypes import DType
from .errors import Stop
from .reach import changeable
from .translator import MISSING, State
from .values import POISON, Number, Poison, Undefined, Value, kind_of
from .variables import Key, Variables, fits, put, result, same, spoken, zero


class Carried:
    """Variables that a loop takes from one turn to the next."""

    def __init__(self, state: State, node: ast.For | ast.While, skip: set[str]) -> None:
        from .statements import assigned_names

        self.state = state
        self.node = node
        self.keys: list[Key] = []
        self.first: list[Number] = []
        self.types: list[DType] = []
        self.assigned = assigned_names(list(node.body))
        if isinstance(node, ast.While):
            self.assigned += assigned_names([node.test])
        names = list(dict.fromkeys(self.assigned))
        for name in names:
            value = state.scope.values.get(name, MISSING)
            if name not in skip and is_number(value):
                self._add(name, value)
        self._add_locals()

    def _add(self, key: Key, value: Number) -> None:
        self.keys.append(key)
        self.first.append(value)
        self.types.append(literal_type(value))

    def _add_locals(self) -> None:
        """Registers and fields that the body may change."""
        state = self.state
        if not state.locals:
            return
        for key in changeable(state, self.node):
            value = state.locals[key]
            if isinstance(value, Undefined):
                dtype = key[0].dtype
                value = state.arithmetic.typed(zero(dtype), dtype)
            if is_number(value):
                self._add(key, value)

    def initial(self) -> str:
        """`%x = %first, ...`, after names of the region's arguments were made."""
        names = []
        for argument, value, dtype in zip(self.arguments, self.first, self.types, strict=True):
            typed = self.state.arithmetic.typed(value, dtype)
            names.append(f"{argument} = {self.state.arithmetic.ssa(typed)}")
        return ", ".join(names)

    def enter(self) -> None:
        """Inside of a region, the variables are its arguments."""
        self.arguments = [self.state.builder.fresh() for _ in self.keys]
        for key, name, dtype in zip(self.keys, self.arguments, self.types, strict=True):
            put(self.state, key, Value(name, dtype))

    def last(self) -> list[Number]:
        """What the variables hold at the end of a turn."""
        values: list[Number] = []
        current = Variables(self.state)
        for key, dtype in zip(self.keys, self.types, strict=True):
            value = current.get(key)
            if isinstance(value, Poison):
                raise Stop()
            if isinstance(value, Undefined):
                raise Stop(value.message, value.cure)
            if not is_number(value):
                raise Stop(
                    f"'{spoken(key)}' is a number before the loop, and {kind_of(value)} after a turn"
                )
            if isinstance(value, Value) and value.dtype is not dtype:
                raise Stop(
                    f"'{spoken(key)}' is {dtype.name} before the loop, "
                    f"and {value.dtype.name} after a turn",
                    f"write {spoken(key)}: T.{value.dtype.name} = ... before the loop",
                    node=self._assignment(key),
                )
            if not isinstance(value, Value) and not fits(value, dtype):
                raise Stop(
                    f"'{spoken(key)}' is {dtype.name} before the loop, and {value!r} after a turn",
                    f"write {spoken(key)}: T.{literal_type(value).name} = ... before the loop",
                    node=self._assignment(key),
                )
            values.append(value)
        return values

    def _assignment(self, key: Key) -> ast.AST:
        found: ast.AST = self.node
        for node in ast.walk(self.node):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id == key:
                found = node
        return found

    def leave(self, before: Variables, name: str, targets: set[str]) -> None:
        """After the loop: results, and names that have no value for certain."""
        state, after = self.state, Variables(self.state)
        before.restore()
        place = state.scope.place(self.node)
        for key in after.changed_since(before):
            if key in self.keys:
                continue
            old = before.get(key)
            if isinstance(after.get(key), Poison):
                put(state, key, POISON)
            elif key in targets:
                message = f"'{spoken(key)}' is the counter of the loop of line {place.line}, which may have no turn"
                put(state, key, Undefined(message, "assign it to another name in the loop", place))
            elif old is MISSING:
                message = f"'{spoken(key)}' is assigned only in the loop of line {place.line}, which may have no turn"
                cure = f"assign '{spoken(key)}' before the loop"
                put(state, key, Undefined(message, cure, place, after.get(key)))
            elif not same(old, after.get(key)):
                message = (
                    f"'{spoken(key)}' is {kind_of(old)} or {kind_of(after.get(key))}, by the turns of the "
                    f"loop of line {place.line}: a run-time loop changes numbers only"
                )
                put(state, key, Undefined(message, "loop with T.unroll(...)", place))
        for k, (key, dtype) in enumerate(zip(self.keys, self.types, strict=True)):
            put(state, key, Value(result(name, k, self.types), dtype))

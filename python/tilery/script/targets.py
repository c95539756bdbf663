# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is assigned to: names, with their types, fields, elements."""

from __future__ import annotations

import ast

from .arithmetic import is_number, static_int
from .attributes import A_TYPE
from .calls import check_change
from .errors import Stop
from .expressions import check_in_kernel, evaluate, subscripts
from .meta import set_attribute, store_cell
from .translator import State
from .types import Tensor
from .values import Buffer, Cell, LocalArray, Value, View, kind_of


def bind(state: State, target: ast.expr, value: object) -> None:
    """Gives names of an assignment or a loop their values."""
    if isinstance(target, ast.Name):
        _bind_name(state, target, value)
        return
    if isinstance(target, ast.Attribute):
        set_attribute(state, evaluate(state, target.value), target.attr, value)
        return
    if isinstance(target, (ast.Tuple, ast.List)):
        if not isinstance(value, (tuple, list, range)):
            raise Stop(f"expected {len(target.elts)} values, got {kind_of(value)}", node=target)
        for part, item in zip(target.elts, _fitted(target, list(value)), strict=True):
            bind(state, part.value if isinstance(part, ast.Starred) else part, item)
        return
    if isinstance(target, ast.Subscript):
        store(state, target, value)
        return
    raise Stop("expected a name or an element to assign to", node=target)


def _fitted(target: ast.Tuple | ast.List, values: list) -> list:
    """A value for each target; `*rest` takes a list."""
    count = len(target.elts)
    stars = [k for k, part in enumerate(target.elts) if isinstance(part, ast.Starred)]
    if stars and len(values) >= count - 1:
        first, behind = stars[0], count - 1 - stars[0]
        end = len(values) - behind
        return [*values[:first], values[first:end], *values[end:]]
    if stars or len(values) != count:
        least = f"at least {count - 1}" if stars else f"{count}"
        raise Stop(f"expected {least} values, got {len(values)}", node=target)
    return values


def _bind_name(state: State, target: ast.Name, value: object) -> None:
    """`name = value`, in the type that the name was declared with."""
    scope, name = state.scope, target.id
    held = scope.values.get(name)
    if isinstance(held, Cell) and is_number(value):
        store_cell(state, held, value)
        return
    declared = scope.types.get(name)
    if declared is not None:
        if declared.fixed:
            raise Stop(
                f"'{name}' is a T.let, and assigned once",
                f"write {name}: T.int32 = ... where it begins",
                node=target,
                notes=[("it is declared here", scope.place(declared.node))],
            )
        try:
            value = state.arithmetic.typed(
                state.arithmetic._literal(value, declared.dtype), declared.dtype
            )
        except Stop as stop:
            stop.notes = (("it is declared here", scope.place(declared.node)),)
            raise
    scope.values[name] = value


def store(state: State, target: ast.Subscript, value: object) -> None:
    """`x[i, j] = value`."""
    base = evaluate(state, target.value)
    items = subscripts(state, target.slice)
    state.at(target)
    if isinstance(base, (Buffer, View)):
        if any(isinstance(i, slice) for i in items):
            raise Stop(
                "a slice is not assigned to: a thread stores one element",
                "loop over its elements, or copy with T.cuda.tile.apply",
                node=target,
            )
        check_in_kernel(state, base)
        try:
            state.memory.store(base, items, value, state.place)
        except Stop as stop:
            stop.node = stop.node or target
            raise
        return
    if isinstance(base, LocalArray):
        if not is_number(value):
            raise Stop(f"expected a number to store, got {kind_of(value)}", node=target)
        position = state.memory.local_element(base, items)
        literal = state.arithmetic._literal(value, base.dtype)
        state.locals[(base, position)] = state.arithmetic.typed(literal, base.dtype)
        return
    if isinstance(base, (list, dict)):
        _store_item(state, base, items, value)
        return
    if isinstance(base, Tensor):
        raise Stop(*A_TYPE, node=target)
    raise Stop(f"{kind_of(base)} has no elements to assign to", "store to a tensor", node=target)


def _store_item(state: State, base: list | dict, items: tuple, value: object) -> None:
    """Into a list that the kernel has made, where it was made."""
    check_change(state, base)
    key = items[0] if len(items) == 1 else items
    known = static_int(key) if isinstance(key, Value) else key
    if known is None:
        raise Stop(f"expected an index that is known now, got {kind_of(key)}", "use T.alloc_shared")
    try:
        base[known] = value
    except (TypeError, LookupError) as error:
        raise Stop(f"{type(error).__name__}: {error}") from None

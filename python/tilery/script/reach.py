# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a piece of the source may change beside names: registers and fields of objects."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from .inlining import Inline, Local
from .meta import Bound, find, inline_of
from .translator import Scope, State
from .values import Cell, Instance, LocalArray


def changeable(state: State, node: ast.AST) -> list[tuple[object, int | str]]:
    """Keys of `state.locals` that running `node` may change."""
    names, fields = _mentions(state, node)
    found = []
    for key in state.locals:
        holder, part = key
        if isinstance(holder, LocalArray):
            wanted = id(holder) in names or _is_field(state, holder)
        elif isinstance(holder, Instance):
            wanted = part in fields
        else:
            wanted = isinstance(holder, Cell)
        if wanted:
            found.append(key)
    return found


def _is_field(state: State, array: LocalArray) -> bool:
    return any(
        held is array or (isinstance(held, (list, tuple)) and array in held)
        for (holder, _), held in state.locals.items()
        if isinstance(holder, Instance)
    )


def _mentions(state: State, node: ast.AST) -> tuple[set[int], set[str]]:
    """Arrays that are named, by identity, and names of fields that are assigned; those of
    functions that are called are among them."""
    arrays: set[int] = set()
    fields: set[str] = set()
    seen: set[int] = set()
    classes = {k[0].cls for k in state.locals if isinstance(k[0], Instance)}
    trees: list[tuple[ast.AST, Scope | None]] = [(node, state.scope)]
    while trees:
        tree, scope = trees.pop()
        if id(tree) in seen:
            continue
        seen.add(id(tree))
        found = _summary(tree)
        fields |= found.stored
        trees += [(m.tree, None) for name in found.attributes for m in _methods(classes, name)]
        for name in found.names if scope is not None else ():
            held = scope.find(name)
            if isinstance(held, LocalArray):
                arrays.add(id(held))
            elif isinstance(held, (list, tuple)):
                arrays.update(id(h) for h in held if isinstance(h, LocalArray))
            elif isinstance(held, (Inline, Local, Bound)):
                trees.append((held.tree, held.scope() if not isinstance(held, Bound) else None))
    return arrays, fields


@dataclass(frozen=True, slots=True)
class Summary:
    """What a tree mentions: names, attributes, and those that it assigns."""

    names: tuple[str, ...]
    attributes: tuple[str, ...]
    stored: frozenset[str]


def _summary(tree: ast.AST) -> Summary:
    """It is kept in the tree's node: a function is looked at from each loop that calls it."""
    found = getattr(tree, "tilery_summary", None)
    if found is None:
        parts = list(ast.walk(tree))
        attributes = [p for p in parts if isinstance(p, ast.Attribute)]
        found = tree.tilery_summary = Summary(
            tuple(dict.fromkeys(p.id for p in parts if isinstance(p, ast.Name))),
            tuple(dict.fromkeys(p.attr for p in attributes)),
            frozenset(p.attr for p in attributes if isinstance(p.ctx, ast.Store)),
        )
    return found


def _methods(classes: set[type], name: str) -> list[Inline]:
    found = [find(cls, name) for cls in classes]
    return [inline_of(f) for f in found if callable(f) and not isinstance(f, type)]

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`for i in T.vectorized(4)`: a statement is translated for all turns before the next one.

All turns read before any of them writes, so that the compiler can join their accesses to wide
ones. The writer's word is that no turn needs what another one writes.
"""

from __future__ import annotations

import ast

from .errors import Stop
from .expressions import evaluate
from .statements import assigned_names, augmented, record_fault
from .targets import bind
from .translator import State

SIMPLE = (ast.Assign, ast.AugAssign)


def is_vector(state: State, node: ast.For) -> bool:
    """Whether the body is assignments of elements and of names of its own."""
    names = assigned_names(list(node.body))
    return all(
        isinstance(s, SIMPLE) and (not isinstance(s, ast.Assign) or len(s.targets) == 1)
        for s in node.body
    ) and not any(name in state.scope.values for name in names)


def vector_loop(state: State, node: ast.For, items: range) -> None:
    """Translates the turns side by side; each has names of its own."""
    around = state.scope.values
    lanes: list[dict[str, object]] = []
    for item in items:
        state.scope.values = dict(around)
        bind(state, node.target, item)
        lanes.append(state.scope.values)
    for statement in node.body:
        target, value = augmented(statement)
        try:
            found = _values(state, lanes, value)
            for lane, result in zip(lanes, found, strict=True):
                state.scope.values = lane
                state.at(statement)
                bind(state, target, result)
        except Stop as stop:
            # Of one turn: the others would say the same.
            state.scope.values = around
            record_fault(state, stop, statement)
            return
    state.scope.values = {**around, **(lanes[-1] if lanes else {})}


def _values(state: State, lanes: list[dict[str, object]], node: ast.expr) -> list[object]:
    found = []
    for lane in lanes:
        state.scope.values = lane
        found.append(evaluate(state, node))
    return found

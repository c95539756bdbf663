# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""for and while: variables that they assign become results of scf ops."""

from __future__ import annotations

import ast

from .branches import Run
from .carried import Carried
from .counting import Counter
from .dtypes import INDEX
from .errors import Stop
from .expressions import evaluate, python_range
from .jumps import (
    ITEM,
    TYPE,
    counted,
    counted_names,
    jumps_of,
    stop_name,
    unless_stopped,
    while_not_stopped,
    without_jumps,
)
from .targets import bind
from .translator import MISSING, State
from .values import Range, Undefined, kind_of
from .variables import Variables, give, put, results, spoken

# Turns that a loop is unrolled to, and those that are translated side by side.
MOST_TURNS = 4096
MOST_IN_ALL = 65536
MOST_LANES = 64


def for_loop(state: State, node: ast.For, run: Run) -> None:
    if node.orelse:
        raise Stop("else of a loop is not part of the language", "write it after the loop")
    items = evaluate(state, node.iter)
    jumps = jumps_of(node.body)
    if isinstance(items, Range) and not items.unroll:
        if jumps.breaks:
            _until_break(state, node, items, run)
        else:
            _serial(state, node, items, run, without_jumps(node) if jumps.continues else node.body)
        return
    if isinstance(items, Range):
        vector = items.vector
        try:
            items = python_range(items)
        except Stop as stop:
            stop.node = node.iter
            raise
        if vector and len(items) <= MOST_LANES:
            from .vectors import is_vector, vector_loop

            if is_vector(state, node):
                vector_loop(state, node, items)
                return
    if not isinstance(items, (range, list, tuple, str, dict, set)):
        raise Stop(
            f"expected a range to loop over, got {kind_of(items)}",
            "write range(...)",
            node=node.iter,
        )
    state.unrolled += len(items)
    if len(items) > MOST_TURNS or state.unrolled > MOST_IN_ALL:
        raise Stop(
            f"expected at most {MOST_TURNS} unrolled turns, and {MOST_IN_ALL} of a kernel, "
            f"got {len(items)}, and {state.unrolled}",
            "write range(...)",
            node=node.iter,
        )
    stop = stop_name(node)
    state.scope.values[stop] = False
    body = without_jumps(node) if jumps.breaks or jumps.continues else node.body
    turn = unless_stopped(node, body) if jumps.breaks else None
    for item in items:
        if turn is None:
            bind(state, node.target, item)
            run(state, body)
        elif state.scope.values[stop] is not True:
            state.scope.values[ITEM] = item
            run(state, [turn])
        if state.faults:
            return


def _until_break(state: State, node: ast.For, loop: Range, run: Run) -> None:
    """A loop at run time that a break may end, as an scf.while over its turns."""
    if not isinstance(node.target, ast.Name):
        raise Stop("expected one name as the counter of a range", node=node.target)
    state.at(node.iter)
    counter = Counter(state, loop)
    names = counted_names(node)
    dtype = counter.dtype
    for name, value in zip(names, (0, counter.count(), counter.start, counter.by), strict=True):
        state.scope.values[name] = state.arithmetic.typed(value, dtype)
    state.scope.values[TYPE] = counter.counted or dtype
    state.scope.values[stop_name(node)] = False
    while_loop(state, counted(node, names), run)


def _serial(state: State, node: ast.For, loop: Range, run: Run, body: list[ast.stmt]) -> None:
    """A loop at run time, as scf.for."""
    if not isinstance(node.target, ast.Name):
        raise Stop("expected one name as the counter of a range", node=node.target)
    name = node.target.id
    state.at(node.iter)
    counter = Counter(state, loop)
    before = Variables(state)
    carried = Carried(state, node, {name})
    carried.enter()
    iteration = state.builder.fresh()
    state.builder.open()
    try:
        state.scope.values[name] = counter.value(iteration)
        run(state, body)
        if carried.keys:
            state.at(node)
            give(state, "scf.yield", carried.last(), carried.types)
    finally:
        lines = state.builder.close()
    state.at(node)
    if counter.turns == 0:
        _without_turns(state, before)
        return
    types = carried.types
    head = f"scf.for {iteration} = {counter.low} to {counter.high} step {counter.step}"
    found = ""
    if types:
        found = state.builder.fresh()
        head = f"{results(found, types)} = {head} iter_args({carried.initial()}) -> ({', '.join(t.mlir for t in types)})"
    if counter.dtype is not INDEX:
        head += f" : {counter.dtype.mlir}"
    state.builder.block(head, lines)
    carried.leave(before, found, {name})


def _without_turns(state: State, before: Variables) -> None:
    """Behind a loop that has no turn; its body was translated for its faults alone."""
    after = Variables(state)
    before.restore()
    for key in after.changed_since(before):
        if before.get(key) is MISSING:
            message = f"'{spoken(key)}' has no value: the loop has no turn"
            put(state, key, Undefined(message, f"assign '{spoken(key)}' before it"))


def while_loop(state: State, node: ast.While, run: Run) -> None:
    """As scf.while: the condition is computed in a region of its own."""
    if node.orelse:
        raise Stop("else of a loop is not part of the language", "write it after the loop")
    jumps = jumps_of(node.body)
    if jumps.breaks:
        state.scope.values[stop_name(node)] = False
        node = while_not_stopped(node)
    elif jumps.continues:
        node = ast.copy_location(ast.While(node.test, without_jumps(node), []), node)
    before = Variables(state)
    carried = Carried(state, node, set())
    carried.enter()
    initial = carried.initial()
    state.builder.open()
    state.memory.depth += 1
    try:
        condition = state.arithmetic.truth(evaluate(state, node.test))
        if isinstance(condition, bool):
            if condition:
                raise Stop(
                    "this loop has no end", "write a condition that a turn changes", node=node.test
                )
            before.restore()
            return
        state.at(node)
        test = state.arithmetic.ssa(condition)
        give(state, f"scf.condition({test})", carried.last(), carried.types)
    finally:
        state.memory.depth -= 1
        head_lines = state.builder.close()
    carried.enter()
    state.builder.open()
    state.memory.depth += 1
    try:
        run(state, node.body)
        state.at(node)
        give(state, "scf.yield", carried.last(), carried.types)
    finally:
        state.memory.depth -= 1
        lines = state.builder.close()
    types = ", ".join(t.mlir for t in carried.types)
    found = state.builder.fresh()
    arguments = ", ".join(
        f"{n} : {t.mlir}" for n, t in zip(carried.arguments, carried.types, strict=True)
    )
    state.at(node)
    block = f"^bb0({arguments}):" if arguments else "^bb0:"
    head = f"scf.while ({initial}) : ({types}) -> ({types})" if types else "scf.while : () -> ()"
    if types:
        head = f"{results(found, carried.types)} = {head}"
    state.builder.block(head, head_lines, [block, *lines], joints=("do {",))
    carried.leave(before, found, set())

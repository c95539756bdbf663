# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Statements, and the function bodies made of them."""

from __future__ import annotations

import ast
from collections.abc import Callable

from .arithmetic import is_number
from .control import for_loop, if_statement, while_loop
from .dtypes import DType
from .errors import Stop
from .expressions import OPERATORS, annotation, bind, evaluate
from .intrinsics import Intrinsic
from .translator import State
from .values import POISON, Value, kind_of

# Most faults that one function reports.
MOST_FAULTS = 20


class Returned(Exception):
    """An inlined function gives its value."""

    def __init__(self, value: object) -> None:
        super().__init__()
        self.value = value


def run_body(state: State, body: list[ast.stmt]) -> None:
    """Translates statements. A fault in one is kept, and the next is looked at."""
    for node in body:
        if len(state.faults) >= MOST_FAULTS:
            return
        handler = HANDLERS.get(type(node))
        try:
            if handler is None:
                raise Stop(*_unknown(node))
            state.at(node)
            handler(state, node)
        except Stop as stop:
            state.record(stop, node)
            state.poison(assigned_names([node]))
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            # What Python says of values that no check foresaw, at the line that has them.
            state.record(Stop(f"{type(error).__name__}: {error}"), node)
            state.poison(assigned_names([node]))


def _unknown(node: ast.stmt) -> tuple[str, str]:
    name = type(node).__name__
    cures = {
        "FunctionDef": (
            "a function in a kernel is not part of the language",
            "define it outside, with @T.inline",
        ),
        "Try": ("a kernel has no exceptions", "write T.assert_(condition, text)"),
        "Raise": ("a kernel has no exceptions", "write assert condition, text"),
        "Delete": ("del is not part of the language", "leave it out"),
        "Global": ("a kernel does not change what is outside of it", "store to a tensor"),
        "Nonlocal": ("a kernel does not change what is outside of it", "store to a tensor"),
        "Import": ("import stands outside of the kernel", "move it there"),
        "ImportFrom": ("import stands outside of the kernel", "move it there"),
    }
    return cures.get(name, (f"{name} is not part of the language", ""))


def assigned_names(body: list[ast.stmt]) -> list[str]:
    """Names that statements assign, each once, in their order."""
    names: dict[str, None] = {}
    for statement in body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                names[node.id] = None
    return list(names)


def _expression(state: State, node: ast.Expr) -> None:
    value = node.value
    if isinstance(value, ast.Constant):
        return
    state.discarded = value
    found = evaluate(state, value)
    if isinstance(value, ast.Call):
        return
    if isinstance(found, Intrinsic):
        raise Stop(f"{found.name} is not called", f"write {found.name}()")
    if isinstance(found, Value) or callable(found):
        raise Stop("this expression does nothing", "assign it, or remove it")


def _assign(state: State, node: ast.Assign) -> None:
    state.target_name = node.targets[0].id if isinstance(node.targets[0], ast.Name) else ""
    value = evaluate(state, node.value)
    state.target_name = ""
    for target in node.targets:
        _keep_type(state, target, value)
        bind(state, target, value)


def _keep_type(state: State, target: ast.expr, value: object) -> None:
    if not isinstance(target, (ast.Name, ast.Tuple, ast.List, ast.Subscript)):
        raise Stop("expected a name or an element to assign to", node=target)
    if isinstance(target, ast.Name) and value is None and target.id == "_":
        raise Stop("this call gives no value", node=target)


def _annotated(state: State, node: ast.AnnAssign) -> None:
    dtype = annotation(state, node.annotation)
    if node.value is None:
        raise Stop("expected a first value", f"write {ast.unparse(node.target)}: ... = 0")
    value = evaluate(state, node.value)
    if not is_number(value):
        raise Stop(f"expected a number, got {kind_of(value)}", node=node.value)
    state.at(node)
    literal = state.arithmetic._literal(value, dtype)
    bind(state, node.target, state.arithmetic.typed(literal, dtype))


def _augmented(state: State, node: ast.AugAssign) -> None:
    target = node.target
    load = ast.copy_location(
        ast.Name(target.id, ast.Load())
        if isinstance(target, ast.Name)
        else ast.Subscript(target.value, target.slice, ast.Load()),
        target,
    )
    value = ast.copy_location(ast.BinOp(load, node.op, node.value), node)
    if type(node.op) not in OPERATORS:
        raise Stop("@= is not part of the language")
    bind(state, target, evaluate(state, value))


def _return(state: State, node: ast.Return) -> None:
    if state.inline_depth == 0:
        what = "a kernel returns nothing" if node.value is not None else "return is not there"
        cure = (
            "store to a tensor"
            if node.value is not None
            else "put what follows under an if with the opposite condition"
        )
        raise Stop(what, cure)
    if state.memory.depth > state.inline_floor:
        raise Stop(
            "a run-time condition does not decide about a return",
            "assign a variable in both branches, and return it at the end",
        )
    raise Returned(None if node.value is None else evaluate(state, node.value))


def _assert(state: State, node: ast.Assert) -> None:
    from .cuda_functions import emit_assert

    condition = evaluate(state, node.test)
    message = evaluate(state, node.msg) if node.msg is not None else ast.unparse(node.test)
    state.at(node)
    emit_assert(state, condition, message)


def _if(state: State, node: ast.If) -> None:
    if_statement(state, node, run_body)


def _for(state: State, node: ast.For) -> None:
    for_loop(state, node, run_body)


def _while(state: State, node: ast.While) -> None:
    while_loop(state, node, run_body)


def _with(state: State, node: ast.With) -> None:
    raise Stop("with is there for T.device_entry alone", "write the body without it")


HANDLERS: dict[type, Callable] = {
    ast.Expr: _expression,
    ast.Assign: _assign,
    ast.AnnAssign: _annotated,
    ast.AugAssign: _augmented,
    ast.Return: _return,
    ast.Assert: _assert,
    ast.If: _if,
    ast.For: _for,
    ast.While: _while,
    ast.With: _with,
    ast.Pass: lambda state, node: None,
}

__all__ = ["POISON", "DType", "Returned", "assigned_names", "run_body"]

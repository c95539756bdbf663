# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Statements, and the function bodies made of them."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable

from .arithmetic import is_number
from .branches import if_statement
from .errors import Control, Stop
from .expressions import OPERATORS, annotation, evaluate
from .inlining import Local
from .intrinsics import Intrinsic
from .loops import for_loop, while_loop
from .meta import raw_attribute
from .probe import returns_value, translate_twice
from .ptx.opcode import Opcode
from .returns import Returned
from .targets import bind
from .translator import Declared, State
from .values import POISON, Cell, Instance, kind_of

# Most faults that one function reports.
MOST_FAULTS = 20


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
            record_fault(state, stop, node)
        except Control:
            raise
        except RecursionError:
            stop = Stop("this is nested too deeply", "give parts of it names")
            record_fault(state, stop, node)
        except Exception as error:
            # What Python says of values that no check foresaw, at the line that has them.
            record_fault(state, Stop(f"{type(error).__name__}: {error}"), node)


def record_fault(state: State, stop: Stop, node: ast.stmt) -> None:
    """Keeps the fault of a statement, and has nothing else follow from it."""
    state.record(stop, node)
    poison(state, node)


def _unknown(node: ast.stmt) -> tuple[str, str]:
    name = type(node).__name__
    cures = {
        "ClassDef": (
            "a class in a kernel is not part of the language",
            "define it outside, with @T.meta_class",
        ),
        "AsyncFunctionDef": ("a kernel has no coroutines", "write def"),
        "AsyncFor": ("a kernel has no coroutines", "write for"),
        "AsyncWith": ("a kernel has no coroutines", "write the body without it"),
        "Match": ("match is not part of the language", "write if, elif and else"),
        "TryStar": ("a kernel has no exceptions", "write T.assert_(condition, text)"),
        "TypeAlias": ("type is not part of the language", "define it outside"),
        "Try": ("a kernel has no exceptions", "write T.assert_(condition, text)"),
        "Delete": ("del is not part of the language", "leave it out"),
        "Global": ("a kernel does not change what is outside of it", "store to a tensor"),
        "Nonlocal": ("a kernel does not change what is outside of it", "store to a tensor"),
        "Import": ("import stands outside of the kernel", "move it there"),
        "ImportFrom": ("import stands outside of the kernel", "move it there"),
    }
    return cures.get(name, (f"{name} is not part of the language", ""))


def assigned_names(body: list[ast.stmt]) -> list[str]:
    """Names that statements assign, each once, in their order; functions in them apart."""
    names: dict[str, None] = {}
    for statement in body:
        # Each loop around a statement asks for them: they are kept in its node.
        found = getattr(statement, "tilery_names", None)
        if found is None:
            found = statement.tilery_names = _names_of(statement)
        names.update(found)
    return list(names)


def _names_of(statement: ast.stmt) -> dict[str, None]:
    names: dict[str, None] = {}
    work: list[ast.AST] = [statement]
    while work:
        node = work.pop()
        if isinstance(node, ast.FunctionDef):
            names[node.name] = None
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names[node.id] = None
        work.extend(reversed(list(ast.iter_child_nodes(node))))
    return names


def poison(state: State, node: ast.stmt) -> None:
    """What a faulty statement assigns has no value that could be wrong again."""
    for name in assigned_names([node]):
        state.scope.values[name] = POISON
    for part in ast.walk(node):
        if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store):
            base = state.scope.find(part.value.id) if isinstance(part.value, ast.Name) else None
            if isinstance(base, Instance):
                state.locals[(base, part.attr)] = POISON


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
    if isinstance(found, Opcode) and isinstance(value, ast.Attribute):
        raise Stop(f"{found.text} is not called", "write its operands: (...)")
    if found is not None:
        raise Stop("this expression does nothing", "assign it, or remove it")


def _assign(state: State, node: ast.Assign) -> None:
    state.target_name = _name_of(node.targets[0])
    value = evaluate(state, node.value)
    state.target_name = ""
    for target in node.targets:
        _check_target(target, value)
        if isinstance(target, ast.Attribute):
            value = _alias(state, node.value, value)
        bind(state, target, value)


def _name_of(target: ast.expr) -> str:
    """What a tensor that is assigned there is called."""
    if isinstance(target, ast.Name):
        return target.id
    return target.attr if isinstance(target, ast.Attribute) else ""


def _alias(state: State, node: ast.expr, value: object) -> object:
    """`self.x = self.y` of a T.local_scalar: both are one register."""
    if isinstance(node, ast.Attribute):
        base = evaluate(state, node.value)
        raw = raw_attribute(state, base, node.attr) if isinstance(base, Instance) else value
        return raw if isinstance(raw, Cell) else value
    raw = state.scope.values.get(node.id) if isinstance(node, ast.Name) else value
    return raw if isinstance(raw, Cell) else value


def _check_target(target: ast.expr, value: object) -> None:
    if isinstance(target, ast.Starred) or not isinstance(
        target, (ast.Name, ast.Tuple, ast.List, ast.Subscript, ast.Attribute)
    ):
        raise Stop("expected a name or an element to assign to", node=target)


def _annotated(state: State, node: ast.AnnAssign) -> None:
    dtype, fixed = annotation(state, node.annotation)
    if not isinstance(node.target, ast.Name):
        raise Stop("expected a name to declare", f"write {ast.unparse(node.target)} = ...")
    name = node.target.id
    if node.value is None:
        raise Stop("expected a first value", f"write {name}: ... = 0")
    value = evaluate(state, node.value)
    if not is_number(value) and (dtype is not None or not fixed):
        raise Stop(f"expected a number, got {kind_of(value)}", node=node.value)
    state.at(node)
    if dtype is not None:
        value = state.arithmetic.typed(state.arithmetic._literal(value, dtype), dtype)
    state.scope.values[name] = value
    state.scope.types[name] = Declared(dtype, fixed, node)


def augmented(node: ast.Assign | ast.AugAssign) -> tuple[ast.expr, ast.expr]:
    """The target and the value of an assignment; `x += y` has the value `x + y`."""
    if isinstance(node, ast.Assign):
        return node.targets[0], node.value
    if type(node.op) not in OPERATORS:
        raise Stop("@= is not part of the language")
    fields = {**dict(ast.iter_fields(node.target)), "ctx": ast.Load()}
    load = ast.copy_location(type(node.target)(**fields), node.target)
    return node.target, ast.copy_location(ast.BinOp(load, node.op, node.value), node)


def _augmented(state: State, node: ast.AugAssign) -> None:
    target, value = augmented(node)
    bind(state, target, evaluate(state, value))


def _return(state: State, node: ast.Return) -> None:
    if state.host:
        raise Stop("a launcher has no return", "compute a grid, and return in the kernel")
    raise Returned(None if node.value is None else evaluate(state, node.value))


def _function(state: State, node: ast.FunctionDef) -> None:
    """A function of the kernel's own, put in where it is called."""
    from .function import inline

    for decorator in node.decorator_list:
        if evaluate(state, decorator) is not inline:
            raise Stop(
                "a function in a kernel is put in where it is called, and has no decorator but "
                "@T.inline",
                "remove it, or define the function outside",
                node=decorator,
            )
    state.scope.values[node.name] = Local(node, _signature(state, node.args), state.scope)


def _signature(state: State, arguments: ast.arguments) -> inspect.Signature:
    kinds = inspect.Parameter
    found = []

    def add(node: ast.arg, kind: object, default: ast.expr | None = None) -> None:
        value = kinds.empty if default is None else evaluate(state, default)
        found.append(kinds(node.arg, kind, default=value))

    positional = arguments.posonlyargs + arguments.args
    missing = len(positional) - len(arguments.defaults)
    for k, node in enumerate(positional):
        kind = (
            kinds.POSITIONAL_ONLY if k < len(arguments.posonlyargs) else kinds.POSITIONAL_OR_KEYWORD
        )
        add(node, kind, arguments.defaults[k - missing] if k >= missing else None)
    if arguments.vararg:
        add(arguments.vararg, kinds.VAR_POSITIONAL)
    for node, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        add(node, kinds.KEYWORD_ONLY, default)
    if arguments.kwarg:
        add(arguments.kwarg, kinds.VAR_KEYWORD)
    return inspect.Signature(found)


def _raise(state: State, node: ast.Raise) -> None:
    """What a helper raises while it is translated is a fault of the kernel."""
    if state.memory.depth > state.inline_floor or node.exc is None:
        raise Stop("a kernel has no exceptions", "write assert condition, text")
    found = evaluate(state, node.exc)
    name = found.__name__ if isinstance(found, type) else type(found).__name__
    text = "" if isinstance(found, type) else str(found)
    raise Stop(f"{name}: {text}" if text else name)


def _assert(state: State, node: ast.Assert) -> None:
    from .cuda_functions import emit_assert

    condition = evaluate(state, node.test)
    message = evaluate(state, node.msg) if node.msg is not None else ast.unparse(node.test)
    if not isinstance(message, str):
        raise Stop(
            f"expected the text of an assertion, got {kind_of(message)}",
            'write T.cuda.printf("%d", x) before it',
            node=node.msg,
        )
    state.at(node)
    emit_assert(state, condition, message)


def _if(state: State, node: ast.If) -> None:
    if_statement(state, node, run_body)


def _for(state: State, node: ast.For) -> None:
    if returns_value(node):
        translate_twice(state, lambda: for_loop(state, node, run_body))
    else:
        for_loop(state, node, run_body)


def _while(state: State, node: ast.While) -> None:
    if returns_value(node):
        translate_twice(state, lambda: while_loop(state, node, run_body))
    else:
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
    ast.FunctionDef: _function,
    ast.Raise: _raise,
    ast.If: _if,
    ast.For: _for,
    ast.While: _while,
    ast.With: _with,
    ast.Pass: lambda state, node: None,
}

__all__ = ["assigned_names", "run_body"]

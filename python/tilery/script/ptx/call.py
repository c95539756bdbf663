# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls of opcodes: operands in PTX's order, results first."""

from __future__ import annotations

import ast
from collections.abc import Callable

from ..errors import Stop
from ..translator import MISSING, State
from ..values import Poison, Undefined, Value
from .forms import FORMS, Instruction
from .opcode import Opcode, unknown
from .operands import pred
from .raw import raw_copy
from .table import APPLY


def call_opcode(state: State, node: ast.Call, opcode: Opcode) -> object:
    from ..expressions import evaluate
    from ..targets import bind

    text = opcode.text
    if state.host:
        raise Stop(f"{text} is device code, and stands before T.device_entry", "move it below")
    options = _options(state, node, evaluate)
    form = FORMS.get(text)
    if form is None and text not in APPLY:
        raise Stop(unknown(text), node=node.func)
    predicate = options.pop("pred", None)
    if options:
        names = ", ".join(options)
        raise Stop(f"{text} has no keyword {names}", _usage(text, form))
    if form is None:
        args = [evaluate(state, a) for a in node.args]
        state.at(node)
        return _under(state, predicate, lambda: raw_copy(state, text, args, predicate))
    target, arguments = _split(state, node, form, evaluate)
    args = [evaluate(state, a) for a in arguments]
    least = len(form.operands) - form.optional
    if not least <= len(args) <= len(form.operands):
        some = f"{least} to {len(form.operands)}" if form.optional else f"{least}"
        raise Stop(f"{text} takes {some} operands, got {len(args)}", _usage(text, form))
    state.at(node)
    if not form.result:
        return _under(state, predicate, lambda: form.emit(state, *args))
    if predicate is not None:
        return (
            _under(state, predicate, lambda: form.emit(state, *args))
            if target is None
            else _no_pred()
        )
    if form.result == "state":
        args += [None] * (len(form.operands) - len(args))
        unwanted = target is None and (node is state.discarded or len(arguments) < len(node.args))
        result = form.emit(state, *args, not unwanted)
    else:
        result = form.emit(state, *args)
    if target is not None:
        state.at(node)
        bind(state, target, result)
        return None
    return result


def _no_pred() -> None:
    raise Stop("an instruction with a result has no pred", "put it under an if")


def _options(state: State, node: ast.Call, evaluate: Callable) -> dict[str, object]:
    found = {k.arg: evaluate(state, k.value) for k in node.keywords if k.arg}
    found.pop("preserve_dst", None)
    return found


def _split(
    state: State, node: ast.Call, form: Instruction, evaluate: Callable
) -> tuple[ast.expr | None, list[ast.expr]]:
    """The place of the result, if the call has one, and the operands."""
    if not form.result or not node.args:
        return None, node.args
    first = node.args[0]
    if isinstance(first, ast.Attribute) and first.attr == "SINK":
        return None, node.args[1:]
    if isinstance(first, ast.Call) and evaluate(state, first.func) is pred and first.args:
        return first.args[0], node.args[1:]
    if len(node.args) > len(form.operands):
        return first, node.args[1:]
    if not isinstance(first, ast.Name) or form.operands[0] != "address":
        return None, node.args
    # An address is an operand; another name takes the result.
    held = state.scope.find(first.id)
    if held is MISSING or isinstance(held, (Value, int, float, Undefined, Poison)):
        return first, node.args[1:]
    return None, node.args


def _under(state: State, predicate: object, emit: Callable) -> object:
    """`pred=`: the op stands under an scf.if."""
    if predicate is None:
        return emit()
    condition = state.arithmetic.truth(predicate)
    if isinstance(condition, bool):
        return emit() if condition else None
    state.builder.open()
    state.memory.depth += 1
    try:
        emit()
    finally:
        state.memory.depth -= 1
        lines = state.builder.close()
    state.builder.block(f"scf.if {state.arithmetic.ssa(condition)}", lines)
    return None


def _usage(text: str, form: Instruction | None) -> str:
    if form is None:
        return ""
    required = list(form.operands[: len(form.operands) - form.optional])
    rest = "".join(f"[, {name}]" for name in form.operands[len(required) :])
    return f'write T.ptx["{text}"]({", ".join(required)}{rest})'

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions whose bodies are put where they are called."""

from __future__ import annotations

import ast
import inspect

from .errors import Stop
from .returns import DONE, VALUE, Returned, has_inner_return, with_returns_last
from .source import Source
from .translator import Scope, State
from .values import Undefined

# Calls inside of calls, over which a function is taken to call itself.
DEEPEST = 64


class Inline:
    """A function whose body is put where it is called."""

    def __init__(self, source: Source) -> None:
        self.__name__ = source.function.__name__
        self.__doc__ = source.function.__doc__
        self.tree = source.tree
        self._source = source
        self._signature = inspect.signature(source.function)

    def __call__(self, *args: object, **kwargs: object) -> object:
        raise TypeError(f"{self.__name__} is for kernels: call it in a @T.function")

    def scope(self) -> Scope:
        return Scope(self._source.filename, self._source.offset, self._source.outer())

    def __tilery_inline__(self, state: State, node: ast.Call, args: list, kwargs: dict) -> object:
        return expand(state, node, self, self._signature, args, kwargs)


class Local:
    """A function that a kernel defines for itself: it sees the names around it."""

    def __init__(self, tree: ast.FunctionDef, signature: inspect.Signature, around: Scope) -> None:
        self.__name__ = tree.name
        self.tree = tree
        self._signature = signature
        self._around = around

    def scope(self) -> Scope:
        around = self._around
        return Scope(around.filename, around.line_offset, around.outer, around)

    def __tilery_inline__(self, state: State, node: ast.Call, args: list, kwargs: dict) -> object:
        return expand(state, node, self, self._signature, args, kwargs)


def expand(
    state: State,
    node: ast.Call,
    function: Inline | Local,
    signature: inspect.Signature,
    args: list,
    kwargs: dict,
) -> object:
    """Translates the body with these arguments; gives what it returns."""
    name = function.__name__
    try:
        bound = signature.bind(*args, **kwargs)
    except TypeError as error:
        raise Stop(f"{name}: {error}", f"its parameters are {signature}") from None
    if function in state.endless:
        raise Stop()
    if state.inline_depth >= DEEPEST:
        # Told once: the calls around it would come here again and again.
        state.endless.append(function)
        raise Stop(f"{name} calls itself: a kernel has no recursion", "write a loop")
    bound.apply_defaults()
    caller, floor, faults = state.scope, state.inline_floor, len(state.faults)
    at, target = state.builder.location, state.target_name
    scope = function.scope()
    scope.values = dict(bound.arguments)
    scope.called_at = at
    scope.caller = caller.place(node)
    state.scope, state.inline_floor = scope, state.memory.depth
    state.inline_depth += 1
    try:
        result = run_function(state, function.tree.body, name)
    finally:
        state.scope, state.inline_floor = caller, floor
        state.inline_depth -= 1
        state.target_name = target
    if len(state.faults) > faults:
        raise Stop()
    state.at(node)
    if isinstance(result, Undefined):
        if node is not state.discarded:
            raise Stop(result.message, result.cure)
        return None
    return result


def run_function(state: State, body: list[ast.stmt], name: str) -> object:
    """Translates a function's body; gives what it returns."""
    from .statements import run_body

    if not has_inner_return(body):
        try:
            run_body(state, body)
        except Returned as returned:
            return returned.value
        return None
    run_body(state, with_returns_last(body))
    result = state.scope.values.get(VALUE)
    if isinstance(result, Undefined):
        return _partial(name)
    if result is not None and state.scope.values.get(DONE) is not True:
        # Some way through the body ends without a return, and gives None.
        return _partial(name)
    return result


def _partial(name: str) -> Undefined:
    """What a call gives that returns a value on some ways only: a fault where it is used."""
    return Undefined(
        f"{name} returns a value on some of its ways only, or one of another type on each",
        "assign it to a variable first, and return that at the end",
    )

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`T.meta_class`: classes whose objects hold values of a kernel.

An object is there while a kernel is translated. Its methods are put in where they are called, and
its fields are variables of the kernel, as names are.
"""

from __future__ import annotations

import ast
import dataclasses
import inspect
from types import FunctionType

from .errors import Stop
from .inlining import Inline
from .source import Source
from .translator import MISSING, State
from .values import Cell, Instance, kind_of

MARK = "__tilery_meta__"


def meta_class(cls: type) -> type:
    """Marks a class, and those derived from it, as one whose objects are made in kernels."""
    if not isinstance(cls, type):
        raise TypeError(f"expected @T.meta_class on a class, got {cls!r}")
    setattr(cls, MARK, True)
    return cls


def is_meta_class(value: object) -> bool:
    return isinstance(value, type) and getattr(value, MARK, False) is True


class Bound:
    """A method of an object, or of its class."""

    def __init__(self, function: Inline, first: object) -> None:
        self.__name__ = function.__name__
        self.tree = function.tree
        self._function = function
        self._first = first

    def __tilery_inline__(self, state: State, node: ast.Call, args: list, kwargs: dict) -> object:
        return self._function.__tilery_inline__(state, node, [self._first, *args], kwargs)


class Super:
    """`super()`: the methods of an object behind those of a class."""

    def __init__(self, instance: Instance, after: type) -> None:
        self.instance = instance
        self.after = after


def create(state: State, node: ast.Call, cls: type, args: list, kwargs: dict) -> Instance:
    """A new object, after its `__init__`."""
    instance = Instance(cls, state.target_name or cls.__name__)
    if dataclasses.is_dataclass(cls) and "__init__" in cls.__dict__:
        _fill(state, node, instance, args, kwargs)
        return instance
    init = find(cls, "__init__")
    if isinstance(init, (FunctionType, Inline)):
        inline_of(init).__tilery_inline__(state, node, [instance, *args], kwargs)
    elif args or kwargs:
        raise Stop(f"{cls.__name__} takes no arguments")
    return instance


def _fill(state: State, node: ast.Call, instance: Instance, args: list, kwargs: dict) -> None:
    cls = instance.cls
    try:
        bound = inspect.signature(cls).bind(*args, **kwargs)
    except TypeError as error:
        raise Stop(f"{cls.__name__}: {error}") from None
    for f in dataclasses.fields(cls):
        if f.name in bound.arguments:
            value = bound.arguments[f.name]
        else:
            made = f.default_factory is not dataclasses.MISSING
            value = f.default_factory() if made else f.default
        state.locals[(instance, f.name)] = value
    after = find(cls, "__post_init__")
    if isinstance(after, (FunctionType, Inline)):
        inline_of(after).__tilery_inline__(state, node, [instance], {})


def find(cls: type, name: str, after: type | None = None) -> object:
    """What a class, or one that it is derived from, calls so."""
    order = cls.__mro__
    for base in order[order.index(after) + 1 :] if after else order:
        if name in base.__dict__ and base is not object:
            return base.__dict__[name]
    return MISSING


def inline_of(function: FunctionType | Inline) -> Inline:
    """A method as a function to put in; it is read once."""
    if isinstance(function, Inline):
        return function
    found = getattr(function, "__tilery_body__", None)
    if found is None:
        try:
            found = Inline(Source(function, {}, decorated=False))
        except (OSError, SyntaxError) as error:
            raise Stop(f"the source of {function.__qualname__} is not there: {error}") from None
        function.__tilery_body__ = found
    return found


def raw_attribute(state: State, base: Instance | Super, name: str) -> object:
    """A field as it is held, or what the class has."""
    after = base.after if isinstance(base, Super) else None
    instance = base.instance if isinstance(base, Super) else base
    if after is None:
        held = state.locals.get((instance, name), MISSING)
        if held is not MISSING:
            return held
    found = find(instance.cls, name, after)
    if found is MISSING:
        raise Stop(
            f"{instance.cls.__name__} has no attribute '{name}'", _similar(state, instance, name)
        )
    if isinstance(found, (FunctionType, Inline)):
        return Bound(inline_of(found), instance)
    if isinstance(found, property):
        return inline_of(found.fget).__tilery_inline__(state, state.node, [instance], {})
    return class_attribute(instance.cls, name) if after is None else found


def class_attribute(cls: type, name: str) -> object:
    """What a class has by a name, its functions as ones to put in."""
    found = find(cls, name)
    if isinstance(found, (FunctionType, Inline)):
        return inline_of(found)
    if isinstance(found, staticmethod):
        return inline_of(found.__func__)
    if isinstance(found, classmethod):
        return Bound(inline_of(found.__func__), cls)
    return found


def _similar(state: State, instance: Instance, name: str) -> str:
    import difflib

    names = [k[1] for k in state.locals if k[0] is instance]
    names += [n for base in instance.cls.__mro__ for n in base.__dict__ if n[0] != "_"]
    close = difflib.get_close_matches(name, names, 1)
    return f"did you mean '{close[0]}'?" if close else ""


def set_attribute(state: State, base: object, name: str, value: object) -> None:
    """`base.name = value`."""
    if not isinstance(base, Instance):
        raise Stop(
            f"{kind_of(base)} has no field to assign to",
            "objects of classes with @T.meta_class have fields",
        )
    held = state.locals.get((base, name))
    if isinstance(held, Cell) and not isinstance(value, Cell):
        store_cell(state, held, value)
    else:
        state.locals[(base, name)] = value


def store_cell(state: State, cell: Cell, value: object) -> None:
    literal = state.arithmetic._literal(value, cell.dtype)
    state.locals[(cell, 0)] = state.arithmetic.typed(literal, cell.dtype)


def super_of(state: State) -> Super:
    """`super()` in a method."""
    scope = state.scope
    owner = next((o["__class__"] for o in scope.outer if "__class__" in o), None)
    first = next(iter(scope.values.values()), None)
    if owner is None or not isinstance(first, Instance):
        raise Stop("super() stands in methods of a class with @T.meta_class")
    return Super(first, owner)

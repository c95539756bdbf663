# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls: of the language's functions, of Python's own, of inlined ones."""

from __future__ import annotations

import ast
import builtins
import dataclasses
import difflib
from collections.abc import Callable

from .arithmetic import is_number, static_int
from .dtypes import BOOL, DTYPES, DType
from .errors import Stop
from .intrinsics import Intrinsic
from .launch import AccessPolicyWindow, KernelAttributes, LaunchConfig
from .meta import create, is_meta_class, raw_attribute, super_of
from .spelling import numeric_cure
from .translator import State
from .types import TensorMap
from .values import (
    Buffer,
    HostMap,
    Instance,
    LocalArray,
    MapParam,
    Method,
    Pointer,
    Range,
    Value,
    View,
    kind_of,
)
from .views import sizes

RUN_TIME = (Value, Buffer, View, Pointer, LocalArray, MapParam, HostMap, Instance)


# Methods that change a list, a dict or a set.
CHANGES = (
    "append", "extend", "insert", "pop", "remove", "clear", "update", "add", "setdefault", "sort",
    "reverse", "discard", "popitem",
)  # fmt: skip


class KernelList(list):
    """A list that a kernel has made: it may be changed in the block that it was made in."""

    def __init__(self, state: State, items: list) -> None:
        super().__init__(items)
        self.block = len(state.builder.stack)


def check_change(state: State, held: object) -> None:
    """A list grows while the kernel is translated, which knows no condition and no loop."""
    if not isinstance(held, KernelList):
        raise Stop(
            f"a kernel does not change {kind_of(held)}, which is known when it is translated",
            "make a list in the kernel, or store to a tensor",
        )
    if held.block != len(state.builder.stack):
        raise Stop(
            "a run-time condition or loop does not change a list: it is known when the kernel is "
            "translated",
            "loop with T.unroll(...), or use T.alloc_local",
        )


def call_value(state: State, node: ast.Call, callee: object, args: list, kwargs: dict) -> object:
    """The result of a call whose arguments are evaluated."""
    if isinstance(callee, Intrinsic):
        return callee.invoke(state, args, kwargs)
    if isinstance(callee, Method):
        return callee.emit(*args, **kwargs)
    if isinstance(callee, DType):
        return _conversion(state, callee, args, kwargs)
    if callee is super and not args:
        return super_of(state)
    if is_meta_class(callee):
        return create(state, node, callee, args, kwargs)
    inline = getattr(callee, "__tilery_inline__", None)
    if inline is not None:
        return inline(state, node, args, kwargs)
    known = BUILTINS.get(callee) if isinstance(callee, (type, type(len))) else None
    if known is not None:
        try:
            return known(state, *args, **kwargs)
        except Stop:
            raise
        except Exception as error:
            name = callee.__name__
            raise Stop(
                f"{name}: {error}" if name in str(error) else f"{name}(...): {error}"
            ) from None
    held = getattr(callee, "__self__", None)
    if isinstance(held, (list, dict, set)) and callee.__name__ in CHANGES:
        check_change(state, held)
        return callee(*args, **kwargs)
    if not callable(callee):
        raise Stop(f"{kind_of(callee)} is not callable", "leave () out")
    if callee is TensorMap:
        raise Stop("T.TensorMap is the type of a parameter", "declare the parameter so")
    if not _of_launch(callee) and any(_holds_run_time(a) for a in (*args, *kwargs.values())):
        raise Stop(*_python_function(callee))
    try:
        return callee(*args, **kwargs)
    except Stop:
        raise
    except Exception as error:
        if _of_launch(callee) and isinstance(error, TypeError):
            raise Stop(*_launch_misfit(callee, kwargs, error)) from None
        raise Stop(f"{type(error).__name__}: {error}") from None


def _python_function(callee: object) -> tuple[str, str]:
    """What to say of a function of Python that gets a run-time value."""
    name = getattr(callee, "__name__", kind_of(callee))
    cure = CURES.get(name) or numeric_cure(name)
    if isinstance(callee, (type, type(len), type("".join))):
        cure = cure or "compute it from what is known now, or write it with operators"
        return f"{name} is Python's, and gets a run-time value", cure
    if cure and type(callee).__module__ != "builtins":  # of numpy, as np.exp
        return f"{name} is {type(callee).__module__}'s, and gets a run-time value", cure
    return (
        f"{name} is a Python function, and gets a run-time value",
        f"decorate {name} with @T.inline",
    )


CURES = {
    "round": "write T.round(x)", "str": 'write T.cuda.printf("%d", x)', "sorted": "write min and max",
    "complex": "there are no complex numbers", "type": "write x.dtype",
}  # fmt: skip


# What others call the parts of a launch.
LAUNCH_NAMES = {
    "threads": "block", "num_threads": "block", "block_dim": "block", "blocks": "grid",
    "num_blocks": "grid", "grid_dim": "grid", "clusters": "cluster", "cluster_dim": "cluster",
}  # fmt: skip


def _of_launch(callee: object) -> bool:
    """Launch configurations hold grids that the launcher computes."""
    return isinstance(getattr(callee, "__self__", callee), LaunchConfig) or callee in (
        LaunchConfig,
        KernelAttributes,
        AccessPolicyWindow,
    )


def _launch_misfit(callee: object, kwargs: dict, error: TypeError) -> tuple[str, str]:
    """What to say of keywords that a launch does not have, or lacks."""
    cls = type(getattr(callee, "__self__", None)) if not isinstance(callee, type) else callee
    name = f"T.cuda.{cls.__name__}"
    names = [f.name for f in dataclasses.fields(cls)]
    unknown = [k for k in kwargs if k not in names]
    if unknown:
        meant = LAUNCH_NAMES.get(unknown[0])
        close = [meant] if meant in names else difflib.get_close_matches(unknown[0], names, 1)
        cure = f"did you mean '{close[0]}'?" if close else f"it has {', '.join(names)}"
        return f"{name} has no {', '.join(unknown)}", cure
    text = str(error).replace(f"{cls.__name__}.__init__()", name)
    return text, f"write {name}({', '.join(n + '=...' for n in names[:2])})"


def _holds_run_time(value: object) -> bool:
    if isinstance(value, (tuple, list)):
        return any(_holds_run_time(v) for v in value)
    return isinstance(value, RUN_TIME)


def _conversion(state: State, dtype: DType, args: list, kwargs: dict) -> Value:
    cure = f"write T.{dtype.name}(x)"
    if len(args) != 1 or kwargs:
        raise Stop(
            f"T.{dtype.name} converts one number, got {len(args) + len(kwargs)} arguments", cure
        )
    if not is_number(args[0]):
        raise Stop(f"expected a number to convert, got {kind_of(args[0])}", cure)
    return state.arithmetic.cast(args[0], dtype)


def _extremum(most: bool) -> Callable:
    def emit(state: State, *args: object) -> object:
        items = (
            list(args[0]) if len(args) == 1 and isinstance(args[0], (list, tuple)) else list(args)
        )
        if not items:
            raise Stop("expected at least one number")
        for item in items:
            if not is_number(item):
                raise Stop(f"expected numbers, got {kind_of(item)}")
        result = items[0]
        for item in items[1:]:
            result = state.arithmetic.least(result, item, most)
        return result

    return emit


def absolute(state: State, value: object) -> object:
    if not isinstance(value, Value):
        return abs(value)
    if value.dtype.is_float:
        return state.arithmetic.unary_math("absf", value)
    if value.nonneg:
        return value
    return state.arithmetic.least(value, state.arithmetic.negate(value), most=True)


def _range(state: State, *args: object) -> Range:
    if not 1 <= len(args) <= 3:
        raise Stop(
            f"range takes one to three numbers, got {len(args)}", "write range(start, stop, step)"
        )
    for arg in args:
        is_int = isinstance(arg, int) or (isinstance(arg, Value) and arg.dtype.is_int)
        if not is_int:
            raise Stop(f"expected the bounds of a range to be integers, got {kind_of(arg)}")
    if len(args) == 1:
        return Range(0, args[0], 1)
    step = args[2] if len(args) == 3 else 1
    if static_int(step) == 0:
        raise Stop("the step of a range is 0", "write a step that moves")
    return Range(args[0], args[1], step)


def _to(name: str, python: type) -> Callable:
    def emit(state: State, value: object = 0) -> object:
        if not isinstance(value, Value):
            return python(value)
        return state.arithmetic.cast(value, DTYPES[name])

    return emit


def _bool(state: State, value: object = False) -> object:
    found = state.arithmetic.truth(value)
    return found if isinstance(found, bool) else state.arithmetic.cast(found, BOOL)


def _len(state: State, value: object) -> object:
    if isinstance(value, (Buffer, View)):
        return sizes(state, value)[0]
    return len(value)


def _print(state: State, *args: object, **kwargs: object) -> None:
    """As in Python, while the kernel is translated."""
    builtins.print(*(kind_of(a) if isinstance(a, RUN_TIME) else a for a in args), **kwargs)


def _power(state: State, *args: object) -> object:
    if any(isinstance(a, Value) for a in args):
        raise Stop("pow is not there for run-time numbers", "write T.pow(x, y)")
    return pow(*args)


def _items(value: object) -> list:
    """Something to loop over that is known now, as a list."""
    if isinstance(value, Range):
        from .expressions import python_range

        found = python_range(value)
        if len(found) > 65536:
            raise Stop(f"expected at most 65536 items, got {len(found)}", "write a loop")
        return list(found)
    if isinstance(value, RUN_TIME):
        raise Stop(f"expected something to loop over that is known now, got {kind_of(value)}")
    return list(value)


def _known(make: Callable) -> Callable:
    """A function of Python on sequences that are known now."""
    return lambda state, *args, **kwargs: list(make(*map(_items, args), **kwargs))


def _enumerate(state: State, value: object, start: int = 0) -> list:
    return list(enumerate(_items(value), start))


def _reversed(state: State, value: object) -> object:
    if isinstance(value, Range) and not value.unroll:
        from .expressions import python_range

        found = python_range(value)[::-1]
        return Range(found.start, found.stop, found.step)
    return list(reversed(_items(value)))


def _divmod(state: State, a: object, b: object) -> tuple[object, object]:
    return state.arithmetic.binary("//", a, b), state.arithmetic.binary("%", a, b)


def _every(op: str) -> Callable:
    """all and any: of run-time conditions, too."""

    def emit(state: State, value: object) -> object:
        found: object = op == "&"
        for item in _items(value):
            truth = state.arithmetic.truth(item)
            if isinstance(truth, bool) and isinstance(found, bool):
                found = found and truth if op == "&" else found or truth
            else:
                found = state.arithmetic.binary(op, found, truth)
        return found

    return emit


def _getattr(state: State, base: object, name: str, *default: object) -> object:
    if not isinstance(base, Instance):
        return getattr(base, name, *default)
    try:
        return state.resolve(raw_attribute(state, base, name))
    except Stop:
        if default:
            return default[0]
        raise


def _hasattr(state: State, base: object, name: str) -> bool:
    missing = object()
    return _getattr(state, base, name, missing) is not missing


def _isinstance(state: State, value: object, types: object) -> bool:
    return (
        isinstance(value.cls, type) and issubclass(value.cls, types)
        if isinstance(value, Instance)
        else isinstance(value, types)
    )


def _sum(state: State, value: object, start: object = 0) -> object:
    total = start
    for item in _items(value):
        total = state.arithmetic.binary("+", total, item)
    return total


BUILTINS: dict[object, Callable] = {
    enumerate: _enumerate,
    reversed: _reversed,
    zip: _known(zip),
    list: _known(list),
    tuple: lambda state, value=(): tuple(_items(value)),
    sum: _sum,
    dict: lambda state, *args, **kwargs: dict(*args, **kwargs),
    slice: lambda state, *args: slice(*args),
    min: _extremum(False),
    max: _extremum(True),
    abs: absolute,
    range: _range,
    int: _to("int32", int),
    float: _to("float32", float),
    bool: _bool,
    len: _len,
    print: _print,
    pow: _power,
    divmod: _divmod,
    all: _every("&"),
    any: _every("|"),
    getattr: _getattr,
    hasattr: _hasattr,
    isinstance: _isinstance,
}

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Attributes: of tensors, numbers, objects, and of what is Python's."""

from __future__ import annotations

from collections.abc import Callable

from . import reshape
from .arithmetic import is_number
from .dtypes import as_dtype
from .errors import Stop
from .meta import Super, class_attribute, is_meta_class, raw_attribute
from .spelling import cure_of_name
from .translator import MISSING, State
from .types import Tensor
from .values import (
    Buffer,
    HostMap,
    Instance,
    LocalArray,
    MapParam,
    Method,
    Pointer,
    Sub,
    Value,
    View,
    kind_of,
)

A_TYPE = ("T.Tensor is the type of a parameter", "write T.alloc_shared(...)")


def attribute_of(state: State, base: object, name: str) -> object:
    """`base.name`, of a value that is evaluated."""
    if isinstance(base, (Buffer, View)):
        return _tensor_attribute(state, base, name)
    if isinstance(base, (Instance, Super)):
        return state.resolve(raw_attribute(state, base, name))
    if is_meta_class(base) and (found := class_attribute(base, name)) is not MISSING:
        return state.resolve(found)
    if isinstance(base, LocalArray):
        if name in ("shape", "dtype", "ndim"):
            return getattr(base, name) if name != "ndim" else len(base.shape)
        raise Stop(
            f"{kind_of(base)} has no attribute '{name}': registers have no address",
            "index it, or use T.alloc_shared",
        )
    if isinstance(base, Value):
        if name == "dtype":
            return base.dtype
        if name == "astype":
            return Method(lambda dtype: convert(state, base, dtype))
        cure = cure_of_name(name, ("dtype", "astype")) or "there are .dtype and .astype(dtype)"
        raise Stop(f"a run-time {base.dtype.name} has no attribute '{name}'", cure)
    if isinstance(base, (Pointer, MapParam, HostMap, Sub)):
        cure = "write A.sub[i]" if isinstance(base, Sub) else "hand it to an instruction"
        raise Stop(f"{kind_of(base)} has no attribute '{name}'", cure)
    if isinstance(base, Tensor):
        raise Stop(*A_TYPE)
    try:
        return state.resolve(getattr(base, name))
    except AttributeError as error:
        cure = _similar(name, base) or "look at the names that it has: dir(...)"
        raise Stop(str(error), cure) from None


def _similar(name: str, base: object) -> str:
    return cure_of_name(name, [n for n in dir(base) if n[0] != "_"])


def _tensor_attribute(state: State, base: Buffer | View, name: str) -> object:
    if name == "shape":
        if isinstance(base, View):
            return base.shape
        return tuple(
            e if isinstance(e, int) else state.extent(base, k) for k, e in enumerate(base.shape)
        )
    if name in ("dtype", "ndim", "scope"):
        return getattr(base, name)
    if name == "layout":
        return base.layout
    if name == "sub":
        return Sub(base)
    if name == "data":
        return state.memory.pointer(base, (0,) * base.ndim)
    if name == "T":
        return reshape.permute(state, base, tuple(reversed(range(base.ndim))))
    if name in METHODS:
        return Method(METHODS[name](state, base))
    if name in ("tile", "chunk", "local", "with_dtype", "reshape"):
        raise Stop(
            f"{kind_of(base)} has no .{name}", "there are slices, .view, .permute and .rearrange"
        )
    raise Stop(
        f"{kind_of(base)} has no attribute '{name}'",
        cure_of_name(name, TENSOR_NAMES) or f"there are {', '.join('.' + n for n in TENSOR_NAMES)}",
    )


METHODS: dict[str, Callable] = {
    "ptr_to": lambda state, base: lambda indices: state.memory.pointer(base, indices),
    "view": lambda state, base: lambda *a, dtype=None: reshape.view(state, base, a, dtype),
    "permute": lambda state, base: lambda *order: reshape.permute(state, base, order),
    "rearrange": lambda state, base: (
        lambda pattern, **lengths: reshape.rearrange(state, base, pattern, lengths)
    ),
}
TENSOR_NAMES = ("shape", "dtype", "ndim", "scope", "layout", "data", "sub", "T", *METHODS)


def convert(state: State, value: object, dtype: object) -> Value:
    if not is_number(value):
        raise Stop(f"expected a number to convert, got {kind_of(value)}")
    try:
        target = as_dtype(dtype)
    except TypeError as error:
        raise Stop(str(error)) from None
    return state.arithmetic.cast(value, target)

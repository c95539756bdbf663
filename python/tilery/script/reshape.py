# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The elements of a tensor in another shape: `.view`, `.permute`, `.rearrange`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .arithmetic import static_int
from .dtypes import UINT64, DType, as_dtype
from .errors import Stop
from .memory import row_major
from .translator import State
from .values import Buffer, Extent, Value, View, kind_of
from .views import sizes

AFTERWARDS = "reshape the whole tensor, and slice it afterwards"


@dataclass(frozen=True, slots=True)
class Axis:
    size: Extent
    stride: Extent


def view(state: State, target: Buffer | View, args: tuple, dtype: object = None) -> Buffer:
    """`.view(4, 16, 64)`, `.view("uint32")`: the elements in their order, or their bytes."""
    base = _whole(state, target)
    args = tuple(args[0]) if len(args) == 1 and isinstance(args[0], (tuple, list)) else args
    if args and isinstance(args[-1], (str, DType)):
        *args, dtype = args
    try:
        wanted = base.dtype if dtype is None else as_dtype(dtype)
    except TypeError as error:
        raise Stop(str(error)) from None
    if base.strides != row_major(base.shape) and not base.layout.swizzle:
        raise Stop(
            f"expected the rows of {base.name[1:]} without gaps and in their order",
            "write .view(...) before .permute(...)",
        )
    shape = _shape(state, base, args, wanted) if args else _recast(base, wanted)
    return _show(state, base, shape, _row_major(state, shape), wanted)


def permute(state: State, target: Buffer | View, order: tuple) -> Buffer:
    """`.permute(1, 0)`: the axes in another order."""
    base = _whole(state, target)
    order = tuple(order[0]) if len(order) == 1 and isinstance(order[0], (tuple, list)) else order
    found = [static_int(a) for a in order]
    ends = [a + base.ndim if a is not None and a < 0 else a for a in found]
    if None in ends or sorted(ends) != list(range(base.ndim)):
        raise Stop(
            f"expected the numbers 0 to {base.ndim - 1}, each once, to permute {base.name[1:]}, "
            f"got {kind_of(tuple(order))}"
        )
    axes = _axes(state, base)
    chosen = [axes[a] for a in ends]
    return _show(
        state, base, tuple(a.size for a in chosen), tuple(a.stride for a in chosen), base.dtype
    )


def rearrange(state: State, target: Buffer | View, pattern: object, lengths: dict) -> Buffer:
    """`.rearrange("(a b) c -> b a c", a=4)`: axes split, reordered and merged, by their names."""
    base = _whole(state, target)
    if not isinstance(pattern, str) or pattern.count("->") != 1:
        raise Stop(f"expected a pattern such as '(a b) c -> b a c', got {kind_of(pattern)}")
    left, right = (_groups(side) for side in pattern.split("->"))
    if len(left) != base.ndim:
        raise Stop(
            f"{base.name[1:]} is {base.ndim}-dimensional, and the left side of {pattern!r} "
            f"has {len(left)} axes"
        )
    named: dict[str, Axis] = {}
    for group, axis in zip(left, _axes(state, base), strict=True):
        _split(named, group, axis, lengths, pattern)
    names = [n for group in right for n in group]
    if sorted(names) != sorted(named):
        raise Stop(f"expected both sides of {pattern!r} to have the same names, each once")
    unknown = sorted(set(lengths) - set(named))
    if unknown:
        raise Stop(f"{pattern!r} has no axis {', '.join(unknown)}")
    merged = [_merge([named[n] for n in group], group, base) for group in right]
    return _show(
        state, base, tuple(a.size for a in merged), tuple(a.stride for a in merged), base.dtype
    )


def _whole(state: State, target: Buffer | View) -> Buffer:
    if isinstance(target, View):
        raise Stop(f"expected all of {target.name[1:]}, got a part of it", AFTERWARDS)
    if target.scope == "shared_cluster":
        raise Stop("expected a tensor of this block", "reshape it before map_shared_rank")
    if target.scope == "shared" and target.dtype is UINT64:
        state.memory.claim(target, "data", state.place)
    return target


def _axes(state: State, base: Buffer) -> list[Axis]:
    found = sizes(state, base)
    pitches = base.pitches or (
        base.strides if None not in base.strides else _row_major(state, found)
    )
    return [Axis(size, stride) for size, stride in zip(found, pitches, strict=True)]


def _row_major(state: State, shape: tuple[Extent, ...]) -> tuple[Extent, ...]:
    strides: list[Extent] = []
    dense: Extent = 1
    for extent in reversed(shape):
        strides.append(dense)
        dense = state.arithmetic.binary("*", extent, dense)
    return tuple(reversed(strides))


def _shape(state: State, base: Buffer, args: tuple, dtype: DType) -> tuple[Extent, ...]:
    """The extents that are asked for, which hold as many bytes."""
    for arg in args:
        if static_int(arg) is None and not (isinstance(arg, Value) and arg.dtype.is_int):
            raise Stop(f"expected extents of a view, got {kind_of(arg)}")
    shape = [a if (known := static_int(a)) is None else known for a in args]
    have, open_sizes = _content(sizes(state, base), base.dtype)
    if shape.count(-1) > 1 or any(isinstance(e, int) and e < 1 and e != -1 for e in shape):
        raise Stop(
            f"expected extents of at least 1, and at most one -1, got {kind_of(tuple(args))}"
        )
    want, wanted_sizes = _content([e for e in shape if e != -1], dtype)
    rest = [v for v in open_sizes if v not in wanted_sizes]
    fits = all(v in open_sizes for v in wanted_sizes) and len(rest) == len(open_sizes) - len(
        wanted_sizes
    )
    if -1 in shape:
        fits = fits and have % want == 0
        missing: Extent = have // want
        for value in rest:
            missing = state.arithmetic.binary("*", value, missing)
        shape[shape.index(-1)] = missing
    else:
        fits = fits and have == want and not rest
    if not fits:
        raise Stop(
            f"expected a view of all of {base.name[1:]}, {_spoken(base)}, got "
            f"({', '.join(str(e) if isinstance(e, int) else '?' for e in shape)}) of {dtype.name}",
            "sizes of the launch stay extents of their own: A.shape[0]"
            if open_sizes
            else "give extents of as many bytes, one of them -1",
        )
    return tuple(shape)


def _spoken(base: Buffer) -> str:
    return f"({', '.join('?' if e is None else str(e) for e in base.shape)}) of {base.dtype.name}"


def _content(extents, dtype: DType) -> tuple[int, list[Value]]:
    """Bytes of the extents that are known, and the other extents."""
    known = dtype.bytes
    for extent in extents:
        known *= extent if isinstance(extent, int) else 1
    return known, [e for e in extents if not isinstance(e, int)]


def _recast(base: Buffer, dtype: DType) -> tuple[Extent, ...]:
    row = (base.shape[-1] or 0) * base.dtype.bytes
    if row % dtype.bytes or not row:
        raise Stop(f"rows of {row} bytes of {base.name[1:]} are no numbers of {dtype.name}")
    return (*base.shape[:-1], row // dtype.bytes)


def _groups(side: str) -> list[list[str]]:
    tokens = re.findall(r"\([^()]*\)|[^\s()]+", side)
    groups = [t.strip("()").split() for t in tokens]
    for name in (n for g in groups for n in g):
        if not name.isidentifier():
            raise Stop(f"expected names of axes, got {name!r}")
    return groups


def _split(named: dict, group: list[str], axis: Axis, lengths: dict, pattern: str) -> None:
    known = {n: static_int(lengths[n]) for n in group if n in lengths}
    free = [n for n in group if n not in known]
    if len(free) > 1 or None in known.values():
        raise Stop(f"expected the lengths of all but one of ({' '.join(group)}), as {group[0]}=4")
    product = 1
    for length in known.values():
        product *= length
    if len(group) > 1 or known:
        if not isinstance(axis.size, int) or product < 1 or axis.size % product:
            raise Stop(f"({' '.join(group)}) of {pattern!r} does not divide an axis of {axis.size}")
        if not free and product != axis.size:
            raise Stop(f"({' '.join(group)}) has {product} elements, the axis {axis.size}")
    stride = axis.stride
    for name in reversed(group):
        if name in named:
            raise Stop(f"axis {name} stands twice in {pattern!r}")
        length = known.get(name)
        size = (
            length if length is not None else (axis.size if product == 1 else axis.size // product)
        )
        named[name] = Axis(size, stride)
        if name != group[0]:
            stride = stride * size


def _merge(axes: list[Axis], group: list[str], base: Buffer) -> Axis:
    if not axes:
        return Axis(1, 1)
    size = axes[-1].size
    for outer, inner in zip(reversed(axes[:-1]), reversed(axes[1:]), strict=True):
        numbers = (outer.size, outer.stride, inner.size, inner.stride)
        if (
            not all(isinstance(n, int) for n in numbers)
            or outer.stride != inner.size * inner.stride
        ):
            raise Stop(
                f"({' '.join(group)}) is no axis of {base.name[1:]}: its elements are not "
                "evenly spaced",
                "copy into a tensor of that shape",
            )
        size = size * outer.size
    return Axis(size, axes[-1].stride)


def _show(
    state: State, base: Buffer, shape: tuple, strides: tuple[Extent, ...], dtype: DType
) -> Buffer:
    """The tensor of these extents and strides over the same memory."""
    in_order = all(
        a is b or (isinstance(a, int) and a == b)
        for a, b in zip(strides, _row_major(state, shape), strict=True)
    )
    if base.scope == "shared":
        if base.layout.swizzle and (not in_order or shape[-1] * dtype.bytes != _row(base)):
            raise Stop(
                f"expected the rows of {base.name[1:]} as they are, under its swizzle",
                "split and merge outer axes alone",
            )
        if in_order:
            return _over_bytes(state, base, shape, dtype)
    if dtype is not base.dtype:
        raise Stop(
            f"expected the type of {base.name[1:]}, {base.dtype.name}, got {dtype.name}",
            "declare the parameter so",
        )
    static = tuple(e if isinstance(e, int) else None for e in shape)
    steps = tuple(s if isinstance(s, int) else None for s in strides)
    found = Buffer(
        state.builder.named(f"{base.name[1:]}_view"), dtype, static, base.scope, state.place, steps,
        layout=base.layout, role=base.role, role_place=base.role_place, pitches=strides,
        origin=base.origin or base,
    )  # fmt: skip

    def text(values: tuple[Extent, ...]) -> str:
        return ", ".join(
            str(v) if isinstance(v, int) else state.arithmetic.index(v) for v in values
        )

    for k, extent in enumerate(shape):
        if not isinstance(extent, int):
            state.sizes[(found.name, k)] = extent
    state.builder.op(
        f"{found.name} = memref.reinterpret_cast {base.name} to offset: [0], sizes: [{text(shape)}],"
        f" strides: [{text(strides)}] : {base.mlir} to {found.mlir}",
        pure=True,
    )
    return found


def _row(base: Buffer) -> int:
    return base.shape[-1] * base.dtype.bytes


def _over_bytes(state: State, base: Buffer, shape: tuple[int, ...], dtype: DType) -> Buffer:
    """A shared tensor over the bytes of another one."""
    origin = base.origin or base
    if origin.bytes is None:
        origin.bytes = state.builder.named(f"{origin.name[1:]}_bytes")
    swizzle = base.layout.swizzle
    strides = state.memory.swizzled(shape, dtype, swizzle) if swizzle else row_major(shape)
    name = state.builder.named(f"{origin.name[1:]}_view")
    found = Buffer(
        name, dtype, shape, "shared", state.place, strides, layout=base.layout, origin=origin
    )
    if dtype is UINT64:
        found.role, found.role_place = "data", state.place
    pitch = origin.strides[0] if origin.ndim > 1 else 1
    whole = f"memref<{origin.shape[0] * pitch * origin.dtype.bytes}xi8, #tile.shared>"
    state.builder.top.append(
        f"  {name} = tile.shared_view {origin.bytes}[0] : {whole} to {found.mlir}"
        f" loc({state.builder.location})"
    )
    return found

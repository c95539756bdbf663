# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Parts of tensors: `A[r0:r1, :]`, `A.sub[i]`, and what they are in tile IR."""

from __future__ import annotations

from .arithmetic import static_int
from .errors import Stop
from .translator import State
from .values import Buffer, Extent, View, memref_type


def sizes(state: State, target: Buffer | View) -> tuple[Extent, ...]:
    """The extents, those included that the launch knows."""
    if isinstance(target, View):
        return target.shape
    return tuple(state.extent(target, k) if e is None else e for k, e in enumerate(target.shape))


def part(state: State, target: Buffer | View, items: tuple[object, ...], drop: bool) -> View:
    """Of each axis an index or a slice.

    drop  an index leaves its axis out; otherwise the axis stays, with extent 1
    """
    name = target.name[1:]
    if len(items) > target.ndim:
        raise Stop(f"{name} is {target.ndim}-dimensional, got {len(items)} indices")
    items = items + (slice(None),) * (target.ndim - len(items))
    base, whole = (target.base, target) if isinstance(target, View) else (target, None)
    offsets: list[Extent] = list(whole.offsets) if whole else [0] * base.ndim
    extents: list[Extent] = list(whole.sizes) if whole else list(sizes(state, base))
    axes = whole.axes if whole else tuple(range(base.ndim))
    kept = []
    for k, (axis, item) in enumerate(zip(axes, items, strict=True)):
        if isinstance(item, slice):
            start, size = _slice(state, name, k, item, extents[axis])
            kept.append(axis)
        else:
            start, size = state.memory.check_index(name, k, item, extents[axis]), 1
            if not drop:
                kept.append(axis)
        offsets[axis] = state.memory.add(offsets[axis], start)
        extents[axis] = size
    return View(base, tuple(offsets), tuple(extents), tuple(kept))


def _slice(
    state: State, name: str, axis: int, item: slice, extent: Extent
) -> tuple[Extent, Extent]:
    if item.step is not None and static_int(item.step) != 1:
        raise Stop(
            f"expected a slice of {name} with step 1, got a step",
            "take each n-th element with element_strides= of tile.apply",
        )
    start = _bound(state, name, axis, "start", 0 if item.start is None else item.start, extent)
    stop = _bound(state, name, axis, "stop", extent if item.stop is None else item.stop, extent)
    size = state.arithmetic.binary("-", stop, start) if start != 0 else stop
    known = static_int(size)
    if known is not None and known < 1:
        raise Stop(f"axis {axis} of this part of {name} has {known} elements: expected some")
    return start, size


def _bound(state: State, name: str, axis: int, what: str, bound: object, extent: Extent) -> Extent:
    known = static_int(bound)
    if known is None:
        return state.memory.check_index(name, axis, bound, None)
    where = f"the {what} {known} of axis {axis} of {name}"
    if known < 0:
        return state.memory.from_the_end(where, known, extent)
    if isinstance(extent, int) and known > extent:
        raise Stop(f"{where} is out of range: it has {extent} elements")
    return known


def memref(state: State, target: Buffer | View) -> tuple[str, str]:
    """SSA name and type of a tensor, or of a part of one."""
    if isinstance(target, Buffer):
        return target.name, target.mlir
    base = target.base
    if len(target.axes) == base.ndim and _is_whole(state, target):
        return base.name, base.mlir
    offset: int | None = 0
    for o, stride in zip(target.offsets, base.strides, strict=True):
        if o == 0:
            continue
        static = isinstance(o, int) and stride is not None and offset is not None
        offset = offset + o * stride if static else None
    strides = ", ".join(
        "?" if base.strides[a] is None else str(base.strides[a]) for a in target.axes
    )
    at = "" if offset == 0 else f", offset: {'?' if offset is None else offset}"
    layout = f", strided<[{strides}]{at}>"
    mlir = memref_type(target.shape, base.element, layout, base.space)

    def bounds(values: tuple[Extent, ...]) -> str:
        return ", ".join(
            str(v) if isinstance(v, int) else state.arithmetic.index(v) for v in values
        )

    ones = ", ".join("1" for _ in base.shape)
    text = (
        f"memref.subview {base.name}[{bounds(target.offsets)}] [{bounds(target.sizes)}] [{ones}]"
        f" : {base.mlir} to {mlir}"
    )
    return state.builder.value(text), mlir


def _is_whole(state: State, target: View) -> bool:
    return all(isinstance(o, int) and o == 0 for o in target.offsets) and all(
        a is b or (isinstance(a, int) and a == b)
        for a, b in zip(target.sizes, sizes(state, target.base), strict=True)
    )

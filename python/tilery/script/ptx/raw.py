# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Copies as PTX writes them: addresses, a tensor map, coordinates innermost first."""

from __future__ import annotations

from ..arithmetic import is_number, static_int
from ..errors import Stop
from ..tensor_maps import as_tensor
from ..tile_apply import emit_apply
from ..translator import State
from ..values import Buffer, HostMap, MapParam, Pointer, View, kind_of
from .table import APPLY, Form


def raw_copy(state: State, text: str, args: list, predicate: object) -> None:
    """`T.ptx["cp.async.bulk..."](...)` with PTX's operands."""
    form = APPLY[text]
    if form.tensor:
        _tensor(state, text, form, args)
    else:
        _bulk(state, text, form, args)


def _take(args: list, what: str, text: str, usage: str) -> object:
    if not args:
        raise Stop(f"{text} lacks its operand {what}", usage)
    return args.pop(0)


def _tensor(state: State, text: str, form: Form, args: list) -> None:
    coords = ", ".join(f"c{k}" for k in range(form.rank))
    operands = {
        "load": f"dst, map, {coords}, mbar",
        "store": f"map, {coords}, src",
        "reduce": f"map, {coords}, src",
        "prefetch": f"map, {coords}",
    }[form.kind]
    operands += ", cta_mask" if form.multicast else ""
    operands += ", cache_policy" if form.hint else ""
    usage = f"PTX's operands are {operands}, coordinates innermost first; T.cuda.tile.apply takes tensors"
    args = list(args)
    shared = _take(args, "dst", text, usage) if form.kind == "load" else None
    found = _take(args, "map", text, usage)
    if not isinstance(found, (MapParam, HostMap)):
        raise Stop(
            f"expected a tensor map, got {kind_of(found)}",
            f'write T.cuda.tile.apply(T.ptx["{text}"], ..., box=..., coords=...), or a parameter T.TensorMap(...)',
        )
    inner_first = [_take(args, f"c{k}", text, usage) for k in range(form.rank)]
    if any(not is_number(c) for c in inner_first):
        raise Stop(f"expected {form.rank} coordinates after the map", usage)
    clauses: dict[str, object] = {}
    if form.kind == "load":
        clauses["mbar"] = _take(args, "mbar", text, usage)
    elif form.kind != "prefetch":
        shared = _take(args, "src", text, usage)
    if form.multicast:
        clauses["cta_mask"] = _take(args, "cta_mask", text, usage)
    if form.hint:
        clauses["cache_policy"] = _take(args, "cache_policy", text, usage)
    if args:
        raise Stop(f"{text} has {len(args)} operands too many", usage)
    tensor: object = found
    if isinstance(found, HostMap):
        tensor, box, options = as_tensor(found)
        clauses |= options
    else:
        box = found.type.box if found.type else _image(shared, form)
    if box is not None and len(box) != form.rank:
        raise Stop(
            f"expected a map of rank {form.rank}, got one of {len(box)}",
            f"the map has the box {box}",
        )
    tiles: list = [tensor]
    if form.kind != "prefetch":
        tile = _at(state, shared, None, box)
        tiles = [tile, tensor] if form.kind == "load" else [tensor, tile]
    emit_apply(state, text, form, tiles, box=box, coords=tuple(reversed(inner_first)), **clauses)


def _image(shared: object, form: Form) -> tuple[int, ...] | None:
    """The box of a map that is not declared: all of a tile of the shared tensor."""
    buffer = shared.buffer if isinstance(shared, Pointer) else shared
    if isinstance(buffer, (Buffer, View)) and buffer.ndim >= form.rank:
        shape = buffer.shape[buffer.ndim - form.rank :]
        return shape if all(isinstance(e, int) and e <= 256 for e in shape) else None
    return None


def _bulk(state: State, text: str, form: Form, args: list) -> None:
    if form.kind == "prefetch":
        names = ["src", "size"]
    else:
        names = ["dst", "src", "size"] + (["mbar"] if form.mbar else [])
    names += (["cta_mask"] if form.multicast else []) + (["cache_policy"] if form.hint else [])
    usage = f"PTX's operands are {', '.join(names)}"
    if len(args) != len(names):
        raise Stop(f"{text} takes {len(names)} operands, got {len(args)}", usage)
    given = dict(zip(names, args, strict=True))
    size = given.pop("size")
    tiles = [_at(state, given.pop(n), static_int(size), None) for n in ("dst", "src") if n in given]
    emit_apply(state, text, form, tiles, bytes=size, **given)


def _at(
    state: State, found: object, size: int | None, box: tuple[int, ...] | None
) -> Buffer | View:
    """The tensor from an address on; of a tensor copy, the rows that it fills."""
    if isinstance(found, (Buffer, View)):
        return found
    if not isinstance(found, Pointer):
        raise Stop(f"expected an address, got {kind_of(found)}", "write x.ptr_to([0, 0])")
    buffer = found.buffer
    if found.rank is not None:
        from ..cuda_functions import remote_buffer

        buffer = remote_buffer(state, buffer, found.rank)
    leading, trailing = _leading(found)
    if not leading and all(static_int(i) == 0 for i in found.indices):
        return buffer
    if any(static_int(i) != 0 for i in trailing):
        raise Stop(
            f"not yet implemented: a copy at an address inside of a row of {buffer.name[1:]}",
            "use T.cuda.tile.apply on a slice",
        )
    first = found.indices[leading - 1]
    rows = 1
    if box is None and size is not None:
        row = buffer.dtype.bytes
        for extent in buffer.shape[leading:]:
            row *= extent if isinstance(extent, int) else 0
        rows = max(size // row, 1) if row else 1
    offsets = (*found.indices[: leading - 1], first, *(0 for _ in trailing))
    shape = (*(1 for _ in range(leading - 1)), rows, *buffer.shape[leading:])
    return View(buffer, offsets, shape, tuple(range(buffer.ndim)))


def _leading(pointer: Pointer) -> tuple[int, tuple]:
    """How many axes stand before the trailing zeros."""
    indices = pointer.indices
    count = len(indices)
    while count > 0 and static_int(indices[count - 1]) == 0:
        count -= 1
    return count, indices[count:]

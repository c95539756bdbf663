# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""TensorMaps by hand: parameters that the caller has encoded, and maps of the launcher's code.

A map that the launcher encodes is one of a tensor argument; copies through it become
`tile.apply` of that tensor, so that the launcher encodes it as any other.
"""

from __future__ import annotations

from .arithmetic import static_int
from .dtypes import as_dtype
from .errors import Stop
from .intrinsics import intrinsic
from .memory import row_major
from .translator import State
from .types import TensorMap
from .values import Buffer, HostMap, MapParam, Pointer, Value, View, kind_of

OPTIONS = ("interleave", "swizzle", "l2_promotion", "oob_fill")


@intrinsic("T.stack_alloca", host=True)
def stack_alloca(state: State, what: object, count: object = 1) -> HostMap:
    """A descriptor of the launcher's, for `T.cuda.tensormap_encode_tiled`."""
    if what != "tensormap" or static_int(count) != 1:
        raise Stop(
            f"expected T.stack_alloca('tensormap', 1), got {kind_of(what)}, {kind_of(count)}",
            "write T.alloc_local((n,), dtype) for registers",
        )
    if not state.host and state.facts is not None and state.in_kernel:
        raise Stop("a TensorMap is encoded by the launcher", "move it before T.device_entry(...)")
    return HostMap(state.target_name or "map")


@intrinsic("T.cuda.tensormap_encode_tiled", host=True)
def tensormap_encode_tiled(
    state: State,
    tensor_map: object,
    pointer: object,
    *operands: object,
    descriptor_dtype: object,
    rank: object,
    interleave: object = 0,
    swizzle: object = 0,
    l2_promotion: object = 0,
    oob_fill: object = 0,
    force_cu_dtype: object = -1,
) -> None:
    """Encodes a map. Operands, innermost first: extents, strides in bytes (one less), box, element
    strides. Those of the tensor itself are the launcher's to know, and are compared."""
    if not isinstance(tensor_map, HostMap):
        raise Stop(
            f"expected a map to encode, got {kind_of(tensor_map)}",
            "write m = T.stack_alloca('tensormap', 1)",
        )
    count = static_int(rank)
    if count is None or not 1 <= count <= 5:
        raise Stop(f"expected a rank of 1 to 5, got {kind_of(rank)}")
    wanted = 4 * count - 1
    if len(operands) != wanted:
        raise Stop(
            f"a map of rank {count} takes {wanted} operands after the pointer, got {len(operands)}",
            f"innermost first: {count} extents, {count - 1} strides in bytes, {count} of the box, "
            f"{count} element strides",
        )
    if static_int(force_cu_dtype) != -1:
        raise Stop("not yet implemented: force_cu_dtype", "write format= in T.cuda.tile.apply")
    dims, strides = operands[:count], operands[count : 2 * count - 1]
    box, steps = operands[2 * count - 1 : 3 * count - 1], operands[3 * count - 1 :]
    tensor_map.tensor = _described(state, pointer, dims, strides, descriptor_dtype)
    tensor_map.box = tuple(reversed(box))
    tensor_map.options = {
        "element_strides": tuple(reversed(steps)),
        "interleave": interleave,
        "swizzle": swizzle,
        "l2_promotion": l2_promotion,
        "oob_fill": oob_fill,
    }


def _described(
    state: State, pointer: object, dims: tuple, strides: tuple, dtype: object
) -> Buffer | View:
    """The part of a tensor that starts at `pointer` and has these extents."""
    if isinstance(pointer, Buffer):
        pointer = Pointer(pointer, (0,) * pointer.ndim)
    if not isinstance(pointer, Pointer) or pointer.buffer.scope != "global":
        raise Stop(f"expected the address of a tensor, got {kind_of(pointer)}", "write A.data")
    buffer = pointer.buffer
    if buffer.ndim != len(dims):
        raise Stop(
            f"expected a map of the rank of {buffer.name[1:]}, {buffer.ndim}, got {len(dims)}",
            "declare the parameter in that shape",
        )
    if as_dtype(dtype) is not buffer.dtype:
        raise Stop(
            f"expected descriptor_dtype {buffer.dtype.name}, as {buffer.name[1:]} has, "
            f"got {kind_of(dtype)}",
            "write format= in T.cuda.tile.apply for another reading of the same bits",
        )
    own = row_major(buffer.shape)
    for k, (given, stride) in enumerate(zip(reversed(strides), own[:-1], strict=True)):
        known = static_int(given)
        if stride is None or known is None:
            continue
        if known != stride * buffer.dtype.bytes:
            raise Stop(
                f"expected the byte stride {stride * buffer.dtype.bytes} of axis {k} of "
                f"{buffer.name[1:]}, got {known}",
                "declare the parameter in that shape: the launcher takes strides from it",
            )
    sizes: list = []
    for k, extent in enumerate(reversed(dims)):
        known = static_int(extent)
        if known is None and not (isinstance(extent, Value) and extent.dtype.is_int):
            raise Stop(f"expected the extent of axis {k}, got {kind_of(extent)}")
        full = buffer.shape[k]
        if known is not None and full is not None and pointer.indices[k] == 0 and known > full:
            raise Stop(
                f"axis {k} of {buffer.name[1:]} has {full} elements, the map {known}",
                "the map lies within its tensor",
            )
        sizes.append(extent if known is None else known)
    return View(buffer, pointer.indices, tuple(sizes), tuple(range(buffer.ndim)))


def as_tensor(found: HostMap) -> tuple[Buffer | View, tuple, dict[str, object]]:
    """The tensor of a map that the launcher encodes, its box, and clauses of `tile.apply`."""
    if found.tensor is None:
        raise Stop(
            f"the map {found.name} is not encoded",
            "write T.cuda.tensormap_encode_tiled(...) before T.device_entry",
        )
    return found.tensor, found.box, dict(found.options)


def settle(found: MapParam, box: tuple[int, ...] | None, shared: Buffer | View | None) -> None:
    """Takes the type of a `T.handle("tensormap")` from a copy through it."""
    if found.type is not None:
        return
    buffer = shared.base if isinstance(shared, View) else shared
    if buffer is None or box is None:
        raise Stop(
            f"what the map {found.name[1:]} describes does not show here",
            f'declare {found.name[1:]}: T.TensorMap(box=(64, 64), dtype="float16", swizzle="128B")',
        )
    found.type = TensorMap(box, buffer.dtype, buffer.layout.swizzle)

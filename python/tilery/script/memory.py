# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tensors: indexing, addresses, allocation."""

from __future__ import annotations

from collections.abc import Callable

from .arithmetic import Arithmetic, static_int
from .dtypes import UINT64, DType
from .errors import Place, Stop
from .types import SharedLayout
from .values import Buffer, Extent, LocalArray, Pointer, Value, View, kind_of

SWIZZLE_BYTES = {"32B": 32, "64B": 64, "128B": 128}


def row_major(shape: tuple[Extent, ...]) -> tuple[int | None, ...]:
    """Strides without gaps."""
    strides: list[int | None] = []
    dense: int | None = 1
    for extent in reversed(shape):
        strides.append(dense)
        dense = dense * extent if dense is not None and isinstance(extent, int) else None
    return tuple(reversed(strides))


def _allocation(buffer: Buffer, location: str) -> str:
    if buffer.bytes is None:
        return f"  {buffer.name} = tile.alloc_shared : {buffer.mlir} loc({location})"
    pitch = buffer.strides[0] if buffer.ndim > 1 else 1
    bytes_type = f"memref<{buffer.shape[0] * pitch * buffer.dtype.bytes}xi8, #tile.shared>"
    return (
        f"  {buffer.bytes} = tile.alloc_shared : {bytes_type} loc({location})\n"
        f"  {buffer.name} = tile.shared_view {buffer.bytes}[0] : {bytes_type} to {buffer.mlir}"
        f" loc({location})"
    )


class Memory:
    """Emits accesses to tensors.

    extent  gives a size that is known at the launch
    depth   how many run-time conditions surround the statement
    """

    def __init__(self, arithmetic: Arithmetic, extent: Callable[[Buffer, int], Value]) -> None:
        self.arithmetic = arithmetic
        self.extent = extent
        self.builder = arithmetic.builder
        self.depth = 0

    # Allocation.

    def alloc_shared(
        self, name: str, shape, dtype: DType, layout: SharedLayout, place: Place
    ) -> Buffer:
        if dtype.kind == "b":
            raise Stop("a shared tensor holds numbers, got bool", "write uint8")
        if not shape or any(not isinstance(e, int) or e < 1 for e in shape):
            raise Stop(f"expected extents of at least 1 that are known now, got {shape}")
        strides = row_major(shape)
        if layout.swizzle:
            strides = self.swizzled(shape, dtype, layout.swizzle)
        buffer = Buffer(
            self.builder.named(name), dtype, shape, "shared", place, strides, layout=layout
        )
        location = self.builder.location
        # Whether a uint64 tensor holds barriers, or has other shapes, shows in what follows.
        self.builder.top.append(lambda: _allocation(buffer, location))
        return buffer

    @staticmethod
    def swizzled(shape, dtype: DType, swizzle: str) -> tuple[int | None, ...]:
        span, row = SWIZZLE_BYTES[swizzle], shape[-1] * dtype.bytes
        if row > span:
            inner = span // dtype.bytes
            raise Stop(
                f"expected rows of at most {span} bytes under a {swizzle} swizzle, got {row}",
                f"write slices of {inner}: shape=({-(-shape[-1] // inner)}, "
                f"{', '.join(map(str, shape[:-1]))}{', ' if shape[:-1] else ''}{inner}), "
                "and coord_steps in tile.apply",
            )
        if row % 16:
            raise Stop(f"expected rows of a multiple of 16 bytes under a swizzle, got {row}")
        strides = row_major((*shape[:-1], span // dtype.bytes))
        return strides

    # Roles of a shared uint64 tensor.

    def claim(self, buffer: Buffer, role: str, place: Place) -> None:
        """Notes that `buffer` holds barriers, or data."""
        if role == "barriers" and not (
            buffer.scope.startswith("shared") and buffer.dtype is UINT64
        ):
            raise Stop(
                f"expected a barrier: an element of a shared uint64 tensor, got {kind_of(buffer)} "
                f"of {buffer.dtype.name}",
                'write bars = T.alloc_shared((1,), "uint64"), and bars.ptr_to([0])',
            )
        if buffer.role is None:
            buffer.role, buffer.role_place = role, place
        elif buffer.role != role:
            other = "as barriers" if buffer.role == "barriers" else "as numbers"
            mine = "as barriers" if role == "barriers" else "as numbers"
            raise Stop(
                f"{buffer.name[1:]} is used {mine} here, and {other} elsewhere",
                "allocate a tensor for each",
                notes=[("the other use", buffer.role_place)],
            )

    # Indices.

    def check_index(self, buffer_name: str, axis: int, index: object, extent: Extent) -> Extent:
        known = static_int(index)
        if known is None:
            if not isinstance(index, Value) or not index.dtype.is_int:
                raise Stop(
                    f"expected index {axis} of {buffer_name} to be an integer, got {kind_of(index)}",
                    "convert it: T.int32(...)" if isinstance(index, Value) else "",
                )
            self._check_bounds(buffer_name, axis, index, extent)
            return index
        if known < 0:
            return self.from_the_end(
                f"index {known} of axis {axis} of {buffer_name}", known, extent
            )
        if isinstance(extent, int) and known >= extent:
            raise Stop(
                f"index {known} of axis {axis} of {buffer_name} is out of range: "
                f"it has {extent} elements, 0 to {extent - 1}"
            )
        return known

    def from_the_end(self, what: str, known: int, extent: Extent) -> Extent:
        """A negative index, which counts from the end, as Python's do."""
        if isinstance(extent, int) and known + extent < 0:
            raise Stop(
                f"{what} is out of range: it has {extent} elements, -{extent} to {extent - 1}"
            )
        return self.arithmetic.binary("+", extent, known)

    def _check_bounds(self, name: str, axis: int, index: Value, extent: Extent) -> None:
        reached = index.exact is not None and index.exact == self.depth
        low, high = index.lo, index.hi
        if low is not None and high is not None and (high < 0 or (reached and low < 0)):
            raise Stop(
                f"the index of axis {axis} of {name} reaches {low}: indices count from 0",
                "start the range at 0",
            )
        if not isinstance(extent, int) or low is None:
            return
        if low >= extent or (reached and high is not None and high >= extent):
            raise Stop(
                f"the index of axis {axis} of {name} reaches {high if reached else low}: "
                f"it has {extent} elements, 0 to {extent - 1}",
                f"end the range at {extent}, or put it under a condition" if reached else "",
            )

    def element(
        self, target: Buffer | View, indices: tuple[object, ...]
    ) -> tuple[Buffer, tuple[Extent, ...]]:
        """The tensor and the indices in it, of an element of it or of a view."""
        name = target.name[1:]
        if len(indices) != target.ndim:
            raise Stop(
                f"{name} is {target.ndim}-dimensional, got {len(indices)} "
                f"{'index' if len(indices) == 1 else 'indices'}",
                f"write {name}[{', '.join('ijklmnop'[k] for k in range(target.ndim))}]",
            )
        found = tuple(
            self.check_index(name, k, i, e)
            for k, (i, e) in enumerate(zip(indices, self.sizes(target, indices), strict=True))
        )
        if isinstance(target, View):
            places = list(target.offsets)
            for axis, index in zip(target.axes, found, strict=True):
                places[axis] = self.add(places[axis], index)
            return target.base, tuple(places)
        return target, found

    def sizes(self, target: Buffer | View, indices: tuple[object, ...]) -> tuple[Extent, ...]:
        """The extents; of those that the launch knows, the ones that negative indices count from."""
        if isinstance(target, View):
            return target.shape
        return tuple(
            self.extent(target, k)
            if e is None and (known := static_int(i)) is not None and known < 0
            else e
            for k, (e, i) in enumerate(zip(target.shape, indices, strict=True))
        )

    def add(self, a: Extent, b: Extent) -> Extent:
        if b == 0:
            return a
        if a == 0:
            return b
        return self.arithmetic.binary("+", a, b)

    # Access.

    def load(self, target: Buffer | View, indices: tuple[object, ...], place: Place) -> Value:
        buffer, found = self.element(target, indices)
        if buffer.scope == "shared" and buffer.dtype is UINT64:
            self.claim(buffer, "data", place)
        names = ", ".join(self.arithmetic.index(i) for i in found)
        text = f"memref.load {buffer.name}[{names}] : {buffer.mlir}"
        return Value(self.builder.value(text, pure=False), buffer.dtype)

    def store(self, target: Buffer | View, indices, value: object, place: Place) -> None:
        buffer, found = self.element(target, indices)
        if buffer.scope == "shared" and buffer.dtype is UINT64:
            self.claim(buffer, "data", place)
        if isinstance(value, int) and not isinstance(value, bool) and buffer.dtype.is_float:
            value = float(value)
        if not isinstance(value, (Value, int, float)):
            cure = "index it: y[i, j]" if isinstance(value, (Buffer, View, LocalArray)) else ""
            raise Stop(f"expected a number to store, got {kind_of(value)}", cure)
        stored = self.arithmetic.typed(value, buffer.dtype)
        names = ", ".join(self.arithmetic.index(i) for i in found)
        self.builder.op(
            f"memref.store {self.arithmetic.ssa(stored)}, {buffer.name}[{names}] : {buffer.mlir}"
        )

    # Barriers.

    def pointer(self, target: object, indices: object) -> Pointer:
        if not isinstance(target, (Buffer, View)):
            raise Stop(f"expected a tensor with an address, got {kind_of(target)}")
        if not isinstance(indices, (list, tuple)):
            indices = (indices,)
        buffer, found = self.element(target, tuple(indices))
        return Pointer(buffer, found)

    def barrier(self, value: object, place: Place) -> tuple[str, bool]:
        """The barrier that an address means, and whether it is another block's."""
        if isinstance(value, Buffer) and value.shape == (1,):
            value = Pointer(value, (0,))
        if not isinstance(value, Pointer):
            raise Stop(
                f"expected the address of a barrier, got {kind_of(value)}", "write bars.ptr_to([0])"
            )
        buffer = value.buffer
        self.claim(buffer, "barriers", place)
        names = ", ".join(self.arithmetic.index(i) for i in value.indices)
        name = self.builder.value(f"tile.mbarrier.ref {buffer.name}[{names}] : {buffer.mlir}")
        if value.rank is None:
            return name, False
        return self.remote(name, "!tile.mbarrier_ref", value.rank), True

    def remote(self, name: str, mlir: str, rank: Extent) -> str:
        """`name` in the shared memory of the block `rank` of the cluster."""
        if isinstance(rank, int):
            return self.builder.value(f"tile.mapa {name}, {rank} : {mlir}")
        return self.builder.value(
            f"tile.mapa {name}, {self.arithmetic.index(rank)} : {mlir}, index"
        )

    # Registers.

    def local_element(self, array: LocalArray, indices: tuple[object, ...]) -> int:
        """The number of an element of a local array: its indices are known now."""
        if len(indices) != len(array.shape):
            raise Stop(
                f"{array.name} is {len(array.shape)}-dimensional, got {len(indices)} indices"
            )
        position = 0
        for axis, (index, extent) in enumerate(zip(indices, array.shape, strict=True)):
            known = static_int(self.check_index(array.name, axis, index, extent))
            if known is None:
                raise Stop(
                    f"expected index {axis} of {array.name} to be known now: registers have no address",
                    "loop with T.unroll(...), or use shared memory",
                )
            position = position * extent + known
        return position

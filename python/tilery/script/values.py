# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What names of a kernel hold beside plain Python values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from .dtypes import DType
from .errors import Place
from .types import SharedLayout, TensorMap


@dataclass(slots=True, eq=False)
class Value:
    """A number that the kernel computes.

    name   its SSA name; None for a typed constant that nothing has used yet
    const  its value, where it is `T.uint32(1)` or its like
    lo, hi bounds that are known; None where they are not
    exact  both bounds are reached, at this depth of run-time conditions
    index  the SSA name of the same number as an `index`
    """

    name: str | None
    dtype: DType
    lo: int | None = None
    hi: int | None = None
    const: int | float | bool | None = None
    index: str | None = None
    exact: int | None = None

    @property
    def nonneg(self) -> bool:
        return self.dtype.kind == "u" or (self.lo is not None and self.lo >= 0)


Number = int | float | bool | Value
Extent = int | Value


@dataclass(slots=True, eq=False)
class Buffer:
    """A tensor in global or shared memory.

    shape    an extent is None where it is known only at the launch
    strides  in elements; None likewise
    role     of a shared uint64 tensor: "barriers" or "data", once something has used it
    pitches  the strides where `strides` has None, once they are computed
    origin   the tensor that it shows in another shape
    bytes    the SSA name of the bytes that it lies in, where others show them, too
    """

    name: str
    dtype: DType
    shape: tuple[int | None, ...]
    scope: str
    place: Place
    strides: tuple[int | None, ...]
    layout: SharedLayout = field(default_factory=SharedLayout)
    role: str | None = None
    role_place: Place | None = None
    pitches: tuple[Extent, ...] | None = None
    origin: Buffer | None = None
    bytes: str | None = None

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def space(self) -> str:
        if self.scope == "global":
            return ""
        swizzle = f"<swizzle = {self.layout.swizzle}>" if self.layout.swizzle else ""
        return f", #tile.{self.scope}{swizzle}"

    @property
    def element(self) -> str:
        return "!tile.mbarrier" if self.role == "barriers" else self.dtype.mlir

    @property
    def mlir(self) -> str:
        return memref_type(self.shape, self.element, self.row_pitch, self.space)

    @property
    def row_pitch(self) -> str:
        """The layout, where rows have gaps: those of a narrow swizzled tile."""
        dense = 1
        for extent, stride in zip(reversed(self.shape), reversed(self.strides), strict=True):
            if stride != dense:
                return (
                    f", strided<[{', '.join('?' if s is None else str(s) for s in self.strides)}]>"
                )
            dense = dense * extent if None not in (dense, extent) else None
        return ""


@dataclass(slots=True, eq=False)
class View:
    """A rectangle of a tensor: `A[r0:r1, :]`. An integer index keeps an axis of extent 1.

    offsets, sizes  along each axis of the tensor
    axes            those that the view has, too; `A.sub[i]` leaves the first one out
    """

    base: Buffer
    offsets: tuple[Extent, ...]
    sizes: tuple[Extent, ...]
    axes: tuple[int, ...]

    @property
    def shape(self) -> tuple[Extent, ...]:
        return tuple(self.sizes[a] for a in self.axes)

    @property
    def name(self) -> str:
        return self.base.name

    @property
    def dtype(self) -> DType:
        return self.base.dtype

    @property
    def scope(self) -> str:
        return self.base.scope

    @property
    def layout(self) -> SharedLayout:
        return self.base.layout

    @property
    def ndim(self) -> int:
        return len(self.axes)


@dataclass(slots=True, eq=False)
class Sub:
    """`A.sub`: as A, but an integer index leaves its axis out."""

    target: Buffer | View


@dataclass(slots=True, eq=False)
class Pointer:
    """The address of an element: `buf.ptr_to([i])`, in the block of `rank` of the cluster."""

    buffer: Buffer
    indices: tuple[Extent, ...]
    rank: Extent | None = None


@dataclass(slots=True, eq=False)
class LocalArray:
    """Registers of a thread. The elements live beside the variables, by `(self, k)`."""

    name: str
    dtype: DType
    shape: tuple[int, ...]

    @property
    def size(self) -> int:
        size = 1
        for extent in self.shape:
            size *= extent
        return size


@dataclass(slots=True, eq=False)
class Cell:
    """A register of a type that assignments go to: `x = T.local_scalar("int32")`.

    Its value lives beside the variables, by `(self, 0)`.
    """

    name: str
    dtype: DType


@dataclass(slots=True, eq=False)
class Instance:
    """An object of a `T.meta_class`. Its fields live beside the variables, by `(self, field)`."""

    cls: type
    name: str


@dataclass(slots=True, eq=False)
class MapParam:
    """A TensorMap that the caller has encoded.

    type  None of a `T.handle("tensormap")` until a copy goes through it
    """

    name: str
    type: TensorMap | None


@dataclass(slots=True, eq=False)
class HostMap:
    """A TensorMap that the launcher's code encodes: its tensor, its box, and clauses."""

    name: str
    tensor: Buffer | View | None = None
    box: tuple = ()
    options: dict[str, object] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class Method:
    """A method of a tensor or of a number, such as `buf.ptr_to`."""

    emit: Callable


@dataclass(slots=True)
class Range:
    """`range(...)`, `T.serial(...)`, `T.unroll(...)`, `T.vectorized(...)`, for a `for`."""

    start: Number
    stop: Number
    step: Number
    unroll: bool = False
    vector: bool = False


@dataclass(slots=True)
class Undefined:
    """What a name holds where it may have no value. Its use is a fault.

    last  what it holds after a turn of the loop that assigns it
    """

    message: str
    cure: str = ""
    place: Place | None = None
    last: object = None


class Poison:
    """What a name holds after the statement that assigns it was a fault."""


POISON = Poison()


def memref_type(shape, element: str, layout: str, space: str) -> str:
    extents = "".join(f"{e if isinstance(e, int) else '?'}x" for e in shape)
    return f"memref<{extents}{element}{layout}{space}>"


def kind_of(value: object) -> str:
    """What a value is, in words."""
    if isinstance(value, Value):
        return f"a run-time {value.dtype.name}"
    if isinstance(value, Buffer):
        return f"the {value.scope.replace('_', ' ')} tensor {value.name[1:]}"
    if isinstance(value, View):
        return f"a part of the tensor {value.name[1:]}"
    if isinstance(value, Pointer):
        return f"an address in {value.buffer.name[1:]}"
    if isinstance(value, LocalArray):
        return f"the local array {value.name}"
    if isinstance(value, MapParam):
        return f"the tensor map {value.name[1:]}"
    if isinstance(value, HostMap):
        return f"the tensor map {value.name}"
    if isinstance(value, Sub):
        return f"{kind_of(value.target)}.sub, which is not indexed"
    if value is Ellipsis:
        return "..."
    if isinstance(value, (tuple, list)):
        left, right = "()" if isinstance(value, tuple) else "[]"
        comma = "," if isinstance(value, tuple) and len(value) == 1 else ""
        return f"{left}{', '.join(map(kind_of, value))}{comma}{right}"
    if isinstance(value, (int, float, str)) or value is None:
        return repr(value)
    if isinstance(value, DType):
        return f"the type {value.name}"
    if isinstance(value, Instance):
        return f"a {value.cls.__name__}"
    name = getattr(value, "__name__", None)
    return f"{type(value).__name__} {name}" if name else f"a {type(value).__name__}"

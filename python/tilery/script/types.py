# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What parameters are annotated with, and layouts of shared memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .dtypes import Dim, DType, as_dtype

SWIZZLES = (None, "32B", "64B", "128B")


class constexpr:
    """Annotation of a parameter that `.specialize` gives: a Python value."""


def extents(shape: object) -> tuple[int | Dim, ...]:
    """The extents of a shape: integers, symbolic dimensions, or names of such."""
    items = shape if isinstance(shape, Sequence) and not isinstance(shape, str) else (shape,)
    result: list[int | Dim] = []
    for item in items:
        if isinstance(item, str):
            if not item.isidentifier():
                raise ValueError(
                    f"expected the name of a dimension to be an identifier, got {item!r}"
                )
            result.append(Dim(item))
        elif isinstance(item, Dim):
            result.append(item)
        elif isinstance(item, bool) or not hasattr(item, "__index__"):
            raise TypeError(
                f"expected an extent to be an integer or a symbolic dimension, got {item!r}"
            )
        else:
            extent = item.__index__()
            if extent < 0:
                raise ValueError(f"expected an extent of at least 0, got {extent}")
            result.append(extent)
    return tuple(result)


@dataclass(frozen=True)
class Tensor:
    """A parameter in global memory, row-major and without gaps.

    shape   outer to inner: integers, symbolic dimensions (`m = T.int32()`), or their names
    align   bytes that its address is a multiple of; 0 asks for 16, which the copy engine needs
    scope   "global"; in T.alloc_tensor also "shared", "shared.dyn" and "local"
    layout  of a shared tensor, as in T.alloc_shared
    """

    shape: tuple[int | Dim, ...]
    dtype: DType
    align: int = 0
    scope: str = "global"
    layout: object = None

    def __init__(
        self,
        shape: object,
        dtype: object = "float32",
        scope: str = "global",
        align: int = 0,
        layout: object = None,
        *,
        data: None = None,
        data_alignment: int | None = None,
    ) -> None:
        if data is not None:
            raise ValueError("a tensor's address is the caller's to say: leave data= out")
        align = align if data_alignment is None else data_alignment
        if scope not in ("global", "shared", "shared.dyn", "local"):
            raise ValueError(f"expected scope to be global, shared or local, got {scope!r}")
        if align < 0 or align & (align - 1):
            raise ValueError(f"expected align to be a power of two, got {align}")
        object.__setattr__(self, "shape", extents(shape))
        object.__setattr__(self, "dtype", as_dtype(dtype))
        object.__setattr__(self, "align", align)
        object.__setattr__(self, "scope", scope)
        object.__setattr__(self, "layout", layout)


@dataclass(frozen=True)
class TensorMap:
    """A parameter that the caller has encoded: the address of a CUtensorMap.

    box, swizzle  what the descriptor says, outer to inner; they cannot be read back from it
    """

    box: tuple[int, ...]
    dtype: DType
    swizzle: str | None = None

    def __init__(self, box: Sequence[int], dtype: object, swizzle: object = None) -> None:
        object.__setattr__(self, "box", tuple(int(b) for b in box))
        object.__setattr__(self, "dtype", as_dtype(dtype))
        object.__setattr__(self, "swizzle", as_swizzle(swizzle))

    @property
    def mlir(self) -> str:
        swizzle = f", swizzle = {self.swizzle}" if self.swizzle else ""
        return f"!tile.tensor_map<{'x'.join(map(str, self.box))}x{self.dtype.mlir}{swizzle}>"


class OpenMap:
    """A map whose box and type the copies through it show."""


def handle(what: str = "tensormap", *_: object) -> OpenMap:
    """TIRx's spelling of a map that the caller has encoded."""
    if what != "tensormap":
        raise TypeError(
            f"expected T.handle('tensormap'), got T.handle({what!r}): "
            "a tensor is T.Tensor(shape, dtype)"
        )
    return OpenMap()


class let:
    """`x: T.let = e`, `x: T.let[T.int32] = e`: a name that is assigned once."""

    def __init__(self, dtype: DType) -> None:
        self.dtype = dtype

    def __class_getitem__(cls, dtype: object) -> let:
        return cls(as_dtype(dtype))


@dataclass(frozen=True)
class SharedLayout:
    """The layout of a shared tensor: row-major, with an optional swizzle."""

    swizzle: str | None = None


def as_swizzle(value: object) -> str | None:
    """`"128B"`, 128 (bytes), or the driver's code 0 to 3, as a swizzle of tile IR."""
    if value is None or value == "none":
        return None
    name = value
    if isinstance(value, int) and not isinstance(value, bool):
        name = SWIZZLES[value] if 0 <= value <= 3 else f"{value}B"
    if name in SWIZZLES:
        return name
    raise ValueError(
        f"expected a swizzle of '32B', '64B' or '128B', or a code 0 to 3; got {value!r}"
    )


def as_layout(value: object) -> SharedLayout:
    """The layout that `alloc_shared(layout=...)` means."""
    if isinstance(value, SharedLayout):
        return value
    if value is None or value == "default":
        return SharedLayout()
    if isinstance(value, str):
        return SharedLayout(as_swizzle(value))
    raise TypeError(f"expected layout to be 'default' or a layout of T.cuda.layout, got {value!r}")


@dataclass(frozen=True)
class Parameter:
    """One argument of a launch.

    kind   "tensor", "scalar" or "tensor_map"
    shape  a tensor's extents, symbols by name; a map's box; () of a scalar
    """

    name: str
    kind: str
    dtype: str
    shape: tuple[int | str, ...] = ()
    align: int = 0

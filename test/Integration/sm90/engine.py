# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the copy engine does to a tensor, in numpy. Everything runs outer to inner."""

import itertools

import numpy as np


def _overlap(
    extents: tuple[int, ...], box: tuple[int, ...], coords: tuple[int, ...]
) -> tuple[tuple[slice, ...], tuple[slice, ...]]:
    """The part of the box that lies in the tensor, as slices of tensor and box."""
    of_tensor, of_box = [], []
    for extent, size, start in zip(extents, box, coords, strict=True):
        first, last = max(start, 0), max(min(start + size, extent), start, 0)
        of_tensor.append(slice(first, last))
        of_box.append(slice(first - start, last - start))
    return tuple(of_tensor), tuple(of_box)


def load(
    tensor: np.ndarray,
    box: tuple[int, ...],
    coords: tuple[int, ...],
    fill: int = 0,
    steps: tuple[int, ...] | None = None,
) -> np.ndarray:
    """The tile that a load delivers: `fill` outside the tensor. With element strides,
    `steps`, every n-th element of the box, from its first."""
    tile = np.full(box, fill, dtype=tensor.dtype)
    of_tensor, of_box = _overlap(tensor.shape, box, coords)
    tile[of_box] = tensor[of_tensor]
    return tile[_every(steps, len(box))]


def store(
    tensor: np.ndarray,
    tile: np.ndarray,
    coords: tuple[int, ...],
    box: tuple[int, ...] | None = None,
    steps: tuple[int, ...] | None = None,
) -> None:
    """Writes a tile into the tensor; what lies past the end is dropped. With element
    strides, `box` is what the tile is spread over."""
    box = box or tile.shape
    of_tensor, of_box = _overlap(tensor.shape, box, coords)
    every = _every(steps, len(box))
    values, written = np.zeros(box, tile.dtype), np.zeros(box, bool)
    values[every], written[every] = tile, True
    tensor[of_tensor] = np.where(written[of_box], values[of_box], tensor[of_tensor])


def _every(steps: tuple[int, ...] | None, rank: int) -> tuple[slice, ...]:
    return tuple(slice(None, None, step) for step in steps or (1,) * rank)


def tf32(bits: np.ndarray) -> np.ndarray:
    """What a load of `format(tf32)` makes of f32 (measured on an H200): 10 bits of
    mantissa, to nearest even, and one NaN."""
    rounded = bits + np.uint32(0xFFF) + (bits >> np.uint32(13) & np.uint32(1))
    is_nan = (bits & np.uint32(0x7FFFFFFF)) > np.uint32(0x7F800000)
    return np.where(is_nan, np.uint32(0x7FFFE000), rounded & np.uint32(0xFFFFE000))


def cover(extents: tuple[int, ...], box: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The coordinates of boxes that cover the tensor."""
    steps = [range(0, extent, size) for extent, size in zip(extents, box, strict=True)]
    return list(itertools.product(*steps))

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
    tensor: np.ndarray, box: tuple[int, ...], coords: tuple[int, ...], fill: int = 0
) -> np.ndarray:
    """The tile that a load delivers: `fill` outside the tensor."""
    tile = np.full(box, fill, dtype=tensor.dtype)
    of_tensor, of_box = _overlap(tensor.shape, box, coords)
    tile[of_box] = tensor[of_tensor]
    return tile


def store(tensor: np.ndarray, tile: np.ndarray, coords: tuple[int, ...]) -> None:
    """Writes a tile into the tensor; what lies past the end is dropped."""
    of_tensor, of_box = _overlap(tensor.shape, tile.shape, coords)
    tensor[of_tensor] = tile[of_box]


def cover(extents: tuple[int, ...], box: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The coordinates of boxes that cover the tensor."""
    steps = [range(0, extent, size) for extent, size in zip(extents, box, strict=True)]
    return list(itertools.product(*steps))

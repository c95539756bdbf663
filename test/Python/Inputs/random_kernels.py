# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels: shapes, boxes, types, swizzles, loops and expressions, and what numpy makes
of them. Who chooses is open: hypothesis, or the seeds that a GPU runs too."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol, TypeVar

import numpy as np

from .text import define

LOAD = "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
STORE = "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
BYTES = {"float16": 2, "float32": 4, "float64": 8, "int32": 4, "uint32": 4, "int64": 8}
SPANS = {None: 256 * 16, "32B": 32, "64B": 64, "128B": 128}

KERNEL = """
@T.function
def kernel(
    A: T.Tensor(({rows}, {cols}), "{dtype}"),
    B: T.Tensor(({rows}, {cols}), "{dtype}"),
):
    T.device_entry(launch=T.cuda.LaunchConfig(grid=({grid_x}, {grid_y}), block={threads}))
    tile = T.alloc_shared(({box_rows}, {box_cols}), "{dtype}", layout={layout!r})
    bars = T.alloc_shared((1,), "uint64")
    row, col = T.cuda.block_idx("y") * {box_rows}, T.cuda.block_idx("x") * {box_cols}
    thread = T.cuda.thread_idx("x")
    if thread == 0:
        T.ptx.mbarrier.init.shared.b64(bars.ptr_to([0]), 1)
        T.ptx.fence.proxy.async_.shared__cta()
        T.ptx.mbarrier.arrive.expect_tx.shared.b64(bars.ptr_to([0]), {bytes})
        T.cuda.tile.apply(
            T.ptx["{load}"], tile, A,
            box=({box_rows}, {box_cols}), coords=(row, col), mbar=bars.ptr_to([0]),
        )
    T.cuda.cta_sync()
    T.cuda.mbarrier_wait(bars.ptr_to([0]), 0)
    for k in range({first}, {last}, {step}):
        r, c = k // {box_cols}, k % {box_cols}
        x = tile[r, c]
        tile[r, c] = {expression}
    T.ptx.fence.proxy.async_.shared__cta()
    T.cuda.cta_sync()
    if thread == 0:
        T.cuda.tile.apply(
            T.ptx["{store}"], B, tile, box=({box_rows}, {box_cols}), coords=(row, col)
        )
        T.ptx.cp.async_.bulk.commit_group()
        T.ptx.cp.async_.bulk.wait_group(0)
"""

Item = TypeVar("Item")


class Chooser(Protocol):
    def pick(self, items: Sequence[Item]) -> Item: ...

    def integer(self, low: int, high: int) -> int:
        """From low to high, both included."""


class SeededChooser:
    """Chooses the same for the same seed, everywhere."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)

    def pick(self, items: Sequence[Item]) -> Item:
        return items[self.integer(0, len(items) - 1)]

    def integer(self, low: int, high: int) -> int:
        return low + int(self.random.random() * (high - low + 1))


def choose_term(chooser: Chooser, dtype: str, leaves: int) -> str:
    """An expression of x that numpy and a kernel round alike."""
    is_float = dtype.startswith("float")
    if leaves < 2 or chooser.integer(0, 3) == 0:
        return chooser.pick(["x", "x", "1", "2", "3", *(["0.5", "1.25"] if is_float else ["7"])])
    left = choose_term(chooser, dtype, leaves // 2)
    right = choose_term(chooser, dtype, leaves - leaves // 2)
    kind = chooser.pick(["binary", "binary", "call", "chosen"])
    if kind == "call":
        return f"{chooser.pick(['min', 'max'])}({left}, {right})"
    if kind == "chosen":
        # Of two literals it would be an int32.
        return f"((x + {left}) if x > 2 else {right})"
    operator = chooser.pick(["+", "-", "*", *([] if is_float else ["&", "|", "^"])])
    if operator == "-" and "x" not in left:
        left = "x"  # a negative literal is none of an unsigned type
    return f"({left} {operator} {right})"


def choose_kernel(chooser: Chooser) -> dict[str, object]:
    """What KERNEL is filled with."""
    dtype = chooser.pick(list(BYTES))
    size = BYTES[dtype]
    layout = chooser.pick(list(SPANS))
    unit = 16 // size
    most = min(SPANS[layout] // size, 64)
    box_cols = unit * chooser.integer(1, max(most // unit, 1))
    box_rows = chooser.integer(1, 16)
    rows = chooser.integer(1, 3 * box_rows)
    cols = unit * chooser.integer(1, 3 * box_cols // unit)
    threads = chooser.pick([1, 32, 64])
    up = chooser.integer(0, 1)
    count = box_rows * box_cols
    return {
        "dtype": dtype, "layout": layout, "rows": rows, "cols": cols, "threads": threads,
        "box_rows": box_rows, "box_cols": box_cols, "bytes": count * size,
        "grid_x": -(-cols // box_cols), "grid_y": -(-rows // box_rows),
        "first": "thread" if up else f"{count - 1} - thread",
        "last": count if up else -1, "step": threads if up else -threads,
        # The whole is of x, and so has its type.
        "expression": f"x + ({choose_term(chooser, dtype, 6)})", "load": LOAD, "store": STORE,
    }  # fmt: skip


def make_function(kernel: dict[str, object]):
    return define(KERNEL.format(**kernel))


def make_input(kernel: dict[str, object], seed: int) -> np.ndarray:
    numbers = np.random.default_rng(seed)
    dtype = np.dtype(kernel["dtype"])
    low = 0 if dtype.kind == "u" else -50
    a = numbers.integers(low, 50, (kernel["rows"], kernel["cols"]))
    return (a / 8).astype(dtype) if dtype.kind == "f" else a.astype(dtype)


def evaluate(kernel: dict[str, object], a: np.ndarray) -> np.ndarray:
    """Element by element, with numpy's scalars: their literals take the other's type, too."""
    scope = {"min": lambda x, y: y if y < x else x, "max": lambda x, y: y if y > x else x}
    code = compile(kernel["expression"], "expression", "eval")
    with np.errstate(over="ignore"):
        flat = [eval(code, {**scope, "x": x}) for x in a.ravel()]
        return np.array(flat, a.dtype).reshape(a.shape)

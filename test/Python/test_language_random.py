# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels on the simulator against numpy: shapes, boxes, types, swizzles, expressions."""

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from Inputs.sim import simulate
from Inputs.text import define

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


def expressions(dtype: str) -> st.SearchStrategy[str]:
    """Expressions of x that numpy and a kernel round alike."""
    is_float = dtype.startswith("float")
    leaves = st.sampled_from(["x", "x", "1", "2", "3"] + (["0.5", "1.25"] if is_float else ["7"]))
    operators = ["+", "-", "*"] + ([] if is_float else ["&", "|", "^"])
    calls = ["min", "max"]

    def grow(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        binary = st.builds(
            lambda a, o, b: f"({a} {o} {b})", inner, st.sampled_from(operators), inner
        )
        call = st.builds(lambda f, a, b: f"{f}({a}, {b})", st.sampled_from(calls), inner, inner)
        chosen = st.builds(lambda a, b, c: f"({a} if x > {b} else {c})", inner, st.just("2"), inner)
        return st.one_of(binary, call, chosen)

    # The whole is of x, and so has its type.
    return st.recursive(leaves, grow, max_leaves=6).map(lambda e: f"x + ({e})")


@st.composite
def kernels(draw: st.DrawFn) -> dict[str, object]:
    dtype = draw(st.sampled_from(list(BYTES)))
    size = BYTES[dtype]
    layout = draw(st.sampled_from(list(SPANS)))
    unit = 16 // size
    most = min(SPANS[layout] // size, 64)
    box_cols = unit * draw(st.integers(1, max(most // unit, 1)))
    box_rows = draw(st.integers(1, 16))
    rows = draw(st.integers(1, 3 * box_rows))
    cols = unit * draw(st.integers(1, 3 * box_cols // unit))
    threads = draw(st.sampled_from([1, 32, 64]))
    up = draw(st.booleans())
    count = box_rows * box_cols
    return {
        "dtype": dtype, "layout": layout, "rows": rows, "cols": cols, "threads": threads,
        "box_rows": box_rows, "box_cols": box_cols, "bytes": count * size,
        "grid_x": -(-cols // box_cols), "grid_y": -(-rows // box_rows),
        "first": "thread" if up else f"{count - 1} - thread",
        "last": count if up else -1, "step": threads if up else -threads,
        "expression": draw(expressions(dtype)), "load": LOAD, "store": STORE,
    }  # fmt: skip


def evaluate(expression: str, a: np.ndarray) -> np.ndarray:
    """Element by element, with numpy's scalars: their literals take the other's type, too."""
    scope = {"min": lambda x, y: y if y < x else x, "max": lambda x, y: y if y > x else x}
    code = compile(expression, "expression", "eval")
    flat = [eval(code, {**scope, "x": x}) for x in a.ravel()]
    return np.array(flat, a.dtype).reshape(a.shape)


@settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(kernels(), st.integers(0, 2**32 - 1))
def test_random_kernel(kernel, seed):
    random = np.random.default_rng(seed)
    dtype = np.dtype(kernel["dtype"])
    a = random.integers(0 if dtype.kind == "u" else -50, 50, (kernel["rows"], kernel["cols"]))
    a = a.astype(dtype) if dtype.kind != "f" else (a / 8).astype(dtype)
    function = define(KERNEL.format(**kernel))
    out = simulate(function, "B", A=a, B=np.zeros_like(a))["B"]
    with np.errstate(over="ignore"):
        want = evaluate(kernel["expression"], a)
    assert np.array_equal(out.view(dtype), want)

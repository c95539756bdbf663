# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tensors in other shapes and parts of tensors: each element where numpy has it."""

import numpy as np
import pytest
from Inputs.faults import check_body, faults
from Inputs.sim import simulate, verify
from Inputs.text import define, kernel

A = np.arange(512, dtype=np.float32).reshape(8, 64)
TEXT = """
@T.function
def kernel(A: T.Tensor((8, 64), "float32"), B: T.Tensor(({rows}, {cols}), "float32")):
    T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block={cols}))
    i = T.cuda.thread_idx()
    tile = T.alloc_shared((8, 64), "float32")
    for c in range(i, 64, {cols}):
        for r in range(8):
            tile[r, c] = A[r, c]
    T.cuda.cta_sync()
    source = {source}
    view = {view}
    for r in range({rows}):
        B[r, i] = {element}
"""


@pytest.mark.parametrize("source", ["A", "tile"])
@pytest.mark.parametrize(
    ("view", "element", "want"),
    [
        ("source.view(4, 128)", "view[r, i]", A.reshape(4, 128)),
        ("source.view(16, -1)", "view[r, i]", A.reshape(16, 32)),
        ("source.view((2, 4, 64))", "view[r // 4, r % 4, i]", A),
        ("source.permute(1, 0)", "view[r, i]", A.T),
        ("source.permute(-1, -2)", "view[r, i]", A.T),
        ("source.T", "view[r, i]", A.T),
        ("source.view(8, 2, 32).permute(1, 0, 2)", "view[r // 8, r % 8, i]", A.reshape(8, 2, 32).transpose(1, 0, 2).reshape(16, 32)),
        ('source.rearrange("(a b) c -> b a c", b=2)', "view[r // 4, r % 4, i]", A.reshape(4, 2, 64).transpose(1, 0, 2).reshape(8, 64)),
        ('source.rearrange("a (b c) -> (a b) c", c=16)', "view[r, i]", A.reshape(32, 16)),
        ('source.rearrange("a b -> b a")', "view[r, i]", A.T),
        ("source[-3:, 1:33]", "view[r, i]", A[-3:, 1:33]),
        ("source[2:-2, -32:]", "view[r, i]", A[2:-2, -32:]),
        ("source[-1]", "view[0, i] + view[-1, -1] + r", A[-1:] + A[-1, -1]),
        ("source.sub[-1]", "view[i] + view[-1] + r", A[-1:] + A[-1, -1]),
        ("source.sub[2:6, -4]", "view[i] + r", A[2:6, -4][None]),
        ("source.view(2, 4, 64).sub[1, :, 3:35]", "view[r, i]", A[4:, 3:35]),
        ("source[1:].sub[2, 4:][8:24]", "view[i] + r", A[3, 12:28][None]),
    ],
)  # fmt: skip
def test_elements(source, view, element, want):
    rows, cols = want.shape
    text = TEXT.format(source=source, view=view, element=element, rows=rows, cols=cols)
    out = simulate(define(text), "B", A=A, B=np.zeros((rows, cols), np.float32))
    assert np.array_equal(out["B"], want)


def test_sizes_of_the_launch():
    text = """
@T.function
def kernel(A: T.Tensor(("m", "n", 4), "int32"), B: T.Tensor((8, 4), "int32")):
    T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=4))
    m, n, _ = A.shape
    i = T.cuda.thread_idx()
    rows = A.view(-1, n, 2, 2)
    B[0, i] = rows[m - 1, 0, i // 2, i % 2]
    turned = A.permute(1, 2, 0)
    B[1, i] = turned[n - 1, i, m - 1] + T.int32(turned.shape[2]) * 1000
    B[2, i] = A[-1, -2, i]
    part = A[-2:, 1:]
    B[3, i] = part[1, -1, i] + T.int32(part.shape[1]) * 1000
    B[4, i] = A.sub[-1].sub[0][i]
    B[5, i] = A[m - 2, :, :][0, n - 1, i]
    B[6, i] = A.rearrange("a b (c d) -> a b c d", c=2)[m - 1, 1, i // 2, i % 2]
    B[7, i] = T.int32(len(A) + len(part))
"""
    a = np.arange(60, dtype=np.int32).reshape(5, 3, 4)
    out = simulate(define(text), "B", A=a, B=np.zeros((8, 4), np.int32))["B"]
    want = [
        a[4, 0], a[4, 2] + 5000, a[4, 1], a[4, 2] + 2000, a[4, 0], a[3, 2], a[4, 1], [7] * 4,
    ]  # fmt: skip
    assert out.tolist() == np.stack(want).tolist()


def test_bits():
    """A shared tensor as another type, and a barrier array beside it."""
    text = """
@T.function
def kernel(x: T.Tensor((2, 32), "float32"), y: T.Tensor((2, 32), "uint32"), z: T.Tensor((64,), "uint16")):
    T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))
    i = T.cuda.thread_idx()
    tile = T.alloc_shared((2, 32), "float32")
    bits = tile.view("uint32")
    halves = tile.view(-1, "uint16")
    for r in T.unroll(2):
        tile[r, i] = x[r, i]
    T.cuda.cta_sync()
    for r in T.unroll(2):
        y[r, i] = bits[r, i] ^ 1
        z[2 * i + r] = halves[2 * i + r]
"""
    x = np.random.default_rng(1).standard_normal((2, 32)).astype(np.float32)
    zeros = {"y": np.zeros((2, 32), np.uint32), "z": np.zeros(64, np.uint16)}
    out = simulate(define(text), "y", "z", x=x, **zeros)
    assert np.array_equal(out["y"].view(np.uint32), x.view(np.uint32) ^ 1)
    assert np.array_equal(out["z"].view(np.uint16), x.view(np.uint16).ravel()[:64])


LOAD = "cp.async.bulk.tensor.{}d.shared::cta.global.tile.mbarrier::complete_tx::bytes"


@pytest.mark.parametrize(
    ("tile", "operands"),
    [
        ("(2, 32, 64)", "tile.view(64, 64), A, box=(64, 64), coords=(0, 0)"),
        ("(64, 64)", "tile.view(2, 32, 64), A, box=(32, 64), coords=(0, 0), coord_steps=((32, 0),)"),
        ("(64, 64)", "tile[32:], A, box=(32, 64), coords=(0, 0)"),
        ("(4, 16, 64)", "tile.sub[2], A, box=(16, 64), coords=(8, 0)"),
        ("(16, 64)", "tile, A[-16:], box=(16, 64), coords=(0, 0)"),
        ("(16, 64)", "tile, A.sub[16:], box=(16, 64), coords=(0, 0)"),
        ("(16, 64)", "tile, C.sub[-1], box=(16, 64), coords=(0, 0)"),
        ("(16, 64)", "tile, C.sub[n, 8:], box=(16, 64), coords=(0, 0)"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("layout", ["default", "128B"])
def test_copies(tile, operands, layout):
    body = [
        f'tile = T.alloc_shared({tile}, "float16", layout="{layout}")',
        'bars = T.alloc_shared((1,), "uint64")',
        f'T.cuda.tile.apply(T.ptx["{LOAD.format(2)}"], {operands}, mbar=bars.ptr_to([0]))',
    ]
    parameters = 'A: T.Tensor((64, 64), "float16"), C: T.Tensor((3, 64, 64), "float16"), n: T.int32'
    verify(kernel(body, parameters).ir_text())


@pytest.mark.parametrize(
    ("expression", "message", "cure"),
    [
        ("A.view(7, 32)", "expected a view of all of A, (8, 32) of float32, got (7, 32) of float32", "one of them -1"),
        ("A.view(-1, -1)", "expected extents of at least 1, and at most one -1", ""),
        ("A.view(x)", "expected extents of a view, got a run-time float32", ""),
        ("A.view(n, 32)", "expected a view of all of A", ""),
        ('A.view("float16")', "expected the type of A, float32, got float16", "declare the parameter"),
        ('tile.view("float99")', "expected a dtype", ""),
        ("tile.permute(0, 0)", "expected the numbers 0 to 1, each once, to permute tile, got (0, 0)", ""),
        ("tile.permute(0)", "expected the numbers 0 to 1", ""),
        ('tile.rearrange("a b -> a")', "to have the same names, each once", ""),
        ('tile.rearrange("a b c -> c b a")', "the left side of 'a b c -> c b a' has 3 axes", None),
        ('tile.rearrange("(a b) c -> a b c")', "expected the lengths of all but one of (a b)", ""),
        ('tile.rearrange("(a b) c -> a b c", b=3)', "does not divide an axis of 8", None),
        ('tile.rearrange("a b -> (b a)")', "(b a) is no axis of tile", "copy into a tensor"),
        ('tile.rearrange("a b")', "expected a pattern such as", ""),
        ("tile[0:4].view(128)", "expected all of tile, got a part of it", "slice it afterwards"),
        ("tile.T.view(256)", "expected the rows of tile_view without gaps", "before .permute"),
        ("tile.reshape(256)", "the shared tensor tile has no .reshape", ".view"),
        ("tile.sub", "the shared tensor tile.sub, which is not indexed", None),
        ("A.sub[0, 0, 0]", "A is 2-dimensional, got 3 indices", None),
        ("A[3:3]", "has 0 elements: expected some", ""),
        ("A[-9:]", "the start -9 of axis 0 of A is out of range: it has 8 elements", ""),
        ("A[:, :40]", "the stop 40 of axis 1 of A is out of range: it has 32 elements", ""),
        ("A[8, 0]", "index 8 of axis 0 of A is out of range", ""),
        ("A[0, -33]", "index -33 of axis 1 of A is out of range: it has 32 elements, -32 to 31", ""),
        ("T.alloc_shared((8, 64), 'float32', layout='128B')", "expected rows of at most 128 bytes", "slices"),
        ("T.alloc_shared((8, 32), 'float32', layout='128B').T", "as they are, under its swizzle", "outer axes"),
    ],
)  # fmt: skip
def test_wrong_view(expression, message, cure):
    body = f"y = {expression} #!" + ("\nz = y + 1" if expression == "tile.sub" else "")
    if cure is None:
        (fault,) = faults(body)
        assert message in fault.message
        return
    check_body(body, message, cure)


def test_copy_of_a_tensor_in_another_shape():
    store = "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    check_body(
        f'T.cuda.tile.apply(T.ptx["{store}"], A.view(16, 16), tile, box=(8, 32), coords=(0, 0)) #!',
        "got one in another shape: its descriptor is made of the argument's own extents",
        "declare A in that shape",
    )

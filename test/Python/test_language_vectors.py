# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""T.vectorized: the same results as a loop, by wide accesses."""

import re

import numpy as np
import pytest
import tilery
from Inputs.faults import faults
from Inputs.sim import simulate
from Inputs.text import define

TEXT = """
@T.function
def kernel(x: T.Tensor((8, 64), "{dtype}", align=16), y: T.Tensor((8, 64), "{dtype}", align=16)):
    T.device_entry(launch=T.cuda.LaunchConfig(grid=8, block={block}))
    row, first = T.cuda.block_idx(), T.cuda.thread_idx() * {lanes}
    scale = 3
    total: T.{dtype} = 1
    for i in {loop}({lanes}):
{body}
"""
BODIES = {
    "copy": "        y[row, first + i] = x[row, first + i]",
    "compute": "        v = x[row, first + i] * scale\n        w = v - 1\n        y[row, first + i] = v + w * i",
    "in place": "        y[row, first + i] = x[row, first + i]\n        y[row, first + i] += 2",
    "condition": "        v = x[row, first + i]\n        if i % 2 == 0:\n            v = -v\n        y[row, first + i] = v",
    "sum": "        total = total + x[row, first + i]\n        y[row, first + i] = total",
}


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize(("dtype", "lanes"), [("float32", 4), ("int32", 2), ("float64", 2)])
def test_same_as_a_loop(body, dtype, lanes):
    x = np.random.default_rng(2).integers(-9, 9, (8, 64)).astype(dtype)
    form = {"dtype": dtype, "lanes": lanes, "block": 64 // lanes, "body": BODIES[body]}
    outs = []
    for loop in ("T.vectorized", "range", "T.unroll"):
        kernel = define(TEXT.format(loop=loop, **form))
        outs.append(simulate(kernel, "y", x=x, y=np.zeros_like(x))["y"])
    assert np.array_equal(outs[0], outs[1])
    assert np.array_equal(outs[0], outs[2])


@pytest.mark.parametrize("body", ["copy", "compute"])
def test_wide_accesses(body):
    text = TEXT.format(dtype="float32", lanes=4, block=16, loop="T.vectorized", body=BODIES[body])
    ptx = tilery.compile(define(text), target="sm_90a").asm["ptx"]
    assert len(re.findall(r"ld\.global\.v4", ptx)) == 1
    assert len(re.findall(r"st\.global\.v4", ptx)) == 1
    assert not re.search(r"(ld|st)\.global\.(b32|f32)", ptx)


def test_names_of_the_last_turn():
    text = TEXT.format(
        dtype="float32", lanes=4, block=16, loop="T.vectorized", body=BODIES["compute"]
    )
    kernel = define(text + "    y[row, first] = v + i\n")
    x = np.arange(512, dtype=np.float32).reshape(8, 64)
    out = simulate(kernel, "y", x=x, y=np.zeros_like(x))["y"]
    assert np.array_equal(out[:, ::4], x[:, 3::4] * 3 + 3)


def test_faults():
    found = faults(
        "for i in T.vectorized(4):\n    y = alpha\n    tile[0, i + 30] = x\n    z = beta"
    )
    assert [f.message.split(":")[0] for f in found] == ["name 'alpha' is not defined"]
    found = faults("for i in T.vectorized(4):\n    tile[0, i + 30] = x")
    assert "index 32 of axis 1 of tile is out of range" in found[0].message


@pytest.mark.parametrize("target", ["sim", "sm_90a"])
def test_long_branch(target):
    """A branch of hundreds of ops, some of which fold."""
    text = """
@T.function
def kernel(x: T.Tensor((32,), "int32"), y: T.Tensor((32,), "int32")):
    T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))
    i = T.cuda.thread_idx()
    v = x[i]
    if v > 3:
        for k in T.unroll(60):
            w = (k if v > k else k) * 2
            v = (v + w if w > 5 else v - w) % 9973
    y[i] = v
"""
    kernel = tilery.compile(define(text), target=target)
    if target == "sim":
        x, y = np.arange(32, dtype=np.int32), np.zeros(32, np.int32)
        kernel(x, y)
        want = x.copy()
        for k in range(60):
            want = np.where(x > 3, np.mod(want + 2 * k if 2 * k > 5 else want - 2 * k, 9973), want)
        assert y.tolist() == want.tolist()
    else:
        assert kernel.asm["ptx"]

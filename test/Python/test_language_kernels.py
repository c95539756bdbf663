# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels as their users write them, on the simulator, against numpy."""

import numpy as np
import pytest
from Inputs.kernels.add_one import add_one
from Inputs.kernels.dynamic import dynamic
from Inputs.kernels.exchange import rotate
from Inputs.kernels.multicast import add_row
from Inputs.kernels.ring import double
from Inputs.kernels.round_trip import round_trip
from Inputs.kernels.scheduled import halve
from Inputs.kernels.slices import negate
from Inputs.kernels.sums import column_sums
from Inputs.sim import simulate, verify

random = np.random.default_rng(7)


def test_add_one():
    a = random.standard_normal((8, 32), dtype=np.float32)
    assert np.array_equal(simulate(add_one, "B", A=a)["B"], a + 1)


@pytest.mark.parametrize("swizzle", ["128B", "none"])
def test_round_trip(swizzle):
    a = random.standard_normal((256, 256)).astype(np.float16)
    kernel = round_trip.specialize(SWIZZLE=swizzle)
    assert np.array_equal(simulate(kernel, "B", A=a)["B"], a * np.float16(2))


@pytest.mark.parametrize(("stages", "shape"), [(3, (100, 132)), (2, (64, 64)), (4, (33, 4))])
def test_ring(stages, shape):
    a = random.standard_normal(shape, dtype=np.float32)
    kernel = double.specialize(STAGES=stages, BLOCKS=2)
    out = simulate(kernel, "B", A=a, B=np.zeros_like(a), options=("--seed=3",))
    assert np.array_equal(out["B"], a + a)


def test_multicast():
    a = random.standard_normal((150, 1024), dtype=np.float32)
    row = random.standard_normal((1, 1024), dtype=np.float32)
    out = simulate(add_row, "B", A=a, row=row, B=np.zeros_like(a))
    assert np.array_equal(out["B"], a + row)


@pytest.mark.parametrize("dtype", ["float32", "float16"])
@pytest.mark.parametrize("shape", [(16, 32), (37, 88), (1, 8)])
def test_dynamic(dtype, shape):
    x, y = (random.standard_normal(shape).astype(dtype) for _ in range(2))
    out = simulate(dynamic(dtype), "Z", alpha=0.5, X=x, Y=y, Z=np.zeros_like(x))
    want = (np.float32(0.5) * x.astype(np.float32) + y.astype(np.float32)).astype(dtype)
    assert np.array_equal(out["Z"], want)


@pytest.mark.parametrize("shape", [(32, 64), (100, 132), (7, 4), (65, 256)])
def test_column_sums(shape):
    a = random.integers(-50, 50, shape).astype(np.float32)
    out = simulate(column_sums.specialize(), "sums", A=a, sums=np.zeros((1, shape[1]), np.float32))
    assert np.array_equal(out["sums"], a.sum(0, keepdims=True))


@pytest.mark.parametrize("rows", [1, 32, 300])
def test_slices(rows):
    a = random.standard_normal((rows, 512)).astype(np.float16)
    assert np.array_equal(simulate(negate, "B", A=a, B=np.zeros_like(a))["B"], -a)


@pytest.mark.parametrize(("stages", "shape"), [(1, (64, 64)), (3, (100, 132)), (4, (333, 4))])
@pytest.mark.parametrize("seed", [0, 5])
def test_scheduled(stages, shape, seed):
    a = random.standard_normal(shape, dtype=np.float32)
    kernel = halve.specialize(STAGES=stages)
    out = simulate(kernel, "B", A=a, B=np.zeros_like(a), options=(f"--seed={seed}",))
    assert np.array_equal(out["B"], a / 2)


def test_exchange():
    a = random.integers(0, 1 << 30, (4, 128)).astype(np.int32)
    assert np.array_equal(simulate(rotate, "B", A=a, B=np.zeros_like(a))["B"], np.roll(a, 1, 0))


@pytest.mark.parametrize(
    "function",
    [
        add_one,
        add_row,
        dynamic(),
        double.specialize(STAGES=3, BLOCKS=132),
        round_trip.specialize(),
        column_sums.specialize(),
        negate,
        halve.specialize(),
        rotate,
    ],
    ids=lambda f: f.name,
)
def test_text_is_valid_and_located(function):
    printed = verify(function.ir_text())
    assert f"launch.func @{function.name}(" in printed
    for line in function.ir_text().splitlines():
        if "=" in line and line.startswith("  "):
            assert "loc(#l" in line or line.rstrip().endswith("{"), line

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of integers mean in a kernel what they mean to Python."""

import inspect

import numpy as np
import pytest
from Inputs import plain
from Inputs.sim import simulate
from tilery.script import tirx as T

VALUES = np.array(
    [(a, b, c) for a in (-5, -1, 0, 3, 6) for b in (-4, 0, 1, 6) for c in (-2, 0, 3)], np.int32
)
COUNT = len(VALUES)
FUNCTIONS = [
    f
    for _, f in inspect.getmembers(plain, inspect.isfunction)
    if len(inspect.signature(f).parameters) == 3
]


def kernel_of(function):
    """A thread computes the function of one row of numbers."""
    helper = T.inline(function)

    @T.function
    def kernel(numbers: T.Tensor((COUNT, 3), "int32"), result: T.Tensor((COUNT,), "int32")):
        T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=COUNT))
        i = T.cuda.thread_idx("x")
        result[i] = helper(numbers[i, 0], numbers[i, 1], numbers[i, 2])

    return kernel


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_same_as_python(function):
    out = simulate(kernel_of(function), "result", numbers=VALUES, result=np.zeros(COUNT, np.int32))
    want = [function(*map(int, row)) for row in VALUES]
    assert out["result"].tolist() == want


def run_floats(body, *arrays, dtype="float32", out="float32"):
    """A thread computes `body` of one element of each array."""
    count = len(arrays[0])
    inputs = np.stack(arrays)
    rows = len(arrays)

    @T.function
    def kernel(x: T.Tensor((rows, count), dtype), y: T.Tensor((count,), out)):
        T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=count))
        i = T.cuda.thread_idx("x")
        y[i] = body(*[x[k, i] for k in range(rows)])

    return simulate(kernel, "y", x=inputs, y=np.zeros(count, out))["y"]


X = np.array([0.5, -1.25, 3.0, 100.0, -7.75, 0.0, 2.5, -2.5], np.float32)
Y = np.array([2.0, 0.75, -4.0, 3.5, -2.0, 1.0, 1.0, 1.5], np.float32)


@T.inline
def arithmetic(x, y):
    return x * 2 + y / 4 - 1


@T.inline
def remainder(x, y):
    return x % y + x // y


@T.inline
def smaller(x, y):
    return min(x, y) + max(x, 0.5) * abs(y)


@T.inline
def chosen(x, y):
    z = 0.0
    if x > y:
        z = x
    return z if z != 0 else T.sqrt(abs(y))


@T.inline
def fused(x, y):
    return T.fma(x, y, 1.0) + T.floor(x) + T.round(y)


@pytest.mark.parametrize(
    ("body", "want"),
    [
        (arithmetic, X * 2 + Y / 4 - 1),
        (remainder, X - np.floor(X / Y) * Y + np.floor(X / Y)),
        (smaller, np.minimum(X, Y) + np.maximum(X, np.float32(0.5)) * np.abs(Y)),
        (chosen, np.where((X > Y) & (X != 0), X, np.sqrt(np.abs(Y)))),
        (fused, (X * Y + 1) + np.floor(X) + np.rint(Y)),
    ],
    ids=lambda v: getattr(v, "__name__", "want"),
)
def test_floats(body, want):
    assert np.array_equal(run_floats(body, X, Y), want.astype(np.float32))


@T.inline
def to_int(x):
    return T.int32(x) * 3


@T.inline
def to_half(x):
    return T.float32(T.float16(x) + 1)


@T.inline
def through_bits(x):
    return T.reinterpret("float32", T.reinterpret("int32", x) ^ (1 << 31) - (1 << 32))


@T.inline
def boolean(x):
    return T.float32(x > 0) + T.float32(T.uint8(7))


@pytest.mark.parametrize(
    ("body", "out", "want"),
    [
        (to_int, "int32", X.astype(np.int32) * 3),
        (to_half, "float32", (X.astype(np.float16) + np.float16(1)).astype(np.float32)),
        (through_bits, "float32", -X),
        (boolean, "float32", (X > 0) + np.float32(7)),
    ],
    ids=lambda v: getattr(v, "__name__", "-"),
)
def test_conversions(body, out, want):
    assert np.array_equal(run_floats(body, X, out=out), want)


def test_registers():
    """Local arrays, in an unrolled loop, a loop at run time, and an if."""

    @T.function
    def kernel(x: T.Tensor((32, 4), "float32"), y: T.Tensor((32,), "float32")):
        T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))
        i = T.cuda.thread_idx("x")
        acc = T.alloc_local((4,), "float32")
        for k in T.unroll(4):
            acc[k] = 0
        for turn in range(3):
            for k in T.unroll(4):
                acc[k] = acc[k] + x[i, k] * turn
            if turn == 1:
                acc[0] = acc[0] - 1
        y[i] = acc[0] + acc[1] * 2 + acc[2] * 3 + acc[3] * 4

    x = np.arange(128, dtype=np.float32).reshape(32, 4)
    want = 3 * x @ np.array([1, 2, 3, 4], np.float32) - 1
    assert np.array_equal(simulate(kernel, "y", x=x, y=np.zeros(32, np.float32))["y"], want)


def test_unsigned():
    @T.function
    def kernel(x: T.Tensor((32,), "uint32"), y: T.Tensor((32,), "uint32"), b: T.uint8):
        T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))
        i = T.cuda.thread_idx("x")
        v = x[i]
        y[i] = max(v // 3 + v % 7, v >> 1) + T.uint32(b) + T.uint32(v > 5)

    x = (np.arange(32, dtype=np.uint64) * 0x0FFFFFFF % (1 << 32)).astype(np.uint32)
    want = np.maximum(x // 3 + x % 7, x >> 1) + np.uint32(200) + (x > 5)
    out = simulate(kernel, "y", x=x, y=np.zeros(32, np.uint32), b=200)
    assert out["y"].view(np.uint32).tolist() == want.astype(np.uint32).tolist()


def test_optional_tensor():
    @T.jit
    def kernel(
        x: T.Tensor((32,), "float32"),
        y: T.Tensor((32,), "float32"),
        bias: T.Tensor((32,), "float32") = None,
    ):
        T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))
        i = T.cuda.thread_idx("x")
        value = x[i]
        if bias is not None:
            value = value + bias[i]
        y[i] = value

    x, bias = np.arange(32, dtype=np.float32), np.full(32, 3, np.float32)
    zero = np.zeros(32, np.float32)
    with_bias, without = kernel.specialize(), kernel.specialize(bias=None)
    assert [p.name for p in without.signature] == ["x", "y"]
    assert np.array_equal(simulate(with_bias, "y", x=x, y=zero, bias=bias)["y"], x + 3)
    assert np.array_equal(simulate(without, "y", x=x, y=zero)["y"], x)


def test_scalars_of_numpy():
    scale, shift = np.float32(2), np.int64(3)
    table = np.array([1, 5], np.int32)

    @T.function
    def kernel(x: T.Tensor((32,), "float32"), y: T.Tensor((32,), "float32")):
        T.device_entry(launch=T.cuda.LaunchConfig(grid=np.int64(1), block=np.int32(32)))
        i = T.cuda.thread_idx("x")
        y[i] = x[i] * scale + shift + np.float32(1) + (table[1] if np.bool_(True) else 0)

    x = np.arange(32, dtype=np.float32)
    want = 2 * x + 3 + 1 + 5
    assert np.array_equal(simulate(kernel, "y", x=x, y=np.zeros(32, np.float32))["y"], want)

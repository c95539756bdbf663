# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`return` of a kernel, wherever it stands, and names with types."""

import numpy as np
import pytest
from Inputs.sim import simulate, verify
from Inputs.text import define, kernel
from tilery.script import tirx as T

I32 = np.int32


def run(body: str, count: int = 32, **arguments: int) -> list[int]:
    """`y` after the body, which begins with 32 times 99."""
    lines = [f"    {line}" for line in body.strip("\n").splitlines()]
    parameters = "".join(f", {name}: T.int32" for name in arguments)
    text = "\n".join(
        [
            "@T.function",
            f'def kernel(y: T.Tensor((32,), "int32"){parameters}):',
            f"    T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block={count}))",
            "    i = T.cuda.thread_idx()",
            *lines,
        ]
    )
    return simulate(define(text + "\n"), "y", y=np.full(32, 99, I32), **arguments)["y"].tolist()


def test_guard():
    assert run("if i >= 20:\n    return\ny[i] = i") == [*range(20), *[99] * 12]


def test_guard_of_a_number_of_the_launch():
    body = "if i >= n:\n    return\ntile = T.alloc_shared((32,), 'int32')\ntile[i] = i\ny[i] = tile[i] * 2"
    assert run(body, n=5) == [0, 2, 4, 6, 8, *[99] * 27]


def test_bounds_behind_a_guard():
    """Behind the guard, the index of a larger block may be in range."""
    assert run("if i >= 32:\n    return\ny[i] = 1", count=64) == [1] * 32


def test_nested_branches():
    body = """
if i < 8:
    if i % 2 == 0:
        y[i] = 1
        return
    y[i] = 2
elif i < 16:
    return
else:
    if i == 20:
        y[i] = 3
        return
y[i] = i * 10
"""
    want = [1 if k % 2 == 0 else 10 * k for k in range(8)] + [99] * 8
    want += [3 if k == 20 else 10 * k for k in range(16, 32)]
    assert run(body) == want


def test_from_loops():
    body = """
total = 0
for k in range(10):
    for j in range(k, -1, -1):
        total += 1
        if total > i:
            y[i] = k * 100 + j
            return
    while total > 25:
        total += 1
        if total == 40:
            return
y[i] = total
"""

    def want(i):
        total = 0
        for k in range(10):
            for j in range(k, -1, -1):
                total += 1
                if total > i:
                    return k * 100 + j
            while total > 25:
                total += 1
                if total == 40:
                    return 99
        return total

    assert run(body) == [want(i) for i in range(32)]


def test_from_unrolled_loops():
    body = """
for k in (3, 1, 4, 1, 5):
    if k == i:
        y[i] = k
        return
    if k == 4:
        continue
    y[i] = -k
"""
    assert run(body) == [{1: 1, 3: 3, 4: 4, 5: 5}.get(i, -5) for i in range(32)]


def test_at_the_end_and_before_it():
    assert run("y[i] = 1\nreturn\ny[i] = 2") == [1] * 32
    assert run("if True:\n    y[i] = 1\n    return\ny[i] = alpha") == [1] * 32
    assert run("return") == [99] * 32


def test_of_a_role():
    """Roles that return leave the barrier to the others."""
    body = [
        'bars = T.alloc_shared((1,), "uint64")',
        "if T.cuda.warp_id() == 0:\n        T.cuda.named_barrier_arrive(1, 64)\n        return",
        "T.cuda.named_barrier_sync(1, 64)",
    ]
    verify(kernel(body, launch="grid=1, block=64").ir_text())


def test_method_that_returns():
    @T.meta_class
    class Ring:
        def __init__(self, depth):
            self.depth = depth
            self.stage = 0

        def next(self):
            if self.stage == self.depth - 1:
                self.stage = 0
                return True
            self.stage += 1
            return False

    @T.function
    def kernel(y: T.Tensor((2, 32), "int32")):
        T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))
        i = T.cuda.thread_idx()
        ring = Ring(3)
        wraps = 0
        for _ in range(i):
            if ring.next():
                wraps += 1
        y[0, i] = ring.stage
        y[1, i] = wraps

    out = simulate(kernel, "y", y=np.zeros((2, 32), I32))["y"]
    assert out.tolist() == [[i % 3 for i in range(32)], [i // 3 for i in range(32)]]


@pytest.mark.parametrize(
    ("body", "want"),
    [
        ("x: T.int64 = 0\nfor k in range(3):\n    x = x + i\ny[i] = T.int32(x)", [3 * i for i in range(32)]),
        ("x: T.let = i + 1\ny[i] = x", [i + 1 for i in range(32)]),
        ("for k in T.unroll(2):\n    x: T.let[T.int32] = i + k\n    y[i] = x", [i + 1 for i in range(32)]),
        ("x: T.float16 = 0\nx = 1.5\nx += 1\ny[i] = T.int32(x * 2)", [5] * 32),
        ("x: T.uint8 = 250\nx = x + 10\ny[i] = T.int32(x)", [4] * 32),
        ("a, *b, c = i, 1, 2, 3\ny[i] = a + len(b) * 100 + c", [i + 203 for i in range(32)]),
        ("y[i] = 1 if i in (3, 5) else 2 if i not in [4] else 3", [1 if i in (3, 5) else 2 if i != 4 else 3 for i in range(32)]),
        ("d = {k: k * k for k in range(4)}\ny[i] = d[3] + len({k % 2 for k in range(9)})", [11] * 32),
        ("r = []\nfor k in T.unroll(3):\n    r.append(i * k)\nr[0] = 7\ny[i] = r[0] + r[-1] + len(r)", [2 * i + 10 for i in range(32)]),
    ],
)  # fmt: skip
def test_names(body, want):
    assert run(body) == want

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Objects in kernels, functions of their own, registers that assignments go to."""

from dataclasses import dataclass

import numpy as np
import pytest
from Inputs.faults import faults_of
from Inputs.sim import simulate
from tilery.script import tirx as T


@T.meta_class
class Counter:
    """Counts in steps; `history` is Python's, `total` a field, `last` a register."""

    limit = 40

    def __init__(self, start, step=1):
        self.total = start
        self.step = step
        self.last = T.local_scalar("int32", 0)
        self.same = self.last

    @T.inline
    def add(self, times):
        for _ in range(times):
            self.total = self.total + self.step
        self.last = self.total

    def small(self):
        return self.total < self.limit

    @property
    def twice(self):
        return self.total * 2

    @staticmethod
    def square(x):
        return x * x

    @classmethod
    def bound(cls):
        return cls.limit + 1


class Doubling(Counter):
    limit = 100

    def __init__(self, start):
        super().__init__(start, step=2)
        self.calls = 0

    def add(self, times):
        self.calls += 1
        super().add(times)
        if self.total > 50:
            self.total -= 1


@T.function
def counters(x: T.Tensor((32,), "int32"), y: T.Tensor((6, 32), "int32")):
    T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))
    i = T.cuda.thread_idx()
    one = Counter(x[i])
    two = Doubling(i)
    while one.small():
        one.add(3)
    for k in range(5):
        if k % 2 == i % 2:
            two.add(k)
    y[0, i] = one.total
    y[1, i] = two.total
    y[2, i] = two.calls
    y[3, i] = one.same + two.last
    y[4, i] = two.twice + Counter.square(i) + two.bound()
    y[5, i] = 1 if isinstance(two, Counter) and hasattr(two, "calls") else 0


def reference(x: np.ndarray) -> np.ndarray:
    rows = np.zeros((6, 32), np.int64)
    for i in range(32):
        one, last = int(x[i]), 0
        while one < 40:
            one += 3
            last = one
        two, calls, two_last = i, 0, 0
        for k in range(5):
            if k % 2 == i % 2:
                calls += 1
                two += 2 * k
                two_last = two
                if two > 50:
                    two -= 1
        rows[:, i] = one, two, calls, last + two_last, 2 * two + i * i + 101, 1
    return rows


def test_objects():
    x = np.arange(-20, 44, 2, dtype=np.int32)
    out = simulate(counters, "y", x=x, y=np.zeros((6, 32), np.int32))["y"]
    assert out.tolist() == reference(x).tolist()


@T.meta_class
@dataclass
class Point:
    x: object
    y: object = 7

    def __post_init__(self):
        self.both = self.x + self.y


@T.meta_class
class Accumulators:
    """Holds an array of registers, and other objects."""

    def __init__(self, count):
        self.values = T.alloc_local((count,), "float32")
        self.points = [Point(k) for k in range(count)]
        for k in T.unroll(count):
            self.values[k] = 0

    def add(self, x):
        for k in T.unroll(len(self.points)):
            self.values[k] += x * self.points[k].both


def test_registers_of_objects_in_loops():
    @T.function
    def kernel(x: T.Tensor((8, 32), "float32"), y: T.Tensor((3, 32), "float32")):
        T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))
        i = T.cuda.thread_idx()
        sums = Accumulators(3)
        for row in range(8):
            if row != 3:
                sums.add(x[row, i])
        for k in T.unroll(3):
            y[k, i] = sums.values[k]

    x = np.arange(256, dtype=np.float32).reshape(8, 32)
    total = x.sum(0) - x[3]
    out = simulate(kernel, "y", x=x, y=np.zeros((3, 32), np.float32))["y"]
    assert np.array_equal(out, np.stack([total * (k + 7) for k in range(3)]))


def test_functions_of_the_kernel():
    """They see the names around them as they are when they are called, and change none."""

    @T.function
    def kernel(x: T.Tensor((32,), "int32"), y: T.Tensor((32,), "int32")):
        T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))
        i = T.cuda.thread_idx()
        scale = 2
        regs = T.alloc_local((2,), "int32")
        regs[0] = 1
        regs[1] = 0

        def scaled(v, *more, offset=1, **names):
            w = v * scale + offset
            scale_here = w
            if v % 2 == 0:
                return scale_here
            return w + len(more) + names["extra"]

        @T.inline
        def count(v):
            regs[v % 2 if isinstance(v, int) else 0] += v

        scale = 3
        for k in range(4):
            count(k)
        count(5)
        y[i] = scaled(x[i], 1, 2, extra=10) + regs[0] * 1000 + regs[1] * 100000

    x = np.arange(32, dtype=np.int32)
    want = x * 3 + 1 + np.where(x % 2 == 0, 0, 12) + (1 + 0 + 1 + 2 + 3) * 1000 + 5 * 100000
    assert simulate(kernel, "y", x=x, y=np.zeros(32, np.int32))["y"].tolist() == want.tolist()


def test_local_scalar():
    @T.function
    def kernel(x: T.Tensor((32,), "float32"), y: T.Tensor((32,), "float32")):
        T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))
        i = T.cuda.thread_idx()
        best = T.local_scalar("float32")
        best = 0
        count = T.local_scalar("int32", 0)
        for k in range(32):
            if x[k] < x[i]:
                best = max(best, x[k])
                count += 1
        snapshot = T.meta_var(count)
        count = 100
        y[i] = best + snapshot + count

    x = np.random.default_rng(3).permutation(32).astype(np.float32)
    want = np.maximum(x - 1, 0) + x + 100
    assert np.array_equal(simulate(kernel, "y", x=x, y=np.zeros(32, np.float32))["y"], want)


HEAD = """
@T.meta_class
class P:
    def __init__(self, a):
        self.a = a

    def get(self):
        return self.b

@T.function
def kernel(A: T.Tensor((8,), "float32")):
    T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))
    p = P(3)
"""


@pytest.mark.parametrize(
    ("statement", "message", "cure"),
    [
        ("q = P()", "missing a required argument: 'a'", "(self, a)"),
        ("p.aa", "P has no attribute 'aa'", "did you mean 'a'?"),
        ("p.set(3)", "P has no attribute 'set'", "did you mean 'get'?"),
        ("p + 1", "expected numbers on both sides of +, got a P", ""),
        ("A[0] = p", "expected a number to store, got a P", ""),
        ("p.a = alpha\n    q = p.a + 1", "name 'alpha' is not defined", ""),
        ("y = super()", "super() stands in methods", ""),
    ],
)
def test_wrong_use(statement, message, cure):
    (fault,) = faults_of(f"{HEAD}    {statement}\n")
    assert message in fault.message
    assert cure in fault.cure
    assert fault.place.line == 14


def test_fault_in_method_shows_both_lines():
    (fault,) = faults_of(f"{HEAD}    y = p.get()\n")
    assert (fault.message, fault.place.line) == ("P has no attribute 'b'", 8)
    assert fault.notes[0][1].line == 14


def test_field_under_condition():
    (fault,) = faults_of(f"{HEAD}    if A[0] > 0:\n        p.c = 1\n    A[1] = p.c\n")
    assert "'p.c' has a value only where the condition of line 14 holds" in fault.message

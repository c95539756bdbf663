# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels in the simulator against numpy (Inputs/random_kernels.py): hypothesis chooses,
and some seeds, which the GPU tests run as well."""

import numpy as np
import pytest
import tilery
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from Inputs.random_kernels import (
    SeededChooser,
    choose_kernel,
    evaluate,
    make_function,
    make_input,
)


class HypothesisChooser:
    def __init__(self, draw: st.DrawFn):
        self.draw = draw

    def pick(self, items):
        return self.draw(st.sampled_from(items))

    def integer(self, low: int, high: int) -> int:
        return self.draw(st.integers(low, high))


@st.composite
def kernels(draw: st.DrawFn) -> dict[str, object]:
    return choose_kernel(HypothesisChooser(draw))


def check(kernel: dict[str, object], seed: int) -> None:
    a = make_input(kernel, seed)
    b = np.zeros_like(a)
    tilery.compile(make_function(kernel), target="sim")(a, b)
    np.testing.assert_array_equal(b, evaluate(kernel, a))


@settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(kernels(), st.integers(0, 2**32 - 1))
def test_random_kernel(kernel, seed):
    check(kernel, seed)


@pytest.mark.parametrize("first", range(0, 40, 10))
def test_seeds(first):
    for seed in range(first, first + 10):
        check(choose_kernel(SeededChooser(seed)), seed)

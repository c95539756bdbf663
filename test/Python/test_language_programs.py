# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random programs mean in a kernel what they mean to Python."""

import linecache

import numpy as np
import pytest
import tilery
from Inputs.programs import Pair, Program
from tilery.script import tirx as T

VALUES = np.array(
    [(a, b, c) for a in (-5, -1, 0, 3, 26) for b in (-4, 0, 1, 36) for c in (-2, 0, 3)], np.int32
)
COUNT = len(VALUES)


@pytest.mark.parametrize("seed", range(40))
def test_same_as_python(seed):
    text, name = Program(seed).text(), f"program{seed}.py"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    scope = {"Pair": Pair}
    exec(compile(text, name, "exec"), scope)
    helper = T.inline(scope["f"])

    @T.function
    def kernel(numbers: T.Tensor((COUNT, 3), "int32"), result: T.Tensor((COUNT,), "int32")):
        T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=COUNT))
        i = T.cuda.thread_idx("x")
        result[i] = helper(numbers[i, 0], numbers[i, 1], numbers[i, 2])

    result = np.zeros(COUNT, np.int32)
    tilery.compile(kernel, target="sim")(VALUES.copy(), result)
    want = [scope["f"](*map(int, row)) for row in VALUES]
    assert result.tolist() == want, text


def test_same_text_for_a_seed():
    assert Program(3).text() == Program(3).text() != Program(4).text()

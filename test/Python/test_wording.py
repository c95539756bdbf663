# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Messages of the compiler about kernels of Python, in Python's words."""

import pytest
import tilery
from Inputs.faults import LOAD, STORE
from Inputs.text import define
from tilery.wording import in_python

CASES = {
    "'tile.apply' op (C6) tensor 'A'": "T.cuda.tile.apply: (C6) tensor 'A'",
    "completes through tile.bulk.commit_group and": "completes through "
    "T.ptx.cp.async_.bulk.commit_group and",
    "under 'tile.elect'": "under T.cuda.elect_sync",
    "got 'memref<8x32xf32, #tile.shared>';": "got a tensor (8, 32) of float32 in shared memory;",
    "memref<?x4xbf16, strided<[?, 1]>>": "a tensor (?, 4) of bfloat16",
    "memref<2x!tile.mbarrier, #tile.shared>": "a tensor (2,) of mbarrier in shared memory",
    "write T.cuda.tile.apply, tile.strange and tile.": "write T.cuda.tile.apply, tile.strange and tile.",
}


@pytest.mark.parametrize("text", CASES)
def test_wording(text):
    assert in_python(text) == CASES[text]


def test_of_a_kernel():
    text = """
@T.function
def kernel(A: T.Tensor((64, 32), "float32")):
    T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))
    tile = T.alloc_shared((8, 16), "float32")
    if T.cuda.lane_id() == 0:
        T.cuda.tile.apply(T.ptx[STORE], A, tile, box=(8, 32), coords=(0, 0))
"""
    kernel = define(text, LOAD=LOAD, STORE=STORE)
    with pytest.raises(tilery.CompileError) as caught:
        tilery.compile(kernel, target="sim")
    assert "T.cuda.tile.apply: (C4)" in str(caught.value)
    assert "got a tensor (8, 16) of float32 in shared memory" in str(caught.value)
    with pytest.raises(tilery.CompileError, match=r"'tile\.apply' op \(C4\).*memref<8x16"):
        tilery.compile(kernel.ir_text(), target="sim")

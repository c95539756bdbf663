# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where kernels may stand, how they are launched, and what their text says."""

import re

import numpy as np
import pytest
from Inputs.sim import simulate, verify
from Inputs.text import define, kernel
from tilery.script import tile
from tilery.script import tirx as T


def launch_text(launch: str, parameters: str = "", before: str = "pass", extra: str = "") -> str:
    text = (
        f"@T.function\ndef kernel({parameters}):\n    {before}\n"
        f"    T.device_entry(launch=T.cuda.LaunchConfig({launch}){extra})\n"
    )
    found = define(text).ir_text()
    verify(found)
    return found


@pytest.mark.parametrize(
    ("launch", "kernel_says", "launcher_says"),
    [
        ("grid=4, block=128", "block [128]", "grid [4] ()"),
        ("grid=(4, 2, 3), block=(32, 2, 2)", "block [32, 2, 2]", "grid [4, 2, 3] ()"),
        ("grid=(8, 1), block=32, cluster=(4,)", "cluster [4]", "grid [8, 1]"),
        ("grid=16, block=32, cluster=16", "cluster [16] nonportable", "grid [16]"),
        ("grid=4, block=32, cooperative=True", "block [32]", "grid [4] cooperative ()"),
        (
            "grid=4, block=32, programmatic_stream_serialization=True",
            "block [32]",
            " programmatic (",
        ),
        ("grid=4, block=32, priority=-1", "block [32]", " priority -1 ("),
        (
            "grid=8, block=32, cluster=2, preferred_cluster=4",
            "cluster [2]",
            "preferred_cluster [4]",
        ),
        (
            "grid=4, block=32, preferred_shared_memory_carveout='max_shared'",
            "block [32]",
            "carveout max_shared",
        ),
    ],
)
def test_launch(launch, kernel_says, launcher_says):
    text = launch_text(launch)
    assert kernel_says in text.splitlines()[0]
    assert launcher_says in next(s for s in text.splitlines() if "launch.kernel" in s)


def test_kernel_attributes():
    text = launch_text(
        "grid=4, block=32",
        extra=", kernel_attrs=T.cuda.KernelAttributes(min_blocks_per_sm=2, max_registers_per_thread=64)",
    )
    assert "min_blocks_per_sm 2 max_registers 64" in text


def test_grid_of_sizes_and_numbers():
    text = launch_text(
        "grid=(blocks, max(count, 1)), block=32",
        'a: T.Tensor(("m", 32), "float32"), count: T.int32',
        "blocks = T.ceildiv(a.shape[0], 8)",
    )
    launcher = text[text.index("launch.func") :]
    assert "memref.dim" in launcher and "arith.ceildivui" in launcher and "arith.maxsi" in launcher


def test_replace():
    config = T.cuda.LaunchConfig(grid=1, block=32)
    assert config.replace(block=64).block == 64
    with pytest.raises(AttributeError):
        config.block = 64


def test_with_block():
    text = """
@T.function
def kernel(x: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32)):
        i: T.let[T.int32] = T.cuda.thread_idx("x")
        x[i] = x[i] + (y := 2) * y
"""
    x = np.arange(32, dtype=np.float32)
    assert np.array_equal(simulate(define(text), "x", x=x)["x"], x + 4)


def test_annotations_that_are_text():
    text = """
from __future__ import annotations

def make(count):
    n = T.int32()

    @T.function
    def kernel(x: T.Tensor((count, n), "float32"), y: "T.int32"):
        T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=count))
        i = T.cuda.thread_idx("x")
        x[i, n - 1] = y

    return kernel

kernel = make(4)
"""
    # `count` and `n` are in no annotation that Python keeps: the scope of the caller has them.
    with pytest.raises(Exception, match="expected a float32, got a run-time int32"):
        define(text)
    found = define(text.replace("= y\n", "= T.float32(y)\n"))
    out = simulate(found, "x", x=np.zeros((4, 3), np.float32), y=7)["x"]
    assert out.tolist() == [[0, 0, 7]] * 4


def test_signature():
    m = T.int32()

    @T.function
    def f(
        a: T.Tensor((m, 4), "float16", align=32), n: T.uint32, t: T.TensorMap((8, 64), "float32")
    ):
        T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))

    found = [(p.name, p.kind, p.dtype, p.shape, p.align) for p in f.signature]
    assert found == [
        ("a", "tensor", "float16", ("m", 4), 32),
        ("n", "scalar", "uint32", (), 0),
        ("t", "tensor_map", "float32", (8, 64), 0),
    ]
    assert f.name == f.__name__ == "f"
    assert 'tile.align = 32 : i64, tile.dims = ["m", ""]' in verify(f.ir_text())


def test_one_namespace():
    assert tile is T
    for name in T.__all__:
        assert getattr(T, name) is not None


def test_specializations_differ():
    @T.jit
    def f(x: T.Tensor((32,), "float32"), TIMES: T.constexpr):
        T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))
        i = T.cuda.thread_idx("x")
        for _ in T.unroll(TIMES):
            x[i] = x[i] * 2

    for times in (0, 1, 3):
        assert f.specialize(TIMES=times).ir_text().count("arith.mulf") == times


def test_same_text_each_time():
    body = ["i = T.cuda.thread_idx('x')", "x[i] = x[i] * n + 1"]
    parameters = "x: T.Tensor((128,), 'float32'), n: T.int32"
    texts = {kernel(body, parameters).ir_text() for _ in range(3)}
    assert len(texts) == 1


def test_locations_are_lines_and_columns():
    body = ["i = T.cuda.thread_idx('x')", "x[i] = x[i] + 1"]
    printed = verify(kernel(body, "x: T.Tensor((128,), 'float32')").ir_text())
    assert printed
    text = kernel(body, "x: T.Tensor((128,), 'float32')").ir_text()
    alias = re.search(r"arith\.addf .* loc\((#l\d+)\)", text).group(1)
    assert f'{alias} = loc("kernel.py":5:12)' in text


def test_location_of_inlined():
    text = """
@T.inline
def twice(x):
    return x + x

@T.function
def kernel(x: T.Tensor((32,), "float32")):
    T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))
    x[T.cuda.lane_id()] = twice(x[T.cuda.lane_id()])
"""
    found = define(text).ir_text()
    alias = re.search(r"arith\.addf .* loc\((#l\d+)\)", found).group(1)
    place = re.search(rf"^{alias} = loc\(callsite\((#l\d+) at (#l\d+)\)\)$", found, re.MULTILINE)
    assert f'{place.group(1)} = loc("kernel.py":4:12)' in found
    assert f'{place.group(2)} = loc("kernel.py":9:27)' in found
    verify(found)


def test_names_of_other_alphabets():
    text = """
@T.function
def kernel(größe: T.Tensor((32,), "float32"), маска: T.int32):
    T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))
    кэш = T.alloc_shared((32,), "float32")
    i = T.cuda.lane_id()
    кэш[i] = größe[i] * маска
    größe[i] = кэш[i]
"""
    verify(define(text).ir_text())

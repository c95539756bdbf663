# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""TensorMaps by hand: of the caller, and of the launcher's code."""

import numpy as np
import pytest
from Inputs.faults import check_text, faults_of
from Inputs.sim import simulate, verify
from Inputs.text import define

STORE = "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
LOAD = "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
BODY = """
    T.device_entry(launch=T.cuda.LaunchConfig(grid=2, block=32))
    tile = T.alloc_shared((16, 64), "float16", layout={layout!r})
    bars = T.alloc_shared((1,), "uint64")
    row = T.cuda.block_idx() * 16
    lane = T.cuda.lane_id()
    if lane == 0:
        T.ptx.mbarrier.init.shared.b64(T.ptx.addr(bars, 0), 1)
        T.ptx.fence.proxy.async_.shared__cta()
        T.ptx.mbarrier.arrive.expect_tx.shared.b64(T.ptx.SINK, bars.ptr_to([0]), 2048)
        {load}
    T.cuda.cta_sync()
    T.cuda.mbarrier_wait(bars.ptr_to([0]), 0)
    for r in range(16):
        for c in T.vectorized(2):
            B[row + r, lane * 2 + c] = tile[r, lane * 2 + c]
"""
RAW = 'T.ptx["' + LOAD + '"](tile.ptr_to([0, 0]), M, 0, row, bars.ptr_to([0]))'
APPLY = (
    'T.cuda.tile.apply(T.ptx["' + LOAD + '"], tile, M, box=(16, 64), coords=(row, 0), '
    "mbar=bars.ptr_to([0]))"
)
A = np.random.default_rng(5).standard_normal((32, 64)).astype(np.float16)


@pytest.mark.parametrize("load", [RAW, APPLY], ids=["raw", "apply"])
@pytest.mark.parametrize("layout", ["default", "128B"])
def test_map_of_the_caller(load, layout):
    """`T.handle` takes its type from the copy, and is the same as one that is declared."""
    head = '@T.function\ndef kernel(M: {}, B: T.Tensor((32, 64), "float16")):'
    body = BODY.format(layout=layout, load=load)
    swizzle = "" if layout == "default" else f', swizzle="{layout}"'
    found = define(head.format('T.handle("tensormap")') + body)
    declared = define(head.format(f'T.TensorMap((16, 64), "float16"{swizzle})') + body)
    ops = [line.split(" loc(")[0] for line in found.ir_text().splitlines()]
    assert ops == [line.split(" loc(")[0] for line in declared.ir_text().splitlines()]
    assert found.signature == declared.signature
    verify(found.ir_text())


ENCODED = (
    '@T.function\ndef kernel(A: T.Tensor(({rows}, 64), "float16"), B: T.Tensor((32, 64), "float16")):\n'
    '    M = T.stack_alloca("tensormap", 1)\n'
    "    T.cuda.tensormap_encode_tiled(M, {pointer}, {extents}, 128, {box}, 1, 1,\n"
    '        descriptor_dtype="float16", rank=2, swizzle={swizzle})'
)


@pytest.mark.parametrize("load", [RAW, APPLY], ids=["raw", "apply"])
@pytest.mark.parametrize(
    ("rows", "pointer", "extents", "swizzle"),
    [
        ("32", "A.data", "64, 32", 0),
        ("32", "A", "64, 32", 3),
        ('"m"', "A.ptr_to([0, 0])", "64, A.shape[0]", 3),
        ('"m"', "A.ptr_to([1, 0])", "64, A.shape[0] - 1", 0),
    ],
)
def test_map_of_the_launcher(load, rows, pointer, extents, swizzle):
    head = ENCODED.format(
        rows=rows, pointer=pointer, extents=extents, box="64, 16", swizzle=swizzle
    )
    layout = "128B" if swizzle else "default"
    kernel = define(head + BODY.format(layout=layout, load=load))
    first = 1 if "[1" in pointer else 0
    a = np.vstack([A[:first] * 0 + 7, A])
    out = simulate(kernel, "B", A=a, B=np.zeros_like(A))
    assert np.array_equal(out["B"], A)


@pytest.mark.parametrize(
    ("change", "message", "cure"),
    [
        ({"extents": "64, 33"}, "axis 0 of A has 32 elements, the map 33", "within its tensor"),
        ({"extents": "32"}, "a map of rank 2 takes 7 operands after the pointer, got 6", "innermost first"),
        ({"pointer": "3"}, "expected the address of a tensor, got 3", "A.data"),
    ],
)  # fmt: skip
def test_wrong_encoding(change, message, cure):
    given = {"rows": "32", "pointer": "A.data", "extents": "64, 32", "box": "64, 16", "swizzle": 0}
    text = ENCODED.format(**(given | change)) + BODY.format(layout="default", load=RAW)
    (fault,) = [f for f in faults_of(text) if f.place.line == 4]
    assert message in fault.message
    assert cure in fault.cure


@pytest.mark.parametrize(
    ("body", "message", "cure"),
    [
        ("pass #!", "no copy shows what the map 'M' describes", "T.TensorMap"),
        (
            '    T.ptx["cp.async.bulk.prefetch.tensor.2d.L2.global"](M, 0, 0) #!',
            "what the map M describes does not show here",
            "T.TensorMap",
        ),
    ],
)
def test_unknown_map(body, message, cure):
    head = "@T.function\ndef kernel(M: T.handle('tensormap')):"
    mark = " #!" if body.startswith("pass") else ""
    text = f"{head}{mark}\n    T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))\n"
    check_text(text + ("" if mark else f"{body}\n"), message, cure)


def test_maps_of_the_kernel():
    head = "@T.function\ndef kernel(n: T.int32):\n    T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))\n"
    check_text(
        head + '    m = T.stack_alloca("tensormap", 1) #!\n', "is encoded by the launcher", "before"
    )
    check_text(
        "@T.function\ndef kernel(n: T.int32):\n    m = T.stack_alloca('tensormap', 1)\n"
        "    T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))\n"
        "    tile = T.alloc_shared((16, 64), 'float16')\n"
        f'    T.ptx["{STORE}"](m, 0, 0, tile.ptr_to([0, 0])) #!\n',
        "the map m is not encoded",
        "T.cuda.tensormap_encode_tiled",
    )


def test_another_box():
    head = "@T.function\ndef kernel(M: T.TensorMap((16, 64), 'float16')):\n"
    (fault,) = faults_of(
        head + "    T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))\n"
        "    tile = T.alloc_shared((8, 64), 'float16')\n"
        f'    T.cuda.tile.apply(T.ptx["{STORE}"], M, tile, box=(8, 64), coords=(0, 0))\n'
    )
    assert "expected the box (16, 64) of the map M, got (8, 64)" in fault.message

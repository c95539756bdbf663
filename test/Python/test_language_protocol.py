# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What other languages of this shape let pass: here it is right, or a fault at the user's line."""

import numpy as np
import pytest
import tilery
from Inputs.faults import LOAD, STORE, check_body
from Inputs.sim import simulate
from Inputs.text import define

TEXT = """
@T.function
def kernel(A: T.Tensor((8, 32), "float32"), B: T.Tensor((8, 32), "float32")):
    T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))
    lane = T.cuda.lane_id()
    tile = T.alloc_shared((8, 32), "float32")
    full = T.alloc_shared((1,), "uint64")
    if lane == 0:
        T.ptx.mbarrier.init.shared.b64(full.ptr_to([0]), 1)
        T.ptx.fence.proxy.async_.shared__cta()
        T.ptx.mbarrier.arrive.expect_tx.shared.b64(full.ptr_to([0]), 1024)
    T.cuda.cta_sync()
    if lane == 0:
        T.cuda.tile.apply(LOAD, tile, A, box=(8, 32), coords=(0, 0), mbar=full.ptr_to([0]))
    T.cuda.mbarrier_wait(full.ptr_to([0]), 0)
    for row in range(7, -1, -1):
        tile[row, lane] = tile[row, lane] + 1
    T.ptx.fence.proxy.async_.shared__cta()
    T.cuda.cta_sync()
    if lane == 0:
        T.cuda.tile.apply(STORE, B, tile, box=(8, 32), coords=(0, 0))
        T.ptx.cp.async_.bulk.commit_group()
        T.ptx.cp.async_.bulk.wait_group(0)
"""
A = np.arange(256, dtype=np.float32).reshape(8, 32)


def changed(old: str, new: str):
    """The kernel with one line another."""
    assert TEXT.count(old) == 1
    return define(TEXT.replace(old, new), LOAD=LOAD, STORE=STORE)


def line_of(text: str) -> int:
    return next(k for k, line in enumerate(TEXT.splitlines(), 1) if text in line)


def test_as_it_should_be():
    assert np.array_equal(simulate(changed("row in", "row in"), "B", A=A)["B"], A + 1)


def test_assignment_under_a_condition():
    text = """
@T.function
def kernel(y: T.Tensor((32,), "int32")):
    T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))
    lane = T.cuda.lane_id()
    x = 1
    if lane == 0:
        x = 2
    y[lane] = x
"""
    out = simulate(define(text), "y", y=np.zeros(32, np.int32))["y"]
    assert out.tolist() == [2] + [1] * 31


@pytest.mark.parametrize("numbers", [(7, -1, -1), (0, 9, 4), (5, -8, -3), (3, 3, -1), (-2, 6, 1)])
def test_steps_of_ranges(numbers):
    text = f"""
@T.function
def kernel(y: T.Tensor((2, 16), "int32"), start: T.int32, stop: T.int32, step: T.int32):
    T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=1))
    k, j = 0, 0
    for i in range{numbers}:
        y[0, k] = i
        k += 1
    for i in range(start, stop, step):
        y[1, j] = i
        j += 1
"""
    want = [*range(*numbers)]
    want = [want + [99] * (16 - len(want))] * 2
    start, stop, step = numbers
    held = np.full((2, 16), 99, np.int32)
    out = simulate(define(text), "y", y=held, start=start, stop=stop, step=step)["y"]
    assert out.tolist() == want


def test_ranges_of_unsigned_numbers():
    text = """
@T.function
def kernel(y: T.Tensor((3, 8), "uint32"), n: T.uint32):
    T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=1))
    k = 0
    for i in range(n, n - 8, -2):
        y[0, k] = i
        k += 1
    k = 0
    for i in range(n):
        if i == 6:
            break
        y[1, k] = i
        k += 1
    for i in range(T.uint32(8)):
        y[2, i] = i // 3
"""
    out = simulate(define(text), "y", y=np.zeros((3, 8), np.uint32), n=9)["y"]
    assert out.tolist() == [
        [9, 7, 5, 3, 0, 0, 0, 0],
        [0, 1, 2, 3, 4, 5, 0, 0],
        [0, 0, 0, 1, 1, 1, 2, 2],
    ]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("tile[-9, lane] = x #!", "index -9 of axis 0 of tile is out of range"),
        ("tile[8, 0] = x #!", "index 8 of axis 0 of tile is out of range"),
        ("for r in range(9):\n    tile[r, lane] = x #!", "the index of axis 0 of tile reaches 8"),
        ("for r in range(7, -2, -1):\n    tile[r, lane] = x #!", "reaches -1: indices count from 0"),
        ("for r in T.unroll(9):\n    tile[r, lane] = x #!", "index 8 of axis 0 of tile is out of range"),
        ("tile[0, lane + 1] = x #!", "the index of axis 1 of tile reaches 32"),
    ],
)  # fmt: skip
def test_indices(body, message):
    check_body(body, message, "")


def test_negative_indices_are_pythons():
    text = """
@T.function
def kernel(y: T.Tensor((8, 32), "int32")):
    T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))
    lane = T.cuda.lane_id()
    y[-1, lane] = 7
    y[-8, lane] = y[-1, lane]
"""
    out = simulate(define(text), "y", y=np.zeros((8, 32), np.int32))["y"]
    assert out[:, 0].tolist() == [7, 0, 0, 0, 0, 0, 0, 7]


@pytest.mark.parametrize(
    "opcode",
    [
        "cp.async.bulk.tensor.2d.shared::cta.global.tile.bulk_group",
        "cp.async.bulk.tensor.2d.global.shared::cta.tile.mbarrier::complete_tx::bytes",
        "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group.tile",
        "cp.async.bulk.2d.tensor.global.shared::cta.tile.bulk_group",
        "mbarrier.init.b64.shared",
        "fence.proxy.shared::cta.async",
    ],
)
def test_order_of_tokens(opcode):
    call = f'T.cuda.tile.apply(T.ptx["{opcode}"], A, tile, box=(8, 32), coords=(0, 0)) #!'
    check_body(call, "in PTX's order" if "tile" in opcode else "there is no opcode", "")


def found_in(function) -> str:
    """What is said of the kernel when it is compiled, or when it runs."""
    try:
        tilery.compile(function, target="sim")(A.copy(), np.zeros_like(A))
    except tilery.CompileError as error:
        return str(error)
    except tilery.SimulationError as error:
        assert error.findings
        return str(error)
    return ""


@pytest.mark.parametrize("number", ["1000", "2048", "1 << 19"])
def test_bytes_of_a_barrier(number):
    text = found_in(changed("]), 1024)", f"]), {number})"))
    assert (
        f"kernel.py:{line_of('LOAD, tile')}:" in text
        or f"kernel.py:{line_of('expect_tx')}:" in text
    )


def test_bytes_of_a_barrier_beside_its_copy():
    """Where both stand in one block, the fault is found when the kernel is compiled."""
    expect = "        T.ptx.mbarrier.arrive.expect_tx.shared.b64(full.ptr_to([0]), {})\n"
    text = TEXT.replace(expect.format(1024), "").replace(
        "        T.cuda.tile.apply(LOAD", expect.format(512) + "        T.cuda.tile.apply(LOAD"
    )
    with pytest.raises(tilery.CompileError, match=r"(?s)512.*1024|1024.*512") as caught:
        tilery.compile(define(text, LOAD=LOAD, STORE=STORE), target="sim")
    assert "kernel.py:13:" in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    T.cuda.mbarrier_wait(full.ptr_to([0]), 0)\n", "    T.cuda.cta_sync()\n"),
        ("full.ptr_to([0]), 0)\n    for", "full.ptr_to([0]), 1)\n    for"),
        ("        T.ptx.cp.async_.bulk.wait_group(0)\n", ""),
        ("    if lane == 0:\n        T.cuda.tile.apply(LOAD", "    if lane < 32:\n        T.cuda.tile.apply(LOAD"),
    ],
    ids=["no wait", "other parity", "no wait for the store", "each lane copies"],
)  # fmt: skip
def test_protocol(old, new):
    """Found when it is compiled, or when it runs, at lines of the kernel."""
    assert "kernel.py:" in found_in(changed(old, new))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('full = T.alloc_shared((1,), "uint64")', 'full = T.alloc_shared((1,), "uint32")', "expected a barrier"),
        ("mbar=full.ptr_to([0])", "mbar=A.ptr_to([0, 0])", "expected a barrier"),
    ],
)  # fmt: skip
def test_type_and_space_of_barriers(old, new, message):
    from tilery.script import KernelError

    with pytest.raises(KernelError, match=message):
        changed(old, new)

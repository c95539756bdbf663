# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Faults of kernels: what is said, where, and what to write instead."""

import traceback

import pytest
from Inputs.faults import HEAD, LOAD, STORE, check_body, faults
from Inputs.text import define
from tilery.script import KernelError
from tilery.script import tirx as T


def translate(text: str, **names: object):
    return define(text, LOAD=LOAD, STORE=STORE, **names)


def helper(v):
    return v + 1


# A body, what is said, and the cure; the fault is on the line that ends with "#!".
CASES = {
    "assigned_in_one_branch": (
        "if lane == 0:\n    y = 2\ntile[0, lane] = y + x #!",
        "'y' has a value only where the condition of line 8 holds",
        "assign 'y' before that if",
    ),
    "loop_changes_type": (
        "y = 0\nfor i in range(n):\n    y = x #!",
        "'y' is int32 before the loop, and float32 after a turn",
        "write y: T.float32 = ... before the loop",
    ),
    "negative_index": (
        "tile[-9, lane] = x #!",
        "index -9 of axis 0 of tile is out of range: it has 8 elements, -8 to 7",
        "",
    ),
    "index_out_of_range": (
        "tile[8, 0] = x #!",
        "index 8 of axis 0 of tile is out of range: it has 8 elements, 0 to 7",
        "",
    ),
    "range_out_of_range": (
        "for r in range(9):\n    tile[r, lane] = x #!",
        "the index of axis 0 of tile reaches 8",
        "end the range at 8",
    ),
    "lane_out_of_range": (
        "tile[lane, 0] = x #!",
        "the index of axis 0 of tile reaches 31",
        "put it under a condition",
    ),
    "thread_out_of_range": ("tile[lane + 40, 0] = x #!", "the index of axis 0 of tile reaches 71", ""),
    "wrong_rank": ("tile[0, 0, 0] = x #!", "tile is 2-dimensional, got 3 indices", ""),
    "one_index": ("y = tile[0] + x #!", "got a part of the tensor tile", "index it"),
    "float_index": ("tile[x, 0] = x #!", "expected index 0 of tile to be an integer", "convert it"),
    "unknown_name": ("tile[0, lane] = lan #!", "name 'lan' is not defined", "did you mean 'lane'?"),
    "unknown_function": ("T.cuda.cta_synk() #!", "no attribute 'cta_synk'", "did you mean 'cta_sync'?"),
    "not_called": ("T.cuda.cta_sync #!", "T.cuda.cta_sync is not called", "write T.cuda.cta_sync()"),
    "return_value": ("return lane #!", "a kernel returns nothing", "store to a tensor"),
    "integer_division": ("y = lane / 2 #!", "int32 / int32 is no integer", "write //"),
    "power": ("y = lane ** 2 #!", "** is not there for run-time numbers", "x * x"),
    "division_by_zero": ("y = lane // 0 #!", "division by zero", ""),
    "store_float": ("z = T.alloc_shared((32,), 'int32')\nz[lane] = x #!", "expected an int32, got a run-time float32", "T.int32(...)"),
    "two_signs": ("y = lane + T.uint32(n) #!", "got int32 + uint32", "T.uint32(...)"),
    "literal_too_large": ("y = lane + 3000000000 #!", "3000000000 does not fit int32", ""),
    "zero_step": ("for i in range(0, 8, 0): #!\n    pass", "the step of a range is 0", ""),
    "slice_step": ("y = A[0:8:2, :] #!", "expected a slice of A with step 1", "element_strides="),
    "slice_store": ("tile[0:2, :] = x #!", "a slice is not assigned to", "loop over its elements"),
    "slice_too_long": ("y = A[0:9, :] #!", "the stop 9 of axis 0 of A is out of range: it has 8 elements", ""),
    "counter_after_loop": (
        "for i in range(8):\n    pass\ntile[0, lane] = T.float32(i) #!",
        "'i' is the counter of the loop of line 8, which may have no turn",
        "assign it to another name in the loop",
    ),
    "endless_loop": ("while True: #!\n    pass", "this loop has no end", "write a condition"),
    "python_function": ("y = helper(lane) #!", "helper is a Python function", "decorate helper with @T.inline"),
    "missing_box_and_coords": (
        "T.cuda.tile.apply(T.ptx[LOAD], tile, A, mbar=bars.ptr_to([0])) #!",
        "lacks box= (a tensor copy asks for it), coords= (a tensor copy asks for it)",
        "",
    ),
    "missing_mbar": (
        "T.cuda.tile.apply(T.ptx[LOAD], tile, A, box=(8, 32), coords=(0, 0)) #!",
        "lacks mbar= (.mbarrier::complete_tx::bytes asks for it)",
        "",
    ),
    "needless_mbar": (
        "T.cuda.tile.apply(T.ptx[STORE], A, tile, box=(8, 32), coords=(0, 0), mbar=bars.ptr_to([0])) #!",
        "has no mbar= (only .mbarrier::complete_tx::bytes has it)",
        "",
    ),
    "swapped_operands": (
        "T.cuda.tile.apply(T.ptx[STORE], tile, A, box=(8, 32), coords=(0, 0)) #!",
        "to be in global memory, got the shared tensor tile",
        "global_tensor, shared_tensor",
    ),
    "box_rank": (
        "T.cuda.tile.apply(T.ptx[STORE], A, tile, box=(32,), coords=(0, 0)) #!",
        "expected box to have 2 entries, as a 2d copy has, got 1",
        "",
    ),
    "box_float": (
        "T.cuda.tile.apply(T.ptx[STORE], A, tile, box=(8.0, 32), coords=(0, 0)) #!",
        "expected box to be whole numbers that are known now, got 8.0",
        "",
    ),
    "coords_float": (
        "T.cuda.tile.apply(T.ptx[STORE], A, tile, box=(8, 32), coords=(0.5, 0)) #!",
        "expected coords to be integers, got 0.5",
        "",
    ),
    "unknown_keyword": (
        "T.cuda.tile.apply(T.ptx[STORE], A, tile, box=(8, 32), coords=(0, 0), fill=1) #!",
        "unexpected keyword argument 'fill'",
        "oob_fill",
    ),
    "unknown_opcode": (
        'T.ptx["cp.async.bulk.tensor.6d.global.shared::cta.tile.bulk_group"] #!',
        "there is no opcode",
        "",
    ),
    "opcode_out_of_order": (
        'T.cuda.tile.apply(T.ptx["cp.async.bulk.tensor.2d.shared::cta.global.tile.bulk_group"], A, tile, box=(8, 32), coords=(0, 0)) #!',
        "expected the tokens of",
        "",
    ),
    "reduce_mul": (
        'T.cuda.tile.apply(T.ptx["cp.reduce.async.bulk.tensor.2d.global.shared::cta.mul.tile.bulk_group"], A, tile, box=(8, 32), coords=(0, 0)) #!',
        "there is no opcode cp.reduce.async.bulk.tensor.2d.global.shared::cta.mul",
        "",
    ),
    "not_yet": ("T.ptx.wgmma.fence.sync.aligned() #!", "not yet implemented: wgmma", ""),
    "typo_in_chain": ("T.ptx.mbarrier.innit.shared.b64(bars.ptr_to([0]), 1) #!", "did you mean mbarrier.init", ""),
    "operands_of_ptx": (
        "T.ptx.mbarrier.init.shared.b64(bars.ptr_to([0])) #!",
        "mbarrier.init.shared.b64 takes 2 operands, got 1",
        "(address, count)",
    ),
    "raw_tensor_copy": (
        "T.ptx[STORE](A, 0, 0, tile.ptr_to([0, 0])) #!",
        "expected a tensor map, got the global tensor A",
        "T.cuda.tile.apply",
    ),
    "barrier_of_floats": (
        "T.ptx.mbarrier.init.shared.b64(tile.ptr_to([0, 0]), 1) #!",
        "expected a barrier: an element of a shared uint64 tensor",
        'T.alloc_shared((1,), "uint64")',
    ),
    "barrier_in_global": (
        "T.cuda.mbarrier_wait(A.ptr_to([0, 0]), 0) #!",
        "expected a barrier: an element of a shared uint64 tensor, got the global tensor A",
        "",
    ),
    "barrier_and_number": (
        "T.ptx.mbarrier.init.shared.b64(bars.ptr_to([0]), 1)\ny = bars[0] #!",
        "bars is used as numbers here, and as barriers elsewhere",
        "allocate a tensor for each",
    ),
    "parity": ("T.cuda.mbarrier_wait(bars.ptr_to([0]), 2) #!", "expected a parity of 0 or 1, got 2", "take turns"),
    "arguments_of_intrinsic": ("T.cuda.mbarrier_wait(bars.ptr_to([0])) #!", "missing a required argument: 'parity'", "parity"),
    "swizzle_too_wide": (
        "y = T.alloc_shared((64, 128), 'float16', layout='128B') #!",
        "expected rows of at most 128 bytes under a 128B swizzle, got 256",
        "shape=(2, 64, 64)",
    ),
    "swizzle_differs": (
        "T.cuda.tile.apply(T.ptx[STORE], A, tile, box=(8, 32), coords=(0, 0), swizzle=3) #!",
        "swizzle is 128B, and the layout of tile is without swizzle",
        "layout=",
    ),
    "local_index": ("y = T.alloc_local((4,), 'float32')\ny[n] = x #!", "to be known now: registers have no address", "T.unroll"),
    "local_unset": ("y = T.alloc_local((4,), 'float32')\ntile[0, lane] = y[1] #!", "y[1] is read before", ""),
    "store_bool": ("tile[0, lane] = lane == 0 #!", "expected a float32, got a run-time bool", ""),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_fault(name):
    body, message, cure = CASES[name]
    check_body(body, message, cure, helper=helper)


def test_every_fault_at_once():
    found = faults("tile[-9, 0] = x\ny = lan\nz = y + 1\nT.ptx.nothing()\ntile[0, 0, 0] = x")
    assert [f.place.line for f in found] == [8, 9, 11, 12]


def test_caret_is_under_the_expression():
    shown = str(faults("tile[0, lane] = x + (lane / 2)")[0]).splitlines()
    assert shown[1][shown[2].index("^") :].startswith("lane / 2")


def test_fault_in_inline_shows_both_lines():
    text = (
        """
@T.inline
def put(tile, row):
    tile[row, 0] = 1

"""
        + HEAD
        + "    put(tile, 9)\n"
    )
    with pytest.raises(KernelError) as caught:
        translate(text)
    (fault,) = caught.value.faults
    assert fault.place.line == 4
    assert fault.notes[0][0] == "called here"
    assert "put(tile, 9)" in str(fault)


@pytest.mark.parametrize(
    ("launch", "message"),
    [
        ("grid=1, block=1056", "block must contain at most 1024 threads"),
        ("grid=0, block=32", "grid dimensions must be positive uint32 values"),
        ("grid=4, block=32, cluster=3", "grid must be divisible by cluster in every dimension"),
        ("grid=4, block=32, preferred_cluster=2", "preferred_cluster requires an explicit cluster"),
        ("grid=4, block=n", "expected block to be known now"),
        ("grid=4, threads=32", "T.cuda.LaunchConfig has no threads"),
        ("block=32", "missing 1 required keyword-only argument: 'grid'"),
    ],
)
def test_launch(launch, message):
    text = f"@T.function\ndef kernel(n: T.int32):\n    T.device_entry(launch=T.cuda.LaunchConfig({launch}))\n"
    with pytest.raises(KernelError) as caught:
        translate(text)
    (fault,) = caught.value.faults
    assert message in fault.message
    assert fault.place.line == 3


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ("a", "parameter 'a' has no type"),
        ('a: T.Tensor((8,), "int7")', "expected a dtype"),
        ("a: T.Tensor((8.5,))", "expected an extent"),
        ("a: int", "expected T.Tensor(...), T.TensorMap(...) or a type"),
        ('a: T.handle("float32")', "expected T.handle('tensormap'), got T.handle('float32')"),
        ("*a", "a kernel has a fixed number of parameters"),
    ],
)
def test_parameters(parameters, message):
    text = f"from __future__ import annotations\n@T.function\ndef kernel({parameters}):\n    pass\n"
    with pytest.raises(KernelError) as caught:
        translate(text)
    assert message in caught.value.faults[0].message


def test_no_device_entry():
    with pytest.raises(KernelError, match="does not say how it is launched"):
        translate("@T.function\ndef kernel(n: T.int32):\n    pass\n")
    with pytest.raises(KernelError) as caught:  # one cause, whatever stands there
        translate(
            "@T.function\ndef kernel(n: T.int32):\n    T.cuda.cta_sync()\n    y = T.cuda.lane_id()\n"
        )
    (fault,) = caught.value.faults
    assert "does not say how it is launched" in fault.message


def test_traceback_ends_at_the_decorator():
    with pytest.raises(KernelError) as caught:
        translate("@T.function\ndef kernel(n: T.int32):\n    pass\n")
    names = [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
    assert names[-1] == "translate" and "_translate" not in names


def test_device_code_before_device_entry():
    text = "@T.function\ndef kernel(n: T.int32):\n    T.cuda.cta_sync()\n    T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))\n"
    with pytest.raises(KernelError, match=r"stands before T\.device_entry"):
        translate(text)


def test_decorator_not_at_the_definition():
    text = "def plain(n: T.int32):\n    pass\n\nkernel = T.function(plain)\n"
    with pytest.raises(SyntaxError, match="must be applied with @ at the definition site"):
        translate(text)


def test_calls_outside_of_kernels():
    with pytest.raises(TypeError, match=r"T\.cuda\.cta_sync is for kernels"):
        T.cuda.cta_sync()
    with pytest.raises(TypeError, match="is for kernels"):
        T.ptx.mbarrier.init.shared.b64(0, 1)
    with pytest.raises(TypeError, match=r"tilery\.compile"):
        translate(
            "@T.function\ndef kernel(n: T.int32):\n    T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))\n"
        )(1)


def test_missing_constexpr():
    text = "@T.jit\ndef kernel(A: T.Tensor((8,)), N: T.constexpr):\n    T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=N))\n"
    with pytest.raises(KernelError, match=r"'N' is a T\.constexpr without a value"):
        translate(text).specialize()
    with pytest.raises(KernelError, match=r"specialize got 'M', which is no parameter"):
        translate(text).specialize(N=32, M=1)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Python that a kernel cannot be: what is said of it, where, and what to write instead."""

import time

import numpy as np
import pytest
from Inputs.faults import check_body, check_text, faults, faults_of
from Inputs.text import define
from tilery.script import tirx as T

# A body, what is said, and the cure; the fault is on the line that ends with "#!".
STATEMENTS = {
    "try": ("try: #!\n    y = 1\nexcept Exception:\n    pass", "a kernel has no exceptions", "T.assert_"),
    "raise": ("if lane == 0:\n    raise ValueError('x') #!", "a kernel has no exceptions", "assert"),
    "with": ("with open('x') as f: #!\n    pass", "with is there for T.device_entry alone", "without it"),
    "lambda": ("y = lambda v: v + 1 #!", "lambda is not part of the language", "def f(x)"),
    "class": ("class P: #!\n    pass", "a class in a kernel", "@T.meta_class"),
    "yield": ("yield lane #!", "a kernel has no generators", "store to a tensor"),
    "yield_from": ("yield from [lane] #!", "a kernel has no generators", "store to a tensor"),
    "del": ("del lane #!", "del is not part of the language", "leave it out"),
    "global": ("global q #!", "a kernel does not change what is outside of it", "store to a tensor"),
    "match": ("match lane: #!\n    case 0:\n        pass", "match is not part", "if, elif and else"),
    "async_def": ("async def f(): #!\n    pass", "a kernel has no coroutines", "write def"),
    "import": ("import math #!", "import stands outside of the kernel", "move it there"),
    "import_from": ("from math import pi #!", "import stands outside of the kernel", "move it there"),
    "text_of_run_time": ('y = f"{lane}" #!', "a text does not hold run-time numbers", "T.cuda.printf"),
    "text_with_format": ('y = f"{n:d} lanes" #!', "a text does not hold run-time numbers", "printf"),
    "star_argument": ("T.cuda.printf('%d', *lane) #!", "expected values behind *, got a run-time int32", "tuple"),
    "double_star": ("y = {**lane} #!", "expected a dict behind **, got a run-time int32", ""),
    "star_of_nothing": ("y = *lane, 1 #!", "expected values behind *", "tuple or a list"),
    "decorated_inner": ("@T.function #!\ndef inner():\n    pass", "has no decorator but @T.inline", "remove it"),
    "recursion": ("def f(k):\n    return f(k - 1) #!\ny = f(lane)", "f calls itself", "write a loop"),
    "matrix_product": ("y = A @ A #!", "@ is not part of the language", "loops"),
    "run_time_list": ("y = [i for i in range(n)] #!", "bounds of this loop to be known now", "loops at run time"),
    "endless_list": ("y = [i for i in range(10 ** 12)] #!", "expected at most 65536 items", "tensor"),
    "large_power": ("y = 2 ** 10 ** 10 #!", "expected numbers of at most 4096 bits", ""),
    "for_else": ("for i in range(4): #!\n    pass\nelse:\n    pass", "else of a loop", "after the loop"),
    "while_else": ("while lane < 3: #!\n    pass\nelse:\n    pass", "else of a loop", "after the loop"),
    "two_counters": ("for i, j in range(3): #!\n    pass", "expected one name as the counter", ""),
    "loop_over_number": ("for i in n: #!\n    pass", "expected a range to loop over, got a run-time int32", "range"),
    "float_bounds": ("for i in range(x): #!\n    pass", "bounds of a range to be integers, got a run-time float32", ""),
    "four_bounds": ("for i in range(1, 2, 3, 4): #!\n    pass", "range takes one to three numbers, got 4", "range(start"),
    "unroll_run_time": ("for i in T.unroll(n): #!\n    pass", "bounds of this loop to be known now", "range"),
    "vectorized_run_time": ("for i in T.vectorized(n): #!\n    pass", "T.vectorized to be known now", "range"),
    "unroll_too_much": ("for i in T.unroll(5000): #!\n    pass", "expected at most 4096 unrolled turns", "range"),
    "unroll_in_all": (
        "for i in T.unroll(4000):\n    for j in T.unroll(4000): #!\n        pass",
        "65536 of a kernel",
        "range",
    ),
    "endless_range_of_unsigned": ("for i in range(T.uint64(n)): #!\n    pass", "a range counts signed numbers", "T.int64"),
    "let_again": ("y: T.let[T.int32] = 3\ny = 4 #!", "'y' is a T.let, and assigned once", "T.int32"),
    "declared_int": ("y: T.int32 = 2.5 #!", "expected an int32, got 2.5", "whole number"),
    "declared_and_float": ("y: T.int32 = 0\ny = x #!", "expected an int32, got a run-time float32", "T.int32"),
    "declared_without_value": ("y: T.int32 #!", "expected a first value", "y: ... = 0"),
    "declared_by_python": ("y: int = 3 #!", "expected a type such as T.float32, got type int", ""),
    "declared_element": ("tile[0, lane]: T.float32 = 0 #!", "expected a name to declare", "tile[0, lane] = ..."),
    "too_few_values": ("a, b = lane #!", "expected 2 values, got a run-time int32", ""),
    "too_many_values": ("a, b = 1, 2, 3 #!", "expected 2 values, got 3", ""),
    "star_target": ("a, *b, c = (1,) #!", "expected at least 2 values, got 1", ""),
    "is_of_numbers": ("y = lane is n #!", "'is' does not compare run-time numbers", "=="),
    "in_a_tensor": ("y = lane in A #!", "expected something to look into, got the global tensor A", "x == a"),
    "condition_of_tensor": ("if A: #!\n    pass", "expected a condition, got the global tensor A", "x[i] > 0"),
    "tensor_in_ternary": ("y = 1 if lane else A #!", "expected a number on each side", "if statement"),
    "none_in_ternary": ("y = tile[0, lane] if lane < 4 else None #!", "got None", "if statement"),
    "nothing": ("lane + 1 #!", "this expression does nothing", "assign it"),
    "constant_nothing": ("1 + 1 #!", "this expression does nothing", "assign it"),
    "opcode_nothing": ("T.ptx.mbarrier.init.shared.b64 #!", "mbarrier.init.shared.b64 is not called", "operands"),
    "call_of_number": ("lane() #!", "a run-time int32 is not callable", "leave () out"),
    "call_of_module": ("T() #!", "is not callable", "leave () out"),
    "field_of_number": ("lane.foo = 3 #!", "a run-time int32 has no field", "@T.meta_class"),
    "field_of_tensor": ("A.data = 3 #!", "the global tensor A has no field", "@T.meta_class"),
    "attribute_of_number": ("y = n.shape #!", "a run-time int32 has no attribute 'shape'", ".dtype"),
    "attribute_typo": ("y = A.shpe #!", "the global tensor A has no attribute 'shpe'", "did you mean 'shape'?"),
    "element_of_number": ("y = x[0] #!", "a run-time float32 has no elements", "index the tensor"),
    "element_into_number": ("x[0] = 3 #!", "has no elements to assign to", "store to a tensor"),
    "store_text": ("A[0, lane] = 'text' #!", "expected a number to store, got 'text'", ""),
    "store_none": ("A[0, lane] = None #!", "expected a number to store, got None", ""),
    "store_tensor": ("A[0, lane] = tile #!", "expected a number to store, got the shared tensor tile", "index it"),
    "ellipsis": ("tile[..., lane] = x #!", "expected index 0 of tile to be an integer, got ...", ""),
    "index_of_list": ("y = [1, 2][lane] #!", "expected an index of [1, 2] that is known now", "T.unroll"),
    "list_of_others": ("OUTSIDE.append(3) #!", "a kernel does not change [1, 2]", "make a list in the kernel"),
    "list_of_others_item": ("OUTSIDE[0] = 3 #!", "a kernel does not change [1, 2]", "make a list in the kernel"),
    "list_in_loop": ("y = []\nfor i in range(3):\n    y.append(A[0, i]) #!", "does not change a list", "T.unroll"),
    "list_under_if": ("y = []\nif lane == 0:\n    y.append(1) #!", "does not change a list", "T.alloc_local"),
    "python_round": ("y = round(x) #!", "round is Python's, and gets a run-time value", "T.round(x)"),
    "python_str": ("y = str(lane) #!", "str is Python's, and gets a run-time value", "printf"),
    "numpy_exp": ("y = np.exp(x) #!", "exp is numpy's, and gets a run-time value", "write T.exp(x)"),
    "numpy_maximum": ("y = np.maximum(x, x) #!", "maximum is numpy's, and gets a run-time value", "write max(a, b)"),
    "numpy_type": ("y = np.float32(x) #!", "float32 is Python's, and gets a run-time value", "write T.float32(x)"),
    "cuda_barrier": ("T.cuda.syncthreads() #!", "has no attribute 'syncthreads'", "write T.cuda.cta_sync()"),
    "cuda_barrier_of_c": ("__syncthreads() #!", "name '__syncthreads' is not defined", "write T.cuda.cta_sync()"),
    "cuda_index": ("y = threadIdx.x #!", "name 'threadIdx' is not defined", 'write T.cuda.thread_idx("x")'),
    "python_sorted": ("y = sorted([lane, n]) #!", "sorted is Python's, and gets a run-time value", "min and max"),
    "python_int": ("y = int('a') #!", "int: invalid literal", None),
    "complex": ("y = 3j * x #!", "expected numbers on both sides of *, got a complex", ""),
    "bytes": ("y = b'text' + lane #!", "expected numbers on both sides of +, got a bytes", ""),
    "assert_number": ("assert x > 0, lane #!", "expected the text of an assertion", "printf"),
    "assert_never": ("assert 1 > 2, 'never' #!", "this assertion never holds: never", None),
    "negative_of_tensor": ("y = -A #!", "expected a number, got the global tensor A", ""),
    "shift_too_far": ("y = lane << 32 #!", "expected a shift of 0 to 31 for int32, got 32", ""),
    "shift_of_float": ("y = x << 1 #!", "<< is not there for float32", "T.int32"),
    "invert_float": ("y = ~x #!", "~ takes an integer", None),
    "convert_text": ("y = T.float32('1') #!", "expected a number to convert, got '1'", "T.float32(x)"),
    "convert_nothing": ("y = T.float32() #!", "T.float32 converts one number, got 0 arguments", "T.float32(x)"),
    "unknown_type": ("y = T.cast(x, 'float33') #!", "did you mean 'float32'?", ""),
    "root_of_int": ("y = T.sqrt(lane) #!", "expected a float, got a run-time int32", "T.float32"),
    "type_as_value": ("y = T.Tensor((8,), 'float32')\ny[0] = x #!", "T.Tensor is the type of a parameter", "T.alloc_shared"),
    "second_entry": (
        "T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32)) #!",
        "T.device_entry stands once",
        "remove it",
    ),
    "address_plus_bytes": ("y = tile.ptr_to([0, 0]) + 16 #!", "got an address in tile", "T.ptx.addr"),
    "too_deep": ("y = " + "-" * 90 + "alpha #!", "name 'alpha' is not defined", ""),
}  # fmt: skip


@pytest.mark.parametrize("name", STATEMENTS)
def test_statement(name):
    body, message, cure = STATEMENTS[name]
    if cure is None:
        found = faults(body)
        assert len(found) == 1 and message in found[0].message
        return
    check_body(body, message, cure, OUTSIDE=[1, 2], np=np)


def test_nested_too_deeply():
    (fault,) = faults("y = " + " + ".join(["x"] * 900))
    assert fault.message == "this is nested too deeply"
    assert fault.cure == "give parts of it names"


def test_recursion_that_branches_ends_soon():
    before = time.monotonic()
    (fault,) = faults("def f(k):\n    a = f(k)\n    b = f(k + 1)\n    return a + b\ny = f(lane)")
    assert "f calls itself" in fault.message
    assert time.monotonic() - before < 5


def test_faults_of_branches_and_loops_together():
    body = (
        "if lane < 4:\n    y = alpha\n    tile[99, 0] = x\nelse:\n    z = delta\n"
        "while q < 3:\n    r = s\nfor i in range(3):\n    u = beta\nv = gamma"
    )
    found = faults(body)
    assert [f.place.line - 7 for f in found] == [2, 3, 5, 6, 9, 10]
    text = "\n".join(map(str, found))
    assert all(f"'{name}'" in text for name in ("alpha", "delta", "q", "beta", "gamma"))


def test_one_fault_has_no_others_behind_it():
    found = faults("y = alpha\nz = y + 1\nif z > 0:\n    tile[0, lane] = z\nw = [y, z]")
    assert [f.message for f in found] == ["name 'alpha' is not defined"]


DEFINITIONS = {
    "entry_under_if": (
        "@T.function\ndef kernel(n: T.int32):\n    if True: #!\n"
        "        T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))\n",
        "T.device_entry stands in no other statement",
        "of the function itself",
    ),
    "element_before_entry": (
        '@T.function\ndef kernel(A: T.Tensor((8,), "float32")):\n    A[0] = 3 #!\n'
        "    T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))\n",
        "the launcher does not access elements of A",
        "below T.device_entry",
    ),
    "loop_before_entry": (
        "@T.function\ndef kernel(n: T.int32):\n    while n > 3: #!\n        n = n - 1\n"
        "    T.device_entry(launch=T.cuda.LaunchConfig(grid=n, block=32))\n",
        "the launcher's code has no condition and no loop at run time",
        "min, max",
    ),
    "return_before_entry": (
        "@T.function\ndef kernel(n: T.int32):\n    return #!\n"
        "    T.device_entry(launch=T.cuda.LaunchConfig(grid=n, block=32))\n",
        "a launcher has no return",
        "return in the kernel",
    ),
    "return_in_loop": (
        '@T.function\ndef kernel(A: T.Tensor((8,), "int32")):\n'
        "    T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))\n"
        "    for i in range(8):\n        if A[i] > 3:\n            return i #!\n",
        "a kernel returns nothing",
        "store to a tensor",
    ),
    "default": (
        '@T.function\ndef kernel(A: T.Tensor((8,), "int32") = 3): #!\n'
        "    T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))\n",
        "'A' is passed at each launch, and has no default",
        "T.constexpr",
    ),
    "scalar_of_8_bits": (
        "@T.function\ndef kernel(a: T.float8_e4m3fn): #!\n"
        "    T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))\n",
        "a number of float8_e4m3fn is not passed",
        "uint8",
    ),
    "shared_parameter": (
        '@T.function\ndef kernel(a: T.Tensor((8,), "int32", scope="shared")): #!\n'
        "    T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))\n",
        "a parameter is in global memory, got scope='shared'",
        "T.alloc_shared",
    ),
    "value_on_some_ways": (
        "@T.inline\ndef f(a):\n    if a > 3:\n        return a\n\n"
        '@T.function\ndef kernel(A: T.Tensor((8,), "int32")):\n'
        "    T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))\n    A[0] = f(A[1]) #!\n",
        "f returns a value on some of its ways only",
        "return that at the end",
    ),
    "value_of_two_types": (
        "@T.inline\ndef f(a):\n    for i in range(10):\n        if i > a:\n            return i\n"
        '    return 0.5 * T.float32(a)\n\n@T.function\ndef kernel(A: T.Tensor((8,), "int32")):\n'
        "    T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))\n    A[0] = f(A[1]) #!\n",
        "or one of another type on each",
        "return that at the end",
    ),
}


@pytest.mark.parametrize("name", DEFINITIONS)
def test_definition(name):
    check_text(*DEFINITIONS[name])


def test_all_parameters_at_once():
    found = faults_of(
        "from __future__ import annotations\n@T.function\n"
        'def kernel(a, b: T.Tensr((8,)), *args, c: int, d: T.Tensor((8,), "int7"), **kw):\n    pass\n'
    )
    assert len(found) == 6


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("@T.function\nasync def kernel():\n    pass\n", "write def, not async def"),
        ("kernel = T.function(lambda: 3)\n", "at the definition site"),
    ],
)
def test_no_function(text, message):
    with pytest.raises(SyntaxError, match=message):
        define(text)


def test_no_function_at_all():
    with pytest.raises(TypeError, match=r"expected @T\.function on a function"):
        define("@T.function\nclass kernel:\n    pass\n")
    with pytest.raises(TypeError, match=r"expected @T\.meta_class on a class"):
        T.meta_class(3)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The way through tvm-ffi, as far as a machine without a GPU can go it."""

import numpy as np
import pytest
import tilery

tvm_ffi = pytest.importorskip("tvm_ffi")


def host_tensors():
    arrays = [np.zeros((8, 32), np.float32) for _ in range(2)]
    return [tvm_ffi.from_dlpack(array) for array in arrays]


def test_tensors_reach_the_launcher(add_one_gpu):
    """The first call binds; the second takes the quick way. Both say the same."""
    messages = []
    for _ in range(2):
        with pytest.raises(tilery.ArgumentError, match="expected cuda, got cpu") as caught:
            add_one_gpu(*host_tensors())
        messages.append(str(caught.value))
    assert add_one_gpu._tvm_ffi is not None
    assert messages[0] == messages[1]


@pytest.mark.parametrize("value", [None, "text", object(), [1, 2], 2**70])
def test_other_objects_are_refused(add_one_gpu, value):
    with pytest.raises((tilery.ArgumentTypeError, tilery.ArgumentError), match="on argument #1"):
        add_one_gpu(host_tensors()[0], value)


def test_number_of_arguments(add_one_gpu):
    for count in (0, 1, 3, 300):
        with pytest.raises(tilery.ArgumentTypeError, match=f"got {count}"):
            add_one_gpu(*([1.5] * count))


def test_functions_keep_their_program(add_one_text):
    kernel = tilery.compile(add_one_text, target="sm_90a")
    with pytest.raises(tilery.ArgumentError):
        kernel(*host_tensors())
    fast = kernel._tvm_ffi
    del kernel
    assert fast(*host_tensors()) == 1


def test_simulated_programs_are_not_bound(add_one):
    from tilery import library

    bind = tvm_ffi.load_module(library.find_library())["tilery_bind_entry"]
    with pytest.raises(ValueError, match="compiled for a GPU"):
        bind(add_one.program.address, 0)
    with pytest.raises(ValueError, match="the address of a program"):
        bind("x")

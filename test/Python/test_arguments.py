# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shapes, strides and places of tensors, in the simulator; the GPU tests run the same cases
(Inputs/argument_cases.py)."""

import numpy as np
import pytest
import tilery
from Inputs.argument_cases import CASES, TORCH_CASES, Numpy, Torch
from Inputs.copy_kernel import copy_kernel


@pytest.fixture(scope="session")
def torch_on_host():
    pytest.importorskip("torch")
    return Torch("cpu")


@pytest.mark.parametrize("name", CASES)
def test_numpy(name):
    CASES[name](Numpy())


@pytest.mark.parametrize("name", CASES)
def test_torch(name, torch_on_host):
    CASES[name](torch_on_host)


@pytest.mark.parametrize("name", TORCH_CASES)
def test_torch_alone(name, torch_on_host):
    TORCH_CASES[name](torch_on_host)


class Claimed:
    """Memory that is only claimed, for calls that are recorded."""

    def __init__(self, shape, typestr, strides=None, address=1 << 40, **more):
        self.__cuda_array_interface__ = {
            "shape": shape,
            "typestr": typestr,
            "data": (address, False),
            "strides": strides,
            "version": 3,
            **more,
        }


def test_strides_in_64_bits():
    """Of a bfloat16 tensor of 2 x 65536 x 65536, whose planes are 2^33 bytes apart."""
    kernel = tilery.compile(copy_kernel("f16", box=(1, 8, 64)), target="sm_90a")
    large = Claimed((2, 65536, 65536), "<f2")
    log = kernel.record(large, Claimed((2, 65536, 65536), "<f2", address=1 << 41))
    assert log.count("dims=[65536, 65536, 2], strides=[131072, 8589934592]") == 2


def test_most_rows():
    """2^31 rows are taken as they are."""
    kernel = tilery.compile(copy_kernel("f32"), target="sm_90a")
    log = kernel.record(Claimed((2**31, 64), "<f4"), Claimed((2**31, 64), "<f4", address=1 << 42))
    assert log.count("dims=[64, 2147483648], strides=[256]") == 2


def test_masks_are_refused():
    kernel = tilery.compile(copy_kernel("f32"), target="sm_90a")
    mask = np.zeros((8, 64), bool)
    with pytest.raises(tilery.ArgumentTypeError, match="an array without a mask, got one with"):
        kernel.record(Claimed((8, 64), "<f4", mask=mask), Claimed((8, 64), "<f4"))


def test_types_of_interfaces_that_are_unknown():
    kernel = tilery.compile(copy_kernel("f32"), target="sm_90a")
    with pytest.raises(tilery.ArgumentTypeError, match=r"Mismatched src\.dtype(.|\n)*got >f4"):
        kernel.record(Claimed((8, 64), ">f4"), Claimed((8, 64), "<f4"))
    with pytest.raises(tilery.ArgumentError, match="multiples of the element's 4 bytes"):
        kernel.record(Claimed((8, 64), "<f4", (255, 4)), Claimed((8, 64), "<f4"))


@pytest.mark.parametrize(
    "interface",
    [
        {"shape": (8, 64)},
        {"shape": (8, 64), "typestr": "<f4", "data": None},
        {"shape": "8x64", "typestr": "<f4", "data": (1 << 40, False)},
        {"shape": (8, 2**64), "typestr": "<f4", "data": (1 << 40, False)},
        {"shape": (8, 64), "typestr": "<f4", "data": (1 << 40, False), "strides": (4,)},
        None,
    ],
    ids=["no type", "no data", "text as shape", "huge extent", "one stride", "none"],
)
def test_interfaces_that_are_none(interface):
    kernel = tilery.compile(copy_kernel("f32"), target="sm_90a")
    claimed = Claimed((8, 64), "<f4")
    claimed.__cuda_array_interface__ = interface
    with pytest.raises(tilery.ArgumentTypeError, match="has shape, typestr and data, got"):
        kernel.record(claimed, Claimed((8, 64), "<f4"))

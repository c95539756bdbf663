# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls in the simulator, with the arrays of several kinds."""

import array

import numpy as np
import pytest
import tilery


def test_numpy(add_one, arrays):
    a, b = arrays
    assert add_one(a, b) is None
    np.testing.assert_array_equal(b, a + 1)


def test_both_spellings():
    assert tilery.tirx.compile is tilery.compile


def test_path_and_text(add_one_text, tmp_path, arrays):
    path = tmp_path / "kernel.mlir"
    path.write_text(add_one_text)
    a, b = arrays
    tilery.compile(path, target="sim")(a, b)
    np.testing.assert_array_equal(b, a + 1)


def test_in_place(add_one, arrays):
    a, _ = arrays
    expected = a + 1
    add_one(a, a)
    np.testing.assert_array_equal(a, expected)


def test_part_of_an_array(add_one):
    whole = np.zeros((24, 32), np.float32)
    source = np.ones((8, 32), np.float32)
    add_one(source, whole[8:16])
    assert (whole[8:16] == 2).all()
    assert (whole[:8] == 0).all() and (whole[16:] == 0).all()


def test_buffers(add_one):
    a = memoryview(array.array("f", range(256))).cast("B").cast("f", (8, 32))
    b = memoryview(bytearray(1024)).cast("f", (8, 32))
    add_one(a, b)
    assert b.tolist()[7][31] == 256


def test_dlpack(add_one):
    tvm_ffi = pytest.importorskip("tvm_ffi")
    a, b = np.ones((8, 32), np.float32), np.zeros((8, 32), np.float32)
    add_one(tvm_ffi.from_dlpack(a), tvm_ffi.from_dlpack(b))
    assert (b == 2).all()


def test_torch_on_the_host(add_one):
    torch = pytest.importorskip("torch")
    a = torch.arange(256, dtype=torch.float32).reshape(8, 32)
    b = torch.zeros_like(a)
    add_one(a, b)
    assert torch.equal(b, a + 1)


def test_symbolic_sizes(copy):
    dtype = copy.entry.parameters[0].dtype_name
    assert copy.entry.parameters[0].shape == ("m", "n")
    numpy_dtype = {"float16": np.float16, "float32": np.float32}[dtype]
    rng = np.random.default_rng(1)
    for shape in ((8, 256), (24, 512), (9, 264)):
        source = rng.integers(0, 1000, shape).astype(numpy_dtype)
        target = np.zeros_like(source)
        copy(source, target)
        np.testing.assert_array_equal(source, target)


def test_names_of_launchers(add_one):
    assert add_one.name == "add_one_launch"
    assert add_one["main"] is add_one
    assert add_one["add_one_launch"].signature == add_one.signature
    with pytest.raises(KeyError, match="expected one of add_one_launch"):
        add_one["other"]


def test_simulator_options(add_one, arrays):
    a, b = arrays
    for options in ({"seed": 3}, {"order": "early"}, {"checks": False}, {"workers": 1}):
        b[:] = 0
        report = add_one.simulate(a, b, **options)
        assert report.is_clean and report.transfers == 2 and report.bytes == 2048
        np.testing.assert_array_equal(b, a + 1)
    with pytest.raises(ValueError, match="late, early or shuffled"):
        add_one.simulate(a, b, order="soon")


def test_other_gpu_in_the_simulator(add_one_text, arrays):
    a, b = arrays
    kernel = tilery.compile(add_one_text, target="sim:sm_100a")
    assert kernel.kernels[0].target == "sm_100a"
    kernel(a, b)
    np.testing.assert_array_equal(b, a + 1)


def test_default_target(add_one_text, arrays):
    try:
        tilery.get_device()
    except tilery.LaunchError:
        kernel = tilery.compile(add_one_text)
        assert kernel.target == "sim"
        kernel(*arrays)
    else:
        assert tilery.compile(add_one_text).target.startswith("sm_")

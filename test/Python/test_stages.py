# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""kernel.asm, kernel.record and kernel.explain."""

import pickle

import numpy as np
import pytest
import tilery


@pytest.mark.parametrize(
    ("stage", "content"),
    [
        ("source", "// Adds one"),
        ("tile", "tile.apply"),
        ("core", "tile.tma.load"),
        ("launch", "launch.encode_map"),
        ("sim", "tilery_sim"),
        ("nvvm", "nvvm.kernel"),
        ("llvm", "define"),
        ("ptx", ".visible .entry add_one("),
        ("record", "cuLaunchKernelEx(kernel=@add_one"),
    ],
)
def test_stage(add_one, add_one_gpu, stage, content):
    assert content in add_one_gpu.asm[stage]
    assert add_one.asm[stage] == add_one_gpu.asm[stage]


def test_no_stage(add_one):
    with pytest.raises(KeyError, match="got 'cuda'"):
        add_one.asm["cuda"]
    for name in (3, None, "ptx\0"):
        with pytest.raises(KeyError, match="expected the name of a stage"):
            add_one.asm[name]
    assert "ptx" in list(add_one.asm) and len(list(add_one.asm)) == len(add_one.asm)


def test_cubin_and_registers(add_one_text):
    kernel = tilery.compile(add_one_text, target="sm_90a", cubin=True)
    assert kernel.asm["cubin"][:4] == b"\x7fELF"
    assert "registers" in kernel.asm["ptxas"]
    assert 8 <= kernel.kernels[0].registers <= 255
    assert f"{kernel.kernels[0].registers} registers a thread" in kernel.explain()


def test_versions_of_ptx(add_one_text):
    kernel = tilery.compile(add_one_text, target="sm_90a", ptx="8.6")
    assert kernel.kernels[0].ptx == (8, 6)
    assert ".version 8.6" in kernel.asm["ptx"]


def test_record_of_open_sizes(copy):
    dtype = copy.entry.parameters[0].dtype_name
    with pytest.raises(ValueError, match="leaves sizes open"):
        copy.record()
    log = copy.record(np.zeros((40, 512), dtype), np.zeros((40, 512), dtype))
    assert "dims=[512, 40]" in log


def test_explanation(add_one_gpu):
    text = add_one_gpu.explain()
    for part in ("in: memref<8x32xf32> (read)", "block (32, 1, 1)", "1032 bytes", "PTX ISA"):
        assert part in text


def test_times(add_one_gpu):
    times = add_one_gpu.program.times()
    assert {"parse", "core", "nvvm", "codegen", "launch-jit", "total"} <= set(times)


def test_pickles(add_one, arrays):
    a, b = arrays
    pickle.loads(pickle.dumps(add_one))(a, b)
    np.testing.assert_array_equal(b, a + 1)

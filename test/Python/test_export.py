# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""kernel.export, and the launchers among the stages."""

import json

import numpy as np
import pytest
import tilery


def files(folder) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


FORMS = {
    "launcher-cpp": {"add_one.h", "add_one.cpp", "tilery_runtime.cpp"},
    "launcher-obj": {"add_one.h", "add_one.o", "tilery_runtime.cpp"},
    "package": {"include/add_one.h", "lib/libadd_one.a", "lib/cmake/add_one/add_oneConfig.cmake"},
    "metadata": {"add_one.json"},
}


@pytest.mark.parametrize("form", FORMS)
def test_form(add_one, add_one_gpu, form, tmp_path):
    """A kernel of the simulator is exported for the GPU that it plays."""
    for name, kernel in (("gpu", add_one_gpu), ("sim", add_one)):
        folder = kernel.export(tmp_path / name / "new", form)
        assert folder == tmp_path / name / "new"
        assert files(folder) >= FORMS[form]
    assert files(tmp_path / "gpu") == files(tmp_path / "sim")


def test_options(add_one_gpu, tmp_path):
    folder = add_one_gpu.export(tmp_path, cuda_header=False, tvm_ffi=True)
    text = (folder / "add_one.cpp").read_text()
    assert "__tvm_ffi_add_one" in text and "#include <cuda.h>" not in text
    arm = add_one_gpu.export(tmp_path / "arm", "launcher-obj", host="aarch64")
    machine = (arm / "add_one.o").read_bytes()[18:20]
    assert machine == b"\xb7\x00"  # EM_AARCH64


def test_cubins(add_one, add_one_gpu, tmp_path):
    for kernel in (add_one, add_one_gpu):
        for cubins in ("sm_90a", ("sm_90a", "sm_100a")):
            (path,) = kernel.export(tmp_path, "metadata", cubins=cubins).glob("*.json")
            images = json.loads(path.read_text())["kernels"][0]["images"]
            found = {image["target"] for image in images if image["kind"] == "cubin"}
            assert found == ({cubins} if isinstance(cubins, str) else set(cubins))
    with pytest.raises(tilery.CompileError, match="sm_1"):
        add_one_gpu.export(tmp_path, cubins=("sm_1",))


def test_what_is_refused(add_one_gpu, tmp_path):
    with pytest.raises(ValueError, match=r"expected launcher-cpp, .* as the form, got 'wheel'"):
        add_one_gpu.export(tmp_path, "wheel")
    with pytest.raises(ValueError, match="expected x86_64 or aarch64 as the host, got 'sparc'"):
        add_one_gpu.export(tmp_path, "launcher-obj", host="sparc")
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="to be a folder, got a file"):
        add_one_gpu.export(tmp_path / "file")
    with pytest.raises(ValueError, match="expected a folder without a zero byte"):
        add_one_gpu.export(f"{tmp_path}/a\0b")
    assert not (tmp_path / "a").exists()


def test_stages(add_one, add_one_gpu):
    for kernel in (add_one, add_one_gpu):
        assert "int add_one_launch(" in kernel.asm["launcher"]
        assert "add_one_launch(" in kernel.asm["launcher.h"]
        (launcher,) = json.loads(kernel.asm["metadata"])
        assert launcher["kernels"][0]["block"] == [32, 1, 1]


def test_trace(add_one, arrays):
    report = add_one.simulate(*arrays, trace=True)
    names = {event["name"] for event in json.loads(report.trace)["traceEvents"]}
    assert {"tile.tma.load in", "tile.tma.store out"} <= names
    assert add_one.simulate(*arrays).trace == ""
    np.testing.assert_array_equal(arrays[1], arrays[0] + 1)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is refused, and how it is said: argument, expected, got, signature, all at once."""

import numpy as np
import pytest
import tilery

SIGNATURE = "`add_one_launch(in: Tensor([8, 32], float32), out: Tensor([8, 32], float32))`"


def test_number_of_arguments(add_one, arrays):
    with pytest.raises(tilery.ArgumentTypeError) as caught:
        add_one(arrays[0])
    assert isinstance(caught.value, TypeError)
    assert str(caught.value) == f"Expected 2 arguments when calling:\n  {SIGNATURE},\n  got 1"


def test_all_faults_at_once(add_one, arrays):
    a, b = arrays
    with pytest.raises(tilery.ArgumentTypeError) as caught:
        add_one(a.astype(np.float64), b.T)
    assert str(caught.value).splitlines() == [
        "Mismatched in.dtype on argument #0 when calling:",
        f"  {SIGNATURE},",
        "  expected float32, got float64",
        "Invalid out.shape[0] on argument #1, expected 8, got 32",
        "Invalid out.shape[1] on argument #1, expected 32, got 8",
        "Mismatched out.strides on argument #1, expected to be compact array, got strides "
        "[1, 32] for shape [32, 8]",
    ]


@pytest.mark.parametrize(
    ("value", "got"), [(None, "NoneType"), ("text", "str"), (object(), "object"), (3, "int")]
)
def test_no_tensor(add_one, arrays, value, got):
    with pytest.raises(TypeError, match=rf"Mismatched type of out on argument #1(.|\n)*got {got}"):
        add_one(arrays[0], value)


def test_shape_is_a_value_error(add_one, arrays):
    a, b = arrays
    with pytest.raises(tilery.ArgumentError, match="expected 8, got 4") as caught:
        add_one(a, b[:4])
    assert isinstance(caught.value, ValueError)


def test_read_only_output(add_one, arrays):
    a, b = arrays
    a.flags.writeable = False
    add_one(a, b)
    b.flags.writeable = False
    with pytest.raises(tilery.ArgumentError, match="an array that can be written"):
        add_one(a, b)


def test_types_that_numpy_has_alone(add_one, arrays):
    for dtype in (">f4", "S4", "M8[s]"):
        with pytest.raises(tilery.ArgumentTypeError, match=r"Mismatched in\.dtype"):
            add_one(np.zeros((8, 32), dtype), arrays[1])


def test_odd_strides(add_one, arrays):
    packed = np.zeros(8 * 32, np.dtype([("x", "f4"), ("y", "i1")]))
    with pytest.raises(tilery.ArgumentError, match="multiples of the element's 4 bytes"):
        add_one(packed["x"].reshape(8, 32), arrays[1])


def test_symbols_have_one_value(copy):
    dtype = copy.entry.parameters[0].dtype_name
    with pytest.raises(tilery.ArgumentError, match=r"out|dst"):
        copy(np.zeros((16, 256), dtype), np.zeros((8, 256), dtype))


def test_host_memory_on_the_gpu(add_one_gpu, arrays):
    with pytest.raises(tilery.ArgumentError, match="expected cuda, got cpu") as caught:
        add_one_gpu(*arrays)
    assert str(caught.value).count("expected cuda, got cpu") == 2


def test_a_gpu_kernel_does_not_simulate(add_one_gpu, arrays):
    with pytest.raises(ValueError, match="target='sim'"):
        add_one_gpu.simulate(*arrays)


def test_diagnostics():
    text = "tile.kernel @k(%a: memref<8xf32>) block [32] {\n  %x = memref.load %a[]\n}\n"
    with pytest.raises(tilery.CompileError) as caught:
        tilery.compile(text, target="sim")
    first = caught.value.diagnostics[0]
    assert (first.severity, first.place.file, first.place.line) == ("error", "<ir>", 2)
    lines = str(caught.value).splitlines()
    assert lines[0].startswith(f"<ir>:2:{first.place.column}: error: ")
    assert lines[1] == "    %x = memref.load %a[]"
    assert lines[2].index("^") == first.place.column + 1


def test_places_of_another_file(tmp_path):
    """Front ends give their user's file: its line is shown."""
    source = tmp_path / "user.py"
    source.write_text("first\nsecond line\n")
    text = f'tile.kernel @k() block [2000] {{}} loc("{source}":2:8)\n'
    with pytest.raises(tilery.CompileError) as caught:
        tilery.compile(text, target="sim")
    assert f"{source}:2:8: error" in str(caught.value)
    assert "  second line\n         ^" in str(caught.value)


@pytest.mark.parametrize(
    ("target", "error"),
    [
        ("sm_12", tilery.CompileError),
        ("cuda:x", ValueError),
        ("gpu", ValueError),
        (3, TypeError),
        ("cuda:1000", tilery.LaunchError),
    ],
)
def test_targets(add_one_text, target, error):
    with pytest.raises(error):
        tilery.compile(add_one_text, target=target)


def test_sources_and_launchers(add_one_text):
    with pytest.raises(TypeError, match=r"expected a function made by @T\.function"):
        tilery.compile(3)
    with pytest.raises(ValueError, match="launchers add_one_launch, got 'f'"):
        tilery.compile(add_one_text, target="sim", entry="f")
    with pytest.raises(ValueError, match=r"write Path\('add_one\.mlir'\)"):
        tilery.compile("add_one.mlir")
    with pytest.raises(ValueError, match=r"a module without one; write launch\.func @NAME"):
        tilery.compile("tile.kernel @k() block [32] {\n}\n", target="sim")
    with pytest.raises(ValueError, match=r"PTX version such as 8\.6"):
        tilery.compile(add_one_text, target="sim", ptx="nine")


def test_missing_library(monkeypatch):
    from tilery import library

    monkeypatch.setenv("TILERY_LIBRARY", "/nowhere/libtilery.so")
    with pytest.raises(OSError, match=r"/nowhere/libtilery\.so"):
        library.load.__wrapped__()

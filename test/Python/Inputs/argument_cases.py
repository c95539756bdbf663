# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tensors of all shapes, strides and places, and what a call makes of each: with numpy and
torch in the simulator, with torch on a GPU."""

from __future__ import annotations

import re

import numpy as np
import tilery

from .copy_kernel import BYTES, copy_kernel

NUMPY_DTYPES = {
    "f16": np.float16,
    "f32": np.float32,
    "f64": np.float64,
    "i8": np.int8,
    "i32": np.int32,
}


class Numpy:
    """Arrays of numpy, for the simulator."""

    name, target = "numpy", "sim"
    dtypes = NUMPY_DTYPES

    def zeros(self, shape, dtype="f32"):
        return np.zeros(shape, self.dtypes[dtype])

    def count(self, shape, dtype="f32"):
        """0, 1, 2, ... as far as the type goes."""
        size = int(np.prod(shape))
        return (np.arange(size) % 251).reshape(shape).astype(self.dtypes[dtype])

    def strided(self, array, shape, strides, offset=0):
        """A view of the memory; strides and offset count elements."""
        memory = array.reshape(-1)[offset:]
        steps = [stride * array.itemsize for stride in strides]
        return np.lib.stride_tricks.as_strided(memory, shape, steps)

    def transpose(self, array):
        return array.T

    def to_numpy(self, array):
        return array


class Torch:
    """Tensors of torch, on the host for the simulator or on a GPU."""

    name = "torch"

    def __init__(self, device: str):
        import torch

        self.torch, self.device = torch, device
        self.target = "cuda" if device.startswith("cuda") else "sim"
        self.dtypes = {
            "f16": torch.float16,
            "bf16": torch.bfloat16,
            "f32": torch.float32,
            "f64": torch.float64,
            "i8": torch.int8,
            "i32": torch.int32,
        }

    def zeros(self, shape, dtype="f32"):
        return self.torch.zeros(shape, dtype=self.dtypes[dtype], device=self.device)

    def count(self, shape, dtype="f32"):
        size = int(np.prod(shape))
        return (
            (self.torch.arange(size, device=self.device) % 251)
            .reshape(shape)
            .to(self.dtypes[dtype])
        )

    def strided(self, array, shape, strides, offset=0):
        return array.as_strided(shape, strides, offset)

    def transpose(self, array):
        return array.t()

    def to_numpy(self, array):
        return array.float().cpu().numpy()


_compiled: dict[tuple, tilery.Kernel] = {}


def compiled(framework, *arguments, **options) -> tilery.Kernel:
    key = (framework.target, arguments, tuple(options.items()))
    if key not in _compiled:
        _compiled[key] = tilery.compile(copy_kernel(*arguments, **options), target=framework.target)
    return _compiled[key]


def expect_copy(framework, kernel, source, box=(8, 64)) -> None:
    """The box arrives; what is beyond the source is zero, and all else stays."""
    target = framework.zeros(source.shape)
    target = target.to(source.dtype) if hasattr(target, "to") else target.astype(source.dtype)
    kernel(source, target)
    wanted = np.zeros(tuple(source.shape), framework.to_numpy(target).dtype)
    part = tuple(slice(0, extent) for extent in box)
    wanted[part] = framework.to_numpy(source)[part]
    np.testing.assert_array_equal(framework.to_numpy(target), wanted)


def expect_error(error, parts, kernel, *arguments, **options) -> str:
    """The call is refused, with these parts in the message; the outputs are as before."""
    try:
        kernel(*arguments, **options)
    except tilery.TileryError as caught:
        message = str(caught)
        assert isinstance(caught, error), f"expected {error.__name__}, got {caught!r}"
        for part in parts:
            assert part in message, f"expected {part!r} in:\n{message}"
        return message
    raise AssertionError(f"expected an error with {parts}, got none")


def case_pitch_of_fp16(f):
    """A row of 1001 elements: the tensor's name, the stride in bytes, the rule."""
    kernel = compiled(f, "f16")
    bad = f.zeros((64, 1001), "f16")
    parts = ["tensor 'src'", "2002 bytes (1001 elements)", "multiple of 16 bytes", "TM11"]
    expect_error(tilery.ArgumentError, parts, kernel, bad, f.zeros((64, 1008), "f16"))


def case_base_and_stride(f):
    memory = f.zeros((128 * 1736,))
    bad = f.strided(memory, (128, 1733), (1733, 1), 1)
    parts = ["got 4 bytes (1 element) past a multiple", "got 6932 bytes (1733 elements)"]
    expect_error(tilery.ArgumentError, parts, compiled(f), bad, f.zeros((128, 1736)))


def case_rows_of_511(f):
    """Refused when it is compiled where the type says it, else when it is launched."""
    dtype = "bf16" if "bf16" in f.dtypes else "f16"
    try:
        compiled(f, dtype, source=f"memref<64x511x{dtype}>")
    except tilery.CompileError as error:
        assert "1022 bytes (511 elements)" in str(error)
    else:
        raise AssertionError("expected an error of the compiler, got none")
    bad, good = f.zeros((64, 511), dtype), f.zeros((64, 512), dtype)
    expect_error(tilery.ArgumentError, ["1022 bytes"], compiled(f, dtype), bad, good)
    expect_copy(f, compiled(f, dtype), f.count((64, 512), dtype))


def case_broadcast(f):
    row = f.count((64,))
    parts = ["Mismatched src.strides[1]", "expected 1, got 0"]
    bad = f.strided(row, (64, 64), (0, 0))
    expect_error(tilery.ArgumentError, parts, compiled(f), bad, f.zeros((64, 64)))
    target = f.zeros((64, 64))
    compiled(f)(f.strided(row, (64, 64), (0, 1)), target)
    rows = f.to_numpy(target)
    assert (rows[:8] == np.arange(64)).all() and (rows[8:] == 0).all()
    parts = ["tensor 'dst'", "TM33"]
    expect_error(tilery.ArgumentError, parts, compiled(f), target, f.strided(row, (64, 64), (0, 1)))


def case_three_messages(f):
    """An outer stride, a base and an inner stride that are wrong: each its own words."""
    memory = f.zeros((65 * 65,))
    views = {
        "got 260 bytes (65 elements)": f.strided(memory, (64, 64), (65, 1)),
        "4 bytes (1 element) past a multiple": f.strided(memory, (64, 64), (64, 1), 1),
        "Mismatched src.strides[1]": f.transpose(f.zeros((64, 64))),
    }
    for part, view in views.items():
        message = expect_error(tilery.ArgumentError, [part], compiled(f), view, f.zeros((64, 64)))
        assert sum(other in message for other in views) == 1, message


def case_strides_of_extent_1(f):
    """They mean nothing, whatever they are."""
    memory = f.count((300,))
    for source in (
        f.strided(memory, (1, 64), (7, 1)),
        f.strided(memory, (1, 64), (0, 1)),
        f.transpose(f.count((64, 1))),
    ):
        expect_copy(f, compiled(f), source)
    planes = f.strided(memory, (1, 4, 32), (5, 32, 1))
    expect_copy(f, compiled(f, box=(2, 4, 32)), planes, (2, 4, 32))


def case_empty(f):
    kernel = compiled(f)
    for shape in ((0, 64), (128, 0), (0, 0)):
        kernel(f.zeros(shape), f.zeros(shape))
    kernel(f.zeros((64, 64)), f.zeros((0, 64)))
    compiled(f, box=(2, 4, 32))(f.zeros((128, 0, 4)), f.zeros((128, 0, 4)))
    target = f.count((64, 64))
    before = f.to_numpy(target).copy()
    parts = ["non-empty src", "dst"]
    expect_error(tilery.ArgumentError, parts, kernel, f.zeros((0, 64)), target)
    np.testing.assert_array_equal(f.to_numpy(target), before)


def case_box_of_4_bytes(f):
    try:
        compiled(f, box=(8, 1))
    except tilery.CompileError as error:
        assert "got 4 bytes (1 element)" in str(error) and "16 bytes" in str(error)
    else:
        raise AssertionError("expected an error of the compiler, got none")


def case_slice_with_step(f):
    bad = f.zeros((64, 128))[:, 0::2]
    parts = ["Mismatched src.strides[1]", "got 2"]
    expect_error(tilery.ArgumentError, parts, compiled(f), bad, f.zeros((64, 64)))


def case_offsets(f):
    memory = f.count((64 * 64 + 8,), "f16")
    parts = ["tensor 'src'", "2 bytes (1 element) past a multiple"]
    kernel = compiled(f, "f16")
    bad = f.strided(memory, (64, 64), (64, 1), 1)
    expect_error(tilery.ArgumentError, parts, kernel, bad, f.zeros((64, 64), "f16"))
    expect_copy(f, kernel, f.strided(memory, (64, 64), (64, 1), 8))
    whole = f.count((96, 128), "f16")
    expect_copy(f, kernel, whole[16:48, 32:96])


def case_padded_planes(f):
    """Rank 3, with padding behind rows and planes."""
    memory = f.count((4 * 240,))
    expect_copy(
        f, compiled(f, box=(2, 4, 32)), f.strided(memory, (4, 6, 32), (240, 40, 1)), (2, 4, 32)
    )


def case_negative_strides(f):
    if f.name == "torch":  # has none
        return
    array = f.zeros((64, 64))
    parts = ["tensor 'src'", "got -256 bytes"]
    expect_error(tilery.ArgumentError, parts, compiled(f), array[::-1], f.zeros((64, 64)))
    parts = ["Mismatched src.strides[1]", "got -1"]
    expect_error(tilery.ArgumentError, parts, compiled(f), array[:, ::-1], f.zeros((64, 64)))


STATIC = {"source": "memref<8x64xf32>", "target": "memref<8x64xf32>"}
SIGNATURE = "`copy_launch(src: Tensor([8, 64], float32), dst: Tensor([8, 64], float32))`"


def case_all_faults(f):
    """Those of both arguments, of the launcher and of Python, in one message."""
    kernel = compiled(f, **STATIC)
    message = expect_error(
        tilery.ArgumentTypeError, [], kernel, f.zeros((8, 64), "f16"), f.zeros((7, 63))
    )
    assert message.splitlines()[:4] == [
        "Mismatched src.dtype on argument #0 when calling:",
        f"  {SIGNATURE},",
        "  expected float32, got float16",
        "Invalid dst.shape[0] on argument #1, expected 8, got 7",
    ], message
    message = expect_error(tilery.ArgumentError, [], kernel, f.zeros((8, 63)), "text")
    assert message.splitlines() == [
        "Invalid src.shape[1] on argument #0 when calling:",
        f"  {SIGNATURE},",
        "  expected 64, got 63",
        "Mismatched type of dst on argument #1, expected a tensor of float32 with DLPack or "
        "__cuda_array_interface__, got str",
    ], message
    message = expect_error(tilery.ArgumentTypeError, [], kernel, None, 2**70)
    assert re.findall("got .*", message) == ["got NoneType", f"got {2**70}"], message


def case_counts_and_names(f):
    kernel = compiled(f, **STATIC)
    a, b = f.count((8, 64)), f.zeros((8, 64))
    kernel(dst=b, src=a)
    np.testing.assert_array_equal(f.to_numpy(b), f.to_numpy(a))
    expected = f"Expected 2 arguments when calling:\n  {SIGNATURE},\n  "
    for arguments, names, got in (
        ((), {}, "got 0"),
        ((a,), {}, "got 1"),
        ((a, b, b), {}, "got 3"),
        ((a,), {"out": b}, "got 'out', which is no parameter, got none for 'dst'"),
        ((a,), {"src": b}, "got 'src' twice, got none for 'dst'"),
        ((a, b), {"dst": b}, "got 'dst' twice"),
    ):
        message = expect_error(tilery.ArgumentTypeError, [], kernel, *arguments, **names)
        assert message == expected + got, message


def case_rank_0(f):
    kernel = compiled(f, **STATIC)
    parts = ["Mismatched src.ndim on argument #0", "expected 2, got 0"]
    expect_error(tilery.ArgumentError, parts, kernel, f.zeros(()), f.zeros((8, 64)))


def case_rows_in_64_bits(f):
    """2^32 + 8 rows are not 8: checked with rows that share memory."""
    row = f.zeros((64,))
    many = f.strided(row, (2**32 + 8, 64), (0, 1))
    parts = ["Invalid src.shape[0]", "expected 8, got 4294967304"]
    expect_error(tilery.ArgumentError, parts, compiled(f, **STATIC), many, f.zeros((8, 64)))
    parts = ["tensor 'src'", "got 4294967304"]
    expect_error(tilery.ArgumentError, parts, compiled(f), many, f.zeros((8, 64)))


CASES = {
    name.removeprefix("case_"): case
    for name, case in dict(globals()).items()
    if name.startswith("case_")
}


#
# Torch alone
#


def torch_requires_grad(f):
    """The data is taken; autograd does not see what a kernel does."""
    source = f.count((8, 64)).requires_grad_()
    target = f.zeros((8, 64)).requires_grad_()
    compiled(f, **STATIC)(source, target)
    assert f.torch.equal(source.detach(), target.detach()) and target.grad_fn is None
    parameter = f.torch.nn.Parameter(f.count((8, 64)))
    plain = f.zeros((8, 64))
    compiled(f, **STATIC)(parameter, plain)
    assert f.torch.equal(parameter.detach(), plain)


def torch_negated_views(f):
    """Imaginary parts of conjugates: the memory has the other sign."""
    numbers = f.torch.complex(f.zeros((8, 64)), f.count((8, 64)))
    view = numbers.conj().imag[:1, :1]
    assert view.is_neg()
    parts = ["Invalid src on argument #0", "resolve_neg()"]
    expect_error(tilery.ArgumentError, parts, compiled(f), view, f.zeros((1, 1)))
    expect_copy(f, compiled(f), numbers.conj().imag.resolve_neg())
    parts = ["Invalid src on argument #0", "resolve_conj()"]
    expect_error(tilery.ArgumentError, parts, compiled(f), numbers.conj(), f.zeros((8, 64)))
    parts = ["Mismatched src.dtype on argument #0"]
    expect_error(tilery.ArgumentTypeError, parts, compiled(f), numbers, f.zeros((8, 64)))


def torch_other_layouts(f):
    """What has no memory of its own."""
    dense = f.zeros((8, 64))
    for bad in (dense.to_sparse(), f.torch.empty((8, 64), device="meta")):
        parts = ["Mismatched type of src on argument #0", "torch.Tensor"]
        expect_error(tilery.ArgumentTypeError, parts, compiled(f, **STATIC), bad, dense)


def torch_subclasses(f):
    class Named(f.torch.Tensor):
        pass

    expect_copy(f, compiled(f, **STATIC), f.count((8, 64)).as_subclass(Named))


TORCH_CASES = {
    name.removeprefix("torch_"): case
    for name, case in dict(globals()).items()
    if name.startswith("torch_")
}

assert BYTES.keys() >= NUMPY_DTYPES.keys()

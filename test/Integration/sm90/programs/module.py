# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls a launcher's tvm-ffi module with torch tensors: module.py add_one.so

Exit status 77 where the machine lacks a package."""

import sys

try:
    import torch
    import tvm_ffi
except ImportError as error:
    print(error)
    sys.exit(77)


def expect_error(kind: type[Exception], words: list[str], call) -> None:
    try:
        call()
    except kind as error:
        print(f"-- {kind.__name__}: {error}")
        missing = [word for word in words if word not in str(error)]
        assert not missing, f"expected {missing} in the message, got: {error}"
        return
    raise AssertionError(f"expected a {kind.__name__}, got none")


def call_with_others(add_one, x) -> None:
    """Arrays of other frameworks, into torch's memory or their own."""
    wanted = (x + 1).cpu().numpy()
    try:
        import cupy

        source, target = cupy.asarray(x), cupy.zeros((8, 32), cupy.float32)
        cupy.cuda.Device().synchronize()
        add_one(tvm_ffi.from_dlpack(source), tvm_ffi.from_dlpack(target))
        torch.cuda.synchronize()
        assert (cupy.asnumpy(target) == wanted).all()
        print("cupy: right")
    except ImportError as error:
        print(error)
    try:
        import jax

        y = torch.zeros_like(x)
        source = jax.device_put(x.cpu().numpy())
        source.block_until_ready()
        add_one(tvm_ffi.from_dlpack(source), y)
        torch.cuda.synchronize()
        assert (y.cpu().numpy() == wanted).all()
        print("jax: right")
    except ImportError as error:
        print(error)
    expect_error(ValueError, ["in", "cpu"], lambda: add_one(wanted, x))


def main() -> None:
    add_one = tvm_ffi.load_module(sys.argv[1]).add_one
    x = torch.randn(8, 32, device="cuda")
    y = torch.zeros_like(x)
    add_one(x, y)
    assert torch.equal(y, x + 1)

    # On the stream that is current in torch, captured too.
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        graph = torch.cuda.CUDAGraph()
        y.zero_()
        with torch.cuda.graph(graph, stream=stream):
            add_one(x, y)
        assert not y.any()
        graph.replay()
    stream.synchronize()
    assert torch.equal(y, x + 1)

    expect_error(TypeError, ["in", "float32", "float16"], lambda: add_one(x.half(), y))
    expect_error(ValueError, ["out", "32", "33"], lambda: add_one(x, x.new_zeros(8, 33)))
    expect_error(ValueError, ["in", "stride"], lambda: add_one(x.new_zeros(32, 8).T, y))
    expect_error(ValueError, ["in", "cpu"], lambda: add_one(x.cpu(), y))
    expect_error(TypeError, ["2", "1"], lambda: add_one(x))
    expect_error(TypeError, ["in"], lambda: add_one(3, y))
    add_one(x, y)
    torch.cuda.synchronize()
    call_with_others(add_one, x)
    print("right")


main()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls with torch tensors on a GPU."""

import gc
import os
import signal
import threading
import time

import tilery

from .arrays import example, skip


def import_torch():
    try:
        import torch
    except ImportError as error:
        skip(f"torch cannot be imported: {error}")
    return torch


def pair(torch, **options):
    a = torch.arange(256, dtype=torch.float32, device="cuda", **options).reshape(8, 32)
    return a, torch.zeros_like(a)


def check_torch():
    torch = import_torch()
    kernel = example("add_one")
    a, b = pair(torch)
    kernel(a, b)
    assert torch.equal(b, a + 1)
    b.zero_()
    kernel(out=b, **{"in": a})
    assert torch.equal(b, a + 1)
    for bad in (b.double(), b.cpu(), b[:4], b.t().contiguous().t()):
        try:
            kernel(a, bad)
        except (tilery.ArgumentError, tilery.ArgumentTypeError) as error:
            assert "argument #1" in str(error), error
            continue
        raise AssertionError(f"expected an error for {bad.shape} {bad.dtype}, got none")


def check_torch_cases():
    """Shapes, strides and places (test/Python/Inputs/argument_cases.py)."""
    import_torch()
    from Inputs.argument_cases import CASES, TORCH_CASES, Torch

    framework = Torch("cuda")
    for name, case in {**CASES, **TORCH_CASES}.items():
        case(framework)
        print(f"{name}: as expected")


def check_torch_far_strides():
    """Planes that are 2^33 bytes apart: a tensor of 17 GB."""
    torch = import_torch()
    from Inputs.copy_kernel import copy_kernel

    if torch.cuda.mem_get_info()[0] < 20e9:
        skip("expected 20 GB of free device memory, got less")
    shape, box = (2, 65536, 65536), (1, 8, 64)
    at = (1, 65528, 65472)
    large = torch.empty(shape, dtype=torch.bfloat16, device="cuda")
    corner = large[1, 65528:, 65472:]
    corner.copy_(torch.arange(512, device="cuda").reshape(8, 64))
    target = torch.zeros((2, 65536, 64), dtype=torch.bfloat16, device="cuda")
    text = copy_kernel("bf16", box, at).replace(f"coords {list(at)} :", "coords [1, 65528, 0] :")
    tilery.compile(text, target="cuda")(large, target)
    assert torch.equal(target[1, 65528:], corner) and not target[0].any()


def check_torch_streams():
    torch = import_torch()
    kernel = example("add_one")
    a, b = pair(torch)
    kernel(a, b)
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    # The current stream is the one: what is in it before the launch comes first.
    with torch.cuda.stream(side):
        c = torch.zeros_like(b)
        torch.cuda._sleep(100_000_000)
        b.zero_()
        kernel(a, b)
        c.copy_(b)
    assert not side.query(), "expected a stream that is still at work, got one that has waited"
    side.synchronize()
    assert torch.equal(c, a + 1)
    # As it is after stream= in every form.
    other = torch.cuda.Stream()
    for form in (other, other.cuda_stream):
        torch.cuda.synchronize()
        b.zero_()
        torch.cuda.synchronize()
        kernel(a, b, stream=form)
        other.synchronize()
        assert torch.equal(b, a + 1)


def check_torch_graph():
    """The first launch of a kernel is captured, and replayed with other contents."""
    torch = import_torch()
    a, b = pair(torch)
    kernel = example("add_one")
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        kernel(a, b)
    assert not b.any()
    for number in range(3):
        a.fill_(number)
        graph.replay()
        torch.cuda.synchronize()
        assert (b == number + 1).all()


def check_torch_threads():
    """First launches from fresh threads at once, each on a stream of its own."""
    torch = import_torch()
    kernel = example("add_one")
    torch.cuda.init()
    failures, start = [], threading.Barrier(8)

    def work(number):
        try:
            with torch.cuda.stream(torch.cuda.Stream()):
                a, b = pair(torch)
                a.fill_(number)
                start.wait()
                for _ in range(100):
                    b.zero_()
                    kernel(a, b)
                    assert (b == number + 1).all()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures[0]


def check_torch_ended_in_flight():
    """Kernel and tensors are gone before the launch has begun."""
    torch = import_torch()
    for number in range(5):
        kernel = example("add_one")
        a, b = pair(torch)
        torch.cuda.synchronize()
        torch.cuda._sleep(50_000_000)
        a.fill_(number)
        kernel(a, b)
        del kernel, a
        gc.collect()
        assert (b == number + 1).all()


def check_torch_interruption():
    """Ctrl-C while launches are made, and while the GPU is waited for."""
    torch = import_torch()
    kernel = example("add_one")
    a, b = pair(torch)
    kernel(a, b)
    signal.signal(signal.SIGINT, signal.default_int_handler)

    def make_calls():
        while True:
            kernel(a, b)

    def wait():
        torch.cuda._sleep(2_000_000_000)
        kernel(a, b)
        torch.cuda.synchronize()
        time.sleep(60)

    for work in (make_calls, wait):
        timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        start = time.perf_counter()
        try:
            work()
        except KeyboardInterrupt:
            print(f"{work.__name__}: interrupted")
        else:
            raise AssertionError("expected KeyboardInterrupt, got none")
        timer.join()
        assert time.perf_counter() - start < 30
        b.zero_()
        kernel(a, b)
        assert torch.equal(b, a + 1)


def check_torch_second_gpu():
    """Arrays of another GPU than the current one, by all three ways."""
    torch = import_torch()
    if torch.cuda.device_count() < 2:
        skip("expected two GPUs, got one")
    kernel = example("add_one")
    a, b = (tensor.to("cuda:1") for tensor in pair(torch))

    class Array:
        def __init__(self, tensor):
            self.tensor = tensor

        @property
        def __cuda_array_interface__(self):
            plain = self.tensor.__cuda_array_interface__
            return {
                **plain,
                "stream": torch.cuda.current_stream(self.tensor.device).cuda_stream or 1,
            }

    for x, y in ((a, b), (Array(a), Array(b))):
        b.zero_()
        torch.cuda.synchronize("cuda:1")
        kernel(x, y)
        torch.cuda.synchronize("cuda:1")
        assert torch.equal(b, a + 1)
        assert torch.cuda.current_device() == 0
    try:
        kernel(a, pair(torch)[1])
    except tilery.ArgumentError as error:
        assert "Mismatched out.device_id on argument #1" in str(error), error
    else:
        raise AssertionError("expected an error for tensors on two GPUs, got none")


def check_cupy():
    try:
        import cupy
    except ImportError as error:
        skip(f"cupy cannot be imported: {error}")
    kernel = example("add_one")
    a = cupy.arange(256, dtype=cupy.float32).reshape(8, 32)
    for stream in (cupy.cuda.Stream.null, cupy.cuda.Stream(non_blocking=True)):
        with stream:
            b = cupy.zeros_like(a)
            kernel(a, b)
            assert (b == a + 1).all()
        kernel(a, b, stream=stream)
        stream.synchronize()

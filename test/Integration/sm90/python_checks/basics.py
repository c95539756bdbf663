# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls without a framework: examples, kernels of Python, threads, streams, graphs."""

import gc
import threading
from ctypes import byref, c_uint, c_uint64, c_void_p

import numpy as np
import tilery

from .arrays import (
    DEVICE,
    EXAMPLES,
    TARGET,
    A,
    DLPackArray,
    GpuArray,
    example,
    expect,
    get_gpu,
    make_stream,
    rng,
    run,
    skip,
    wrap,
)
from .dlpack_capsule import make_capsule


def check_add_one():
    kernel = example("add_one")
    for _ in range(3):
        expect(run(kernel, A, np.zeros_like(A))[1], A + 1)


def check_round_trip():
    kernel = example("round_trip")
    a = rng.standard_normal((256, 256), dtype=np.float32)
    got = run(kernel, a, np.zeros_like(a))[1]
    reference = tilery.compile(EXAMPLES / "round_trip.mlir", target="sim")
    wanted = np.zeros_like(a)
    reference(a, wanted)
    expect(got, wanted)


def check_copy():
    kernel = example("copy")
    for shape in ((8, 256), (777, 1020), (1, 4)):
        a = rng.standard_normal(shape, dtype=np.float32)
        expect(run(kernel, a, np.zeros_like(a))[1], a)


def check_refused():
    kernel = example("add_one")
    for bad in (A[:4], A.astype(np.float64), A.reshape(-1)):
        try:
            run(kernel, A, bad)
        except (tilery.ArgumentError, tilery.ArgumentTypeError) as error:
            assert "argument #1" in str(error), error
        else:
            raise AssertionError(f"expected an error for {bad.shape} {bad.dtype}, got none")
    expect(run(kernel, A, np.zeros_like(A))[1], A + 1)


def normal(*shape: int) -> np.ndarray:
    return rng.standard_normal(shape, dtype=np.float32)


def check_language():
    """Kernels written in Python, each against numpy and, on a GPU, the simulator."""
    from Inputs.kernels.add_one import add_one
    from Inputs.kernels.dynamic import dynamic
    from Inputs.kernels.exchange import rotate
    from Inputs.kernels.multicast import add_row
    from Inputs.kernels.ring import double
    from Inputs.kernels.round_trip import round_trip
    from Inputs.kernels.scheduled import halve
    from Inputs.kernels.slices import negate
    from Inputs.kernels.sums import column_sums

    half = normal(256, 256).astype(np.float16)
    long = normal(300, 512).astype(np.float16)
    # Whole numbers: the order of the sum does not matter.
    whole = rng.integers(-50, 50, (100, 132)).astype(np.float32)
    ranks = rng.integers(0, 1 << 30, (4, 128)).astype(np.int32)
    a, x, y, wide = normal(100, 132), normal(37, 88), normal(37, 88), normal(150, 1024)
    row = normal(1, 1024)
    # The function, its arguments, and what the last one is afterwards.
    cases = [
        (add_one, (A, np.zeros_like(A)), A + 1),
        (round_trip.specialize(), (half, np.zeros_like(half)), half * np.float16(2)),
        (double.specialize(STAGES=3, BLOCKS=4), (a, np.zeros_like(a)), a + a),
        (add_row, (wide, row, np.zeros_like(wide)), wide + row),
        (dynamic("float32"), (0.5, x, y, np.zeros_like(x)), np.float32(0.5) * x + y),
        (column_sums.specialize(), (whole, np.zeros((1, 132), np.float32)), whole.sum(0)[None]),
        (negate, (long, np.zeros_like(long)), -long),
        (halve.specialize(STAGES=3), (a, np.zeros_like(a)), a / 2),
        (rotate, (ranks, np.zeros_like(ranks)), np.roll(ranks, 1, 0)),
    ]
    for function, arguments, wanted in cases:
        for target in dict.fromkeys((TARGET, "sim")):
            kernel = tilery.compile(function, target=target)
            if target == "sim":
                held = [x.copy() if isinstance(x, np.ndarray) else x for x in arguments]
                kernel(*held)
                expect(held[-1], wanted)
            else:
                expect(run(kernel, *arguments)[-1], wanted)
        print(f"{function.name}: {wanted.shape} as numpy has it")


def check_threads():
    kernel = example("add_one")
    failures = []

    def work(number):
        try:
            if DEVICE == "cuda":
                GpuArray.gpu.call("cuCtxSetCurrent", context)
            for _ in range(50):
                a = np.full((8, 32), number, np.float32)
                expect(run(kernel, a, np.zeros_like(a))[1], a + 1)
        except BaseException as error:
            failures.append(error)

    run(kernel, A, np.zeros_like(A))
    context = c_void_p()
    if DEVICE == "cuda":
        GpuArray.gpu.call("cuCtxGetCurrent", byref(context))
    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures[0]


def check_random():
    """The kernels of seeds 0 to 39, against numpy and the simulator, as the simulator's tests
    have them."""
    from Inputs.random_kernels import (
        SeededChooser,
        choose_kernel,
        evaluate,
        make_function,
        make_input,
    )

    for seed in range(40):
        chosen = choose_kernel(SeededChooser(seed))
        function, a = make_function(chosen), make_input(chosen, seed)
        wanted = evaluate(chosen, a)
        simulated = np.zeros_like(a)
        tilery.compile(function, target="sim")(a.copy(), simulated)
        expect(simulated, wanted)
        if DEVICE == "cuda":
            kernel = tilery.compile(function, target=TARGET)
            expect(run(kernel, a, np.zeros_like(a))[1], wanted)
    print("40 kernels as numpy and the simulator have them")


def check_streams():
    kernel = example("add_one")
    a, b = wrap(A), wrap(np.zeros_like(A))
    stream = make_stream()
    for handle in (stream.value, stream):
        kernel(a, b, stream=handle)
        GpuArray.gpu.call("cuStreamSynchronize", stream)
    expect(b.numpy(), A + 1)


def check_streams_of_arrays():
    """A launch comes behind the work of the streams that its arrays name, one or two."""
    kernel, shape = example("copy"), (8192, 4096)
    a = rng.standard_normal(shape, dtype=np.float32)
    source, nothing = wrap(a), wrap(np.zeros_like(a))
    for apart in (False, True):
        first = make_stream().value
        second = make_stream().value if apart else first
        between = GpuArray(np.zeros_like(a), first)
        target = GpuArray(np.zeros_like(a), second)
        for _ in range(20):  # some milliseconds
            kernel(source, between, stream=first)
            kernel(nothing, target, stream=second)
        kernel(between, target)
        expect(target.numpy(), a)


def check_failed_context():
    """An address that is no memory, and then a launch that is not to blame."""
    from cuda_driver import DriverError

    kernel = example("add_one")
    a, b = wrap(A), wrap(np.zeros_like(A))

    class Nowhere:
        def __dlpack_device__(self):
            return (2, 0)

        def __dlpack__(self, **_):
            return make_capsule(1 << 44, A)

    kernel(Nowhere(), b)
    try:
        GpuArray.gpu.call("cuCtxSynchronize")
    except DriverError as error:
        print(f"the context has failed: {error}")
    else:
        raise AssertionError("expected a context that has failed, got none")
    try:
        kernel(a, b)
    except tilery.LaunchError as error:
        assert "the context had already failed before this launch" in str(error), error
    else:
        raise AssertionError("expected an error, got none")
    finally:
        # Nothing can be freed any more.
        for array in (a, b):
            array.gpu = None


def check_host_memory():
    """An array interface over memory of the host."""
    kernel = example("add_one")
    host = np.zeros_like(A)

    class Claimed(GpuArray):
        @property
        def __cuda_array_interface__(self) -> dict:
            return {**super().__cuda_array_interface__, "data": (host.ctypes.data, False)}

    try:
        kernel(wrap(A), Claimed(A))
    except tilery.ArgumentError as error:
        assert "out.device_type on argument #1" in str(error), error
        assert "expected cuda, got cpu" in str(error), error
    else:
        raise AssertionError("expected an error, got none")


def check_graph():
    """The first launch of a kernel is captured."""
    kernel = example("add_one")
    a, b = wrap(A), wrap(np.zeros_like(A))
    gpu, stream, graph, exec_ = get_gpu(), make_stream(), c_void_p(), c_void_p()
    gpu.call("cuStreamBeginCapture_v2", stream, c_uint(0))
    kernel(a, b, stream=stream.value)
    gpu.call("cuStreamEndCapture", stream, byref(graph))
    expect(b.numpy(), np.zeros_like(A))
    gpu.call("cuGraphInstantiateWithFlags", byref(exec_), graph, c_uint64(0))
    gpu.call("cuGraphLaunch", exec_, stream)
    gpu.call("cuStreamSynchronize", stream)
    expect(b.numpy(), A + 1)


def check_ended_in_flight():
    """Kernels that are collected right after their launch still finish."""
    shape = (4096, 4096)
    a = rng.standard_normal(shape, dtype=np.float32)
    for _ in range(5):
        source, target = wrap(a), wrap(np.zeros_like(a))
        kernel = example("copy")
        kernel(source, target)
        del kernel
        gc.collect()
        expect(target.numpy(), a)


def check_tvm_ffi():
    try:
        import tvm_ffi
    except ImportError as error:
        skip(f"tvm_ffi cannot be imported: {error}")
    kernel = example("add_one")
    a, b = DLPackArray(A), DLPackArray(np.zeros_like(A))
    x, y = a.tensor(tvm_ffi), b.tensor(tvm_ffi)
    for _ in range(3):
        kernel(x, y)
    assert kernel._tvm_ffi is not None, "expected calls through tvm-ffi, got the general way"
    expect(b.numpy(), A + 1)

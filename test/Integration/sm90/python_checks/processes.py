# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Processes that fork and spawn."""

import multiprocessing
import os
import sys

import numpy as np
import tilery

from .arrays import DEVICE, EXAMPLES, A, expect, get_gpu, run, wrap


def compile_add_one():
    """Without asking the driver which GPU there is."""
    target = "sm_90a" if DEVICE == "cuda" else "sim"
    return tilery.compile(EXAMPLES / "add_one.mlir", target=target)


def add(kernel) -> None:
    expect(run(kernel, A, np.zeros_like(A))[1], A + 1)


def in_fork(work) -> None:
    """Runs it in a forked child, which has to end well."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            work()
            status = 0
        except BaseException as error:
            print(f"in the child: {type(error).__name__}: {error}", flush=True)
        finally:
            os._exit(status)
    _, status = os.waitpid(child, 0)
    assert status == 0, f"expected a child that ends well, got status {status}"


def check_fork():
    """Before the driver is used, kernels work in a child; after it, they say why not."""
    kernel = compile_add_one()
    in_fork(lambda: add(kernel))
    add(kernel)
    if DEVICE != "cuda":
        in_fork(lambda: add(kernel))
        return
    a, b = wrap(A), wrap(np.zeros_like(A))

    def refused():
        for array in (a, b):
            array.gpu = None  # nothing is freed here
        try:
            kernel(a, b)
        except tilery.LaunchError as error:
            assert "forked" in str(error), error
        else:
            raise AssertionError("expected an error in a child after the driver's use, got none")

    in_fork(refused)
    add(kernel)


def check_spawn():
    kernel = compile_add_one()
    add(kernel)
    context = multiprocessing.get_context("spawn")
    child = context.Process(target=add, args=(kernel,))
    child.start()
    child.join(60)
    assert child.exitcode == 0, f"expected exit code 0, got {child.exitcode}"
    if DEVICE == "cuda":
        get_gpu().call("cuCtxSynchronize")

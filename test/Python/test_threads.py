# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Threads share kernels and compile their own."""

import threading

import numpy as np
import tilery


def run_all(work, count=4):
    failures = []

    def run(number):
        try:
            work(number)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=run, args=(i,)) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_calls(add_one):
    def work(number):
        a = np.full((8, 32), number, np.float32)
        for _ in range(20):
            b = np.zeros_like(a)
            add_one(a, b)
            assert (b == number + 1).all()

    run_all(work)


def test_compilations(add_one_text):
    expected = tilery.compile(add_one_text, target="sm_90a").asm["ptx"]

    def work(number):
        assert tilery.compile(add_one_text, target="sm_90a").asm["ptx"] == expected

    run_all(work)


def test_findings_stay_with_their_call(add_one, without_wait):
    def work(number):
        a, b = np.ones((8, 32), np.float32), np.zeros((8, 32), np.float32)
        for _ in range(5):
            kernel = without_wait if number % 2 else add_one
            assert bool(kernel.simulate(a, b).findings) == bool(number % 2)

    run_all(work)

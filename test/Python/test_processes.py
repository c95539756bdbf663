# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Imports, processes that fork and spawn, and the end of kernels."""

import gc
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
import weakref

import numpy as np
import psutil
import pytest
import tilery


def run_python(code: str) -> str:
    answer = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120
    )
    assert answer.returncode == 0, answer.stderr
    return answer.stdout.strip()


def test_import_is_quick():
    code = "import time; t = time.perf_counter(); import tilery; print(time.perf_counter() - t)"
    assert min(float(run_python(code)) for _ in range(3)) <= 0.1


def test_import_loads_nothing():
    """Neither the driver, nor the library, nor numpy or torch."""
    code = (
        "import sys, tilery\n"
        "maps = open('/proc/self/maps').read()\n"
        "print('libcuda' in maps, 'libtilery' in maps, 'numpy' in sys.modules, "
        "'torch' in sys.modules)"
    )
    assert run_python(code) == "False False False False"


def test_compilation_leaves_the_driver_alone():
    code = (
        "import tilery\n"
        "text = 'tile.kernel @k() block [32] {}\\nlaunch.func @f() {launch.kernel @k grid [1] ()}'\n"
        "tilery.compile(text, target='sm_90a')\n"
        "print('libcuda' in open('/proc/self/maps').read())"
    )
    assert run_python(code) == "False"


def add_in_child(kernel, queue):
    a, b = np.ones((8, 32), np.float32), np.zeros((8, 32), np.float32)
    kernel(a, b)
    queue.put(float(b.sum()))


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_children(add_one, arrays, method):
    add_one(*arrays)
    context = multiprocessing.get_context(method)
    queue = context.SimpleQueue()
    child = context.Process(target=add_in_child, args=(add_one, queue))
    child.start()
    child.join(60)
    assert child.exitcode == 0
    assert queue.get() == 512


def test_kernels_end(add_one_text, arrays):
    kernel = tilery.compile(add_one_text, target="sim")
    kernel(*arrays)
    program = weakref.ref(kernel.program)
    asm = kernel.asm
    del kernel
    assert program() is not None and "tile.apply" in asm["tile"]
    del asm
    gc.collect()
    assert program() is None


def test_memory_stays_flat(add_one_text, arrays):
    process = psutil.Process()

    def work(count):
        for _ in range(count):
            tilery.compile(add_one_text, target="sim")(*arrays)
        gc.collect()
        return process.memory_info().rss

    before = work(30)
    grown = work(60) - before
    # A sanitizer keeps freed memory.
    assert grown < 16 << 20 or "libclang_rt" in os.environ.get("LD_PRELOAD", "")


def test_interruption(add_one_text, arrays):
    """Ctrl-C ends a kernel that waits for ever."""
    text = add_one_text.replace(
        "  tile.mbarrier.wait %bar, 0\n",
        "  %many = arith.constant 1000000000000 : index\n"
        "  scf.for %i = %c0 to %many step %c1 {\n    tile.cta_sync\n  }\n",
    )
    kernel = tilery.compile(text, target="sim")
    # A shell's background jobs begin with the signal ignored.
    previous = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(1, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    start = time.perf_counter()
    try:
        with pytest.raises(KeyboardInterrupt):
            kernel(*arrays)
    finally:
        timer.join()
        signal.signal(signal.SIGINT, previous)
    assert time.perf_counter() - start < 30


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13"])
def test_versions(version, add_one_text, tmp_path):
    """The package works on other interpreters, which need not have numpy."""
    script = tmp_path / "call.py"
    script.write_text(
        "import sys, tilery\n"
        "kernel = tilery.compile(sys.argv[1], target='sim')\n"
        "a = memoryview(bytearray(1024)).cast('f', (8, 32))\n"
        "b = memoryview(bytearray(1024)).cast('f', (8, 32))\n"
        "kernel(a, b)\n"
        "assert b[7, 31] == 1\n"
        "kernel = tilery.compile(sys.argv[1], target='sm_90a')\n"
        "for arguments in ((a, b), (1, 2.5), (), (a, a, a)):\n"
        "    try:\n"
        "        kernel(*arguments)\n"
        "    except tilery.TileryError:\n"
        "        continue\n"
        "    raise SystemExit('expected an error, got none')\n"
        "del kernel\n"
        "print('%d.%d' % sys.version_info[:2])\n"
    )
    package = os.path.dirname(os.path.dirname(os.path.abspath(tilery.__file__)))
    for python in candidates(version):
        answer = subprocess.run(
            [python, str(script), add_one_text],
            capture_output=True,
            text=True,
            timeout=120,
            env={**os.environ, "PYTHONPATH": package},
        )
        if "not found" in answer.stderr and answer.returncode == 127:
            continue  # a shim without its interpreter
        assert answer.returncode == 0, answer.stderr
        assert answer.stdout.strip() == version
        return
    pytest.skip(f"no CPython {version}")


def candidates(version: str) -> list[str]:
    from glob import glob
    from shutil import which

    root = os.environ.get("PYENV_ROOT") or os.path.expanduser("~/.pyenv")
    found = sorted(glob(f"{root}/versions/{version}.*/bin/python3"))
    named = which(f"python{version}")
    return ([named] if named else []) + found


def test_calls_at_the_end_of_a_process(add_one_text):
    """A destructor that Python runs last of all calls a kernel."""
    code = (
        "import numpy as np, tilery\n"
        f"kernel = tilery.compile({add_one_text!r}, target='sim')\n"
        "a = np.ones((8, 32), np.float32); b = np.zeros_like(a)\n"
        "class Last:\n"
        "    def __del__(self):\n"
        "        kernel(a, b); print(b[7, 31], flush=True)\n"
        "last = Last(); last.own = last\n"
    )
    assert run_python(code) == "2.0"

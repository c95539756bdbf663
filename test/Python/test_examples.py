# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The examples in Python run, and each kernel of them compiles for an H200."""

import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
import tilery
from tilery.script.function import Function, Template

EXAMPLES = sorted((Path(__file__).resolve().parents[2] / "examples").glob("*.py"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: p.stem)
def test_run(path):
    done = subprocess.run(
        [sys.executable, str(path)], capture_output=True, text=True, env=os.environ
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: p.stem)
def test_compile(path):
    names = runpy.run_path(str(path))
    kernels = [v.specialize() for v in names.values() if isinstance(v, (Function, Template))]
    assert kernels
    for kernel in kernels:
        assert ".entry" in tilery.compile(kernel, target="sm_90a").asm["ptx"]


def test_there_are_some():
    assert len(EXAMPLES) >= 3

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The example in Python, and the demonstration of it."""

import json
import os
import subprocess
import sys

from conftest import EXAMPLES


def run_python(*arguments) -> str:
    answer = subprocess.run(
        [sys.executable, *map(str, arguments)], capture_output=True, text=True, timeout=300
    )
    assert answer.returncode == 0, answer.stderr
    return answer.stdout


def test_add_one():
    assert run_python(EXAMPLES / "add_one.py").endswith("254.0, 255.0, 256.0]\n")


def test_demonstration(tmp_path):
    trace = tmp_path / "trace.json"
    text = run_python(EXAMPLES.parent / "utils" / "lib" / "demo.py", trace)
    parts = [".visible .entry add_one", "cuTensorMapEncodeTiled(map=map#1", "== what came out"]
    if os.path.exists(trace):  # on the simulator
        parts += ["tile.tma.load A  (bytes 1024", "tile.tma.store B  (bytes 1024"]
        assert json.loads(trace.read_text())["traceEvents"]
    for part in parts:
        assert part in text

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""utils/demo, without the build."""

import json
import os
import subprocess
import sys

from conftest import EXAMPLES


def test_demonstration(tmp_path):
    trace = tmp_path / "trace.json"
    program = EXAMPLES.parent / "utils" / "lib" / "demo.py"
    answer = subprocess.run(
        [sys.executable, program, trace], capture_output=True, text=True, timeout=300
    )
    assert answer.returncode == 0, answer.stderr
    parts = [".visible .entry add_one", "cuTensorMapEncodeTiled(map=map#1", "== what came out"]
    if os.path.exists(trace):  # on the simulator
        parts += ["tile.tma.load A  (bytes 1024", "tile.tma.store B  (bytes 1024"]
        assert json.loads(trace.read_text())["traceEvents"]
    for part in parts:
        assert part in answer.stdout

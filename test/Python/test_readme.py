# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The README's program, as it stands there."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_program(tmp_path: Path) -> None:
    (program,) = re.findall(r"^```python\n(.*?)^```", (ROOT / "README.md").read_text(), re.M | re.S)
    path = tmp_path / "program.py"
    path.write_text(program)
    answer = subprocess.run([sys.executable, path], cwd=tmp_path, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stderr
    assert (tmp_path / "out" / "add_one.cpp").exists()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the commands that a page shows and compares what they print.

usage: check_commands.py PAGE.md

A command is a block whose first line is `$ tilery-run ...`; the rest of it is the
standard output. Paths are from the root of the sources.
"""

import re
import shlex
import subprocess
import sys
from pathlib import Path

page = Path(sys.argv[1]).resolve()
blocks = re.findall(r"^```\n\$ (tilery-run [^\n]*)\n(.*?)^```", page.read_text(), re.M | re.S)
if not blocks:
    sys.exit(f"{page.name}: expected blocks that begin with '$ tilery-run'")
for command, expected in blocks:
    answer = subprocess.run(
        shlex.split(command), cwd=page.parents[1], capture_output=True, text=True, check=False
    )
    if answer.stdout != expected:
        sys.exit(f"$ {command}\nexpected:\n{expected}\ngot:\n{answer.stdout}{answer.stderr}")
print(f"{len(blocks)} commands as shown")

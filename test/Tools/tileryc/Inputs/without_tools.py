# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a program where it finds no CUDA tools.

usage: without_tools.py PROGRAM [ARGUMENT...]

The program looks for a .venv in the folders above itself: a copy of it runs from a
folder of its own. Where /usr/local/cuda has the tools, nothing can hide them.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

with tempfile.TemporaryDirectory() as folder:
    if Path("/usr/local/cuda/bin/ptxas").exists():
        sys.exit("(E01) not to be seen here: /usr/local/cuda has the tools")
    program = Path(folder) / Path(sys.argv[1]).name
    shutil.copy(sys.argv[1], program)
    run = subprocess.run([str(program), *sys.argv[2:]], env={"PATH": folder}, check=False)
    sys.exit(run.returncode)

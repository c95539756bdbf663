# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Installs a build into a folder, unless that state of the build is already there.

usage: install.py BUILD STATE PREFIX [COMPONENT...]
"""

import fcntl
import shutil
import subprocess
import sys
from pathlib import Path

build, state, prefix, *components = sys.argv[1:]
stamp = Path(f"{prefix}.state")
stamp.parent.mkdir(parents=True, exist_ok=True)
# Tests that share the folder run at the same time.
with open(f"{prefix}.lock", "w") as lock:
    fcntl.flock(lock, fcntl.LOCK_EX)
    if not stamp.exists() or stamp.read_text() != state:
        stamp.unlink(missing_ok=True)
        shutil.rmtree(prefix, ignore_errors=True)
        command = ["cmake", "--install", build, "--prefix", prefix]
        for component in [["--component", name] for name in components] or [[]]:
            done = subprocess.run([*command, *component], capture_output=True, text=True)
            if done.returncode != 0:
                sys.exit(done.stderr)
        stamp.write_text(state)

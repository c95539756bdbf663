# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Installs a build into a folder, unless that has been done since the last build.

usage: install.py BUILD PREFIX [COMPONENT...]
"""

import fcntl
import shutil
import subprocess
import sys
from pathlib import Path

build, prefix = Path(sys.argv[1]), Path(sys.argv[2])
components = sys.argv[3:]
stamp = prefix.with_name(prefix.name + ".stamp")
prefix.parent.mkdir(parents=True, exist_ok=True)
# Tests that share the folder run at the same time.
with open(prefix.with_name(prefix.name + ".lock"), "w") as lock:
    fcntl.flock(lock, fcntl.LOCK_EX)
    built = (build / ".ninja_log").stat().st_mtime
    if not stamp.exists() or stamp.stat().st_mtime <= built:
        shutil.rmtree(prefix, ignore_errors=True)
        command = ["cmake", "--install", str(build), "--prefix", str(prefix)]
        for component in [["--component", name] for name in components] or [[]]:
            done = subprocess.run([*command, *component], capture_output=True, text=True)
            if done.returncode != 0:
                sys.exit(done.stderr)
        stamp.touch()

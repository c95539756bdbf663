# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Of which sources the tools of a tree or a bundle are."""

import json
import subprocess
import sys
from pathlib import Path


def sources(root: Path) -> dict:
    """The bundle's manifest; of a source tree its commit and the hash of what lies there."""
    manifest = root / "manifest.json"
    if manifest.exists():
        return json.loads(manifest.read_text())
    answer = subprocess.run(
        ["git", "-C", str(root), "rev-parse", "HEAD"], capture_output=True, text=True
    )
    facts = {"commit": answer.stdout.strip() or "unknown"}
    program = root / "utils" / "lib" / "manifest.py"
    if answer.returncode == 0 and program.exists():
        command = [sys.executable, str(program), "--source-hash"]
        hashed = subprocess.run(command, capture_output=True, text=True, cwd=root)
        facts["source_hash"] = hashed.stdout.strip() or None
    return facts

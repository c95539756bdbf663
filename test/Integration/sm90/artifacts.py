# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The PTX and SASS of the examples, as the tools under test write them."""

import subprocess
from pathlib import Path

from harness import ROOT


def write_artifacts(folder: Path, tools: Path, target: str = "sm_90a") -> None:
    """examples.ptx and examples.sass, one example after the other; the compiler's
    error where one has none, as SASS on a machine without a disassembler."""
    folder.mkdir(parents=True, exist_ok=True)
    for kind in ("ptx", "sass"):
        parts = []
        for example in sorted((ROOT / "examples").glob("*.mlir")):
            command = [str(tools / "tileryc"), str(example), f"--target={target}"]
            answer = subprocess.run([*command, f"--emit={kind}"], capture_output=True, text=True)
            text = answer.stderr if answer.returncode else answer.stdout
            parts.append(f"// examples/{example.name}, {target}\n{text}")
        (folder / f"examples.{kind}").write_text("\n".join(parts))

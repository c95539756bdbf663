# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The PTX and SASS of the examples, as the tools under test write them."""

import shutil
import subprocess
import tempfile
from pathlib import Path

from harness import ROOT


def disassemble(cubin: Path) -> str:
    """SASS by nvdisasm or cuobjdump, whichever is there."""
    for tool, arguments in (("nvdisasm", ["-c"]), ("cuobjdump", ["--dump-sass"])):
        if path := shutil.which(tool):
            answer = subprocess.run([path, *arguments, cubin], capture_output=True, text=True)
            return answer.stdout if answer.returncode == 0 else answer.stderr
    return "no disassembler was found\n"


def write_artifacts(folder: Path, tools: Path, target: str = "sm_90a") -> None:
    """examples.ptx and examples.sass, one example after the other."""
    folder.mkdir(parents=True, exist_ok=True)
    texts = {"ptx": [], "sass": []}
    with tempfile.TemporaryDirectory() as scratch:
        for example in sorted((ROOT / "examples").glob("*.mlir")):
            title = f"// examples/{example.name}, {target}\n"
            command = [str(tools / "tileryc"), str(example), f"--target={target}"]
            ptx = Path(scratch) / "example.ptx"
            cubin = Path(scratch) / "example.cubin"
            answer = subprocess.run(
                [*command, "--emit=ptx", "-o", ptx], capture_output=True, text=True
            )
            texts["ptx"].append(title + (answer.stderr if answer.returncode else ptx.read_text()))
            answer = subprocess.run(
                [*command, "--emit=cubin", "-o", cubin], capture_output=True, text=True
            )
            texts["sass"].append(
                title + (answer.stderr if answer.returncode else disassemble(cubin))
            )
    for suffix, parts in texts.items():
        (folder / f"examples.{suffix}").write_text("\n".join(parts))

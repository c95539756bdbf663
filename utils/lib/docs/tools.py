# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The programs that the pages are made with."""

import json
import os
import shutil
import subprocess
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent.parent
NOTE = "<!-- Written by utils/gen-docs; do not edit. -->\n"


class Problem(Exception):
    """Why the pages cannot be written."""


def find(name: str, *folders: Path) -> str:
    """A program: in one of the folders that exist, or on PATH."""
    path = os.pathsep.join([*map(str, folders), os.environ["PATH"]])
    program = shutil.which(name, path=path)
    if not program:
        raise Problem(f"no program '{name}'; build it, or see --help")
    return program


@dataclass
class Tools:
    bin: Path | None
    tblgen_path: str | None

    @property
    def folders(self) -> list[Path]:
        return [self.bin] if self.bin else []

    @cached_property
    def tileryc(self) -> str:
        return find("tileryc", *self.folders) if self.bin else self.built("tileryc")

    @cached_property
    def opt(self) -> str:
        return find("tilery-opt", *self.folders) if self.bin else self.built("tilery-opt")

    def built(self, name: str) -> str:
        return shutil.which(name) or find(name, ROOT / "build" / "dev" / "bin")

    @cached_property
    def tblgen(self) -> str:
        return self.tblgen_path or find("mlir-tblgen", Path("/usr/lib/llvm-22/bin"))

    @cached_property
    def catalogue(self) -> dict:
        """What `tileryc --catalogue` lists."""
        return json.loads(self.run([self.tileryc, "--catalogue"]).stdout)

    def run(self, command: list[str], text: str = "", ok: bool = True):
        answer = subprocess.run(command, input=text, capture_output=True, text=True)
        if ok and answer.returncode != 0:
            raise Problem(f"{' '.join(command)} failed:\n{answer.stderr.rstrip()}")
        return answer

    def doc(self, definition: str, kind: str, *options: str) -> str:
        """A page of mlir-tblgen about a .td file below include/."""
        # MLIR's own definitions lie beside its programs.
        upstream = Path(self.tblgen).resolve().parent.parent / "include"
        include = ROOT / "include"
        return self.run(
            [
                self.tblgen,
                kind,
                *options,
                f"-I{include}",
                f"-I{upstream}",
                str(include / definition),
            ]
        ).stdout

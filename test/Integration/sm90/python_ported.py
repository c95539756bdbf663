#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a script that was written for TIRx, with its imports changed and nothing else:
python_ported.py [--show] SCRIPT [ARGUMENT...]

The name `tvm_tirx` becomes `tilery`, wherever it stands as a word of its own. From the GPU
bundle and from the source tree alike.
"""

import argparse
import difflib
import os
import re
import runpy
import sys
import tempfile
from pathlib import Path

import python_calls
from harness import find_tools


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--show", action="store_true", help="print what is changed")
    parser.add_argument("script", type=Path)
    parser.add_argument("arguments", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    text = options.script.read_text()
    ported = re.sub(r"\btvm_tirx\b", "tilery", text)
    lines = [part.splitlines(keepends=True) for part in (text, ported)]
    changes = list(difflib.unified_diff(*lines, "written", "run", n=0))
    if not changes:
        parser.error(f"expected a script with tvm_tirx in it, got none in {options.script.name}")
    if options.show:
        sys.stdout.writelines(changes)
        sys.stdout.flush()

    os.environ.setdefault("TILERY_LIBRARY", str(python_calls.library(find_tools(None))))
    sys.path[:0] = python_calls.packages()
    # The language reads its functions from their file.
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / options.script.name
        path.write_text(ported)
        sys.argv = [str(path), *options.arguments]
        runpy.run_path(str(path), run_name="__main__")
    version = ".".join(map(str, sys.version_info[:3]))
    print(f"{options.script.name}: ran to its end with CPython {version}")


if __name__ == "__main__":
    main()

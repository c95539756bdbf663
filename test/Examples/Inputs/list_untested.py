# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the examples without a test of their name: EXAMPLES-FOLDER TESTS-FOLDER."""

import sys
from pathlib import Path

examples, tests = map(Path, sys.argv[1:])
found = sorted(path.stem for path in examples.glob("*.mlir"))
if not found:
    print(f"no examples in {examples.name}")
for name in found:
    if not (tests / f"{name}.test").exists():
        print(name)

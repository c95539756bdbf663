# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""compile_launchers.py FOLDER...: emitted launchers compile without a warning.

Sources as C++17 and headers as C11, with the GNU and with the LLVM compiler.
"""

import shutil
import subprocess
import sys
from pathlib import Path

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror", "-fsyntax-only"]


def find(*names: str) -> list[str]:
    found = [path for name in names if (path := shutil.which(name))]
    return found[:1]


def compile_file(compiler: str, options: list[str], folder: Path, name: str) -> bool:
    command = [compiler, *options, *WARNINGS, "-I", str(folder), str(folder / name)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        print(" ".join(command), result.stderr, sep="\n")
    return result.returncode == 0


def main() -> None:
    cpp = find("g++") + find("clang++", "clang++-22")
    c = find("gcc") + find("clang", "clang-22")
    if len(cpp) < 2 or len(c) < 2:
        sys.exit("expected g++, clang++, gcc and clang in PATH")
    good = True
    count = 0
    for folder in map(Path, sys.argv[1:]):
        for source in sorted(folder.glob("*.cpp")):
            # The runtime is the same for all, and has tests of its own.
            if source.name == "tilery_runtime.cpp":
                continue
            for compiler in cpp:
                good &= compile_file(compiler, ["-std=c++17"], folder, source.name)
        for header in sorted(folder.glob("*.h")):
            count += 1
            for compiler in c:
                good &= compile_file(compiler, ["-std=c11", "-xc"], folder, header.name)
    if not good or not count:
        sys.exit(f"expected {count} launchers to compile without a warning")


main()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles each kernel of a file on its own, for the PTX version in its comment.

Before each kernel stands a line `// PTX 8.6`: the lowest version that has its forms on
sm_90. The kernel has to come out in that version, and to be refused at its op for the
version before; ptxas takes what comes out. With --list, only counts the kernels.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

VERSIONS = ["7.8", "8.0", "8.1", "8.2", "8.3", "8.4", "8.5", "8.6", "8.7", "8.8", "9.0"]


def run(*command: str) -> subprocess.CompletedProcess:
    return subprocess.run(command, capture_output=True, text=True, check=False)


def check(source: str, kernel: str, version: str, output: str | None) -> list[str]:
    compile_it = ("tileryc", source, f"--kernel={kernel}", "--target=sm_90")
    ptx = run(*compile_it)
    if f".version {version}\n" not in ptx.stdout:
        return [f"{kernel}: expected PTX {version}, got {ptx.stdout[:200]}{ptx.stderr}"]
    faults = []
    if version != VERSIONS[0]:
        earlier = VERSIONS[VERSIONS.index(version) - 1]
        refused = run(*compile_it, f"--ptx={earlier}")
        if (
            refused.returncode != 1
            or f"needs PTX {version}, got PTX {earlier}" not in refused.stderr
        ):
            faults.append(f"{kernel}: expected PTX {earlier} to be refused, got {refused}")
    if output:
        cubin = run(*compile_it, "--emit=cubin", "-o", output)
        if cubin.returncode != 0:
            faults.append(f"{kernel}: ptxas: {cubin.stderr}")
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("source")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--cubin", help="where ptxas writes to; without it, ptxas is not asked")
    options = parser.parse_args()
    text = Path(options.source).read_text()
    kernels = re.findall(r"^// PTX (\d\.\d)\n(?://.*\n)*tile\.kernel @(\w+)\(", text, re.M)
    if len(kernels) != text.count("\ntile.kernel @"):
        print("error: a kernel without a version before it")
        return 1
    faults = []
    if not options.list:
        for version, kernel in kernels:
            faults += check(options.source, kernel, version, options.cubin)
    print(*faults, f"{len(kernels)} kernels, {len(faults)} faults", sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

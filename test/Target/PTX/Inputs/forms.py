# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles the kernels of a file in the PTX versions of their comments.

Before each kernel stands a line `// PTX 8.6`: the lowest version that has its forms on
sm_90. The kernels of a version are compiled together: they have to come out in that
version, and each to be refused at its op for the version before; ptxas takes what comes
out. With --list, only counts the kernels.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

VERSIONS = ["7.8", "8.0", "8.1", "8.2", "8.3", "8.4", "8.5", "8.6", "8.7", "8.8", "9.0"]
KERNEL = re.compile(r"^// PTX (\d\.\d)\n(?://.*\n)*tile\.kernel @(\w+)\(", re.M)


def run(*command: str) -> subprocess.CompletedProcess:
    return subprocess.run(command, capture_output=True, text=True, check=False)


def find_refused(source: str, version: str, earlier: str) -> set[str]:
    """The kernels of a file that are refused for `earlier`, as they need `version`."""
    refused = run("tileryc", source, "--target=sm_90", f"--ptx={earlier}")
    text = Path(source).read_text()
    starts = [(text.count("\n", 0, kernel.start()), kernel[2]) for kernel in KERNEL.finditer(text)]
    lines = re.findall(
        rf":(\d+):\d+: error: .* needs PTX {re.escape(version)}, got PTX {re.escape(earlier)}",
        refused.stderr,
    )
    if refused.returncode != 1:
        return set()
    return {[name for start, name in starts if start < int(line)][-1] for line in lines}


def check(source: str, kernels: list[str], version: str, output: str | None) -> list[str]:
    """The faults of a file's kernels, which are all of one version."""
    compile_them = ("tileryc", source, "--target=sm_90")
    ptx = run(*compile_them)
    if f".version {version}\n" not in ptx.stdout:
        return [f"{kernels}: expected PTX {version}, got {ptx.stdout[:200]}{ptx.stderr}"]
    faults = []
    if version != VERSIONS[0]:
        earlier = VERSIONS[VERSIONS.index(version) - 1]
        refused = find_refused(source, version, earlier)
        faults += [
            f"{kernel}: expected PTX {earlier} to be refused"
            for kernel in kernels
            if kernel not in refused
        ]
    if output:
        cubin = run(*compile_them, "--emit=cubin", "-o", output)
        if cubin.returncode != 0:
            faults.append(f"PTX {version}: ptxas: {cubin.stderr}")
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("source", type=Path)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--cubin", help="where ptxas writes to; without it, ptxas is not asked")
    options = parser.parse_args()
    text = options.source.read_text()
    kernels = list(KERNEL.finditer(text))
    if len(kernels) != text.count("\ntile.kernel @"):
        print("error: a kernel without a version before it")
        return 1
    faults = []
    if not options.list:
        ends = [kernel.start() for kernel in kernels[1:]] + [len(text)]
        with tempfile.TemporaryDirectory() as folder:
            for version in sorted({kernel[1] for kernel in kernels}):
                source = Path(folder) / f"{version}.mlir"
                parts = [
                    (kernel[2], text[kernel.start() : end])
                    for kernel, end in zip(kernels, ends, strict=True)
                    if kernel[1] == version
                ]
                source.write_text("".join(part for _, part in parts))
                names = [name for name, _ in parts]
                faults += check(str(source), names, version, options.cubin)
    print(*faults, f"{len(kernels)} kernels, {len(faults)} faults", sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""compare_launchers.py FOLDER FAKE_CUDA LIBTILERY CASES MODULE...: NAME_launch of the
launchers of each module, as object and as C++, gives the messages and makes the
driver calls of the launcher that is compiled in process, for as many random calls."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

from launcher_cases import Cases


def run(*command: str | Path, **environment: str) -> str:
    result = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, **environment}, check=False
    )
    if result.returncode:
        sys.exit(f"{' '.join(map(str, command))}: {result.returncode}\n{result.stderr}")
    return result.stdout


def build(name: str, folder: Path) -> None:
    """The shared libraries of a launcher of the package in the folder."""
    end = ("-ldl", "-Wl,-z,defs")
    archive = f"-Wl,--whole-archive,{folder}/lib/lib{name}.a,--no-whole-archive"
    run("cc", "-shared", "-o", folder / "object.so", archive, *end)
    sources = [folder / "src" / f"{name}.cpp", folder / "src" / "tilery_runtime.cpp"]
    flags = ("-std=c++17", "-fPIC", "-shared", "-fno-exceptions", "-fno-rtti")
    run("c++", *flags, f"-I{folder}/include", *sources, "-o", folder / "cpp.so", *end)


def call_all(form: str, module: Path, folder: Path, fake_cuda: str, library: str) -> tuple:
    """What all cases print, and the driver's calls."""
    log = folder / f"{form}.log"
    log.unlink(missing_ok=True)
    script = Path(__file__).with_name("run_launcher.py")
    environment = {"LD_LIBRARY_PATH": fake_cuda, "TILERY_FAKE_CUDA_LOG": str(log)}
    output = run(sys.executable, script, form, folder, module, library, **environment)
    (folder / f"{form}.out").write_text(output)
    return output, log.read_text() if log.exists() else ""


def compare(module: Path, folder: Path, fake_cuda: str, library: str, count: int) -> None:
    run("tileryc", module, "--emit=package", "--no-cuda-header", "-o", folder)
    launchers = re.findall(r"launch\.func @(\w+)", module.read_text())
    for entry, launcher in enumerate(launchers):
        name = launcher.removesuffix("_launch")
        build(name, folder)
        generator = Cases(json.loads((folder / f"{name}.json").read_text()), seed=count)
        cases = [generator.make() for _ in range(count)]
        content = {"name": name, "entry": entry, "cases": cases}
        (folder / "cases.json").write_text(json.dumps(content))
        output, log = call_all("jit", module, folder, fake_cuda, library)
        for form in ("object", "cpp"):
            if call_all(form, module, folder, fake_cuda, library) != (output, log):
                sys.exit(f"{name}: {form} differs from jit: see {folder}")
        passed = sum(line.startswith("0 ") for line in output.splitlines())
        launches = log.count("cuLaunchKernelEx(")
        print(f"{name}: {count} calls alike, {passed} passed, {launches} launches", flush=True)


def main() -> None:
    root, fake_cuda, library, count, *modules = sys.argv[1:]
    for module in map(Path, modules):
        folder = Path(root) / module.stem
        compare(module, folder, fake_cuda, library, int(count))


main()

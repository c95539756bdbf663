# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""equality.py FOLDER INCLUDE LIBRARY FAKE_CUDA COUNT FORM MODULE.mlir...

A launcher that is emitted as FORM, launcher-cpp or launcher-obj, and the one that
is compiled in process answer alike: for each module, COUNT sets of arguments for
each launcher give the same statuses and messages, and the same calls of a driver
that is played.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).with_name("equality.cpp")


def write_table(folder: Path) -> None:
    """The emitted launchers as a table: each takes values of the runtime's."""
    lines = ['#include "tilery/Launcher/Abi.h"']
    entries = []
    for header in sorted(folder.glob("*.h")):
        text = header.read_text(encoding="ascii")
        (name, parameters) = re.search(
            r"^int (\w+)_launch_dlpack\((.*?)\);", text, re.M | re.S
        ).groups()
        values = []
        for i, parameter in enumerate(parameters.split(",")[:-3]):
            kind = re.sub(r"\w+$", "", " ".join(parameter.split())).strip()
            member = {"const void *": "tensor", "float": "f", "double": "f"}.get(kind, "i")
            value = f"args[{i}].{member}"
            values.append(value if member == "tensor" else f"static_cast<{kind}>({value})")
        call = ", ".join([*values, "static_cast<CUstream_st *>(stream)", "message", "capacity"])
        lines.append(f'#include "{header.name}"')
        entries.append(
            f'  {{"{name}", [](const TileryValue *args, void *stream, char *message, size_t capacity) {{\n'
            f"     (void)args;\n     return {name}_launch_dlpack({call});\n   }}}},"
        )
        # The launcher's own name may end in _launch.
        entries.append(entries[-1].replace(f'{{"{name}"', f'{{"{name}_launch"', 1))
    lines += [
        "struct EmittedLauncher {\n  const char *name;\n"
        "  int (*call)(const TileryValue *, void *, char *, size_t);\n};",
        "extern const EmittedLauncher emittedLaunchers[];",
        "const EmittedLauncher emittedLaunchers[] = {",
        *entries,
        "  {nullptr, nullptr},\n};",
    ]
    (folder / "table.cc").write_text("\n".join(lines) + "\n", encoding="ascii")


def run(
    program: Path, mode: str, module: str, count: str, entry: int, fake: str
) -> tuple[str, str] | None:
    """What a launcher answers, and the driver's log; None where there is none."""
    log = program.with_suffix(f".{mode}.log")
    log.unlink(missing_ok=True)
    environment = {**os.environ, "LD_LIBRARY_PATH": fake, "TILERY_FAKE_CUDA_LOG": str(log)}
    command = [program, mode, module, count, str(entry)]
    result = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False, timeout=300
    )
    no_launcher = 3
    if result.returncode == no_launcher:
        return None
    if result.returncode:
        sys.exit(f"{program} {mode}: exit {result.returncode}\n{result.stderr}")
    return result.stdout, log.read_text(encoding="utf-8") if log.exists() else ""


def first_difference(module: str, what: str, emitted: str, jit: str) -> None:
    pairs = zip(emitted.splitlines(), jit.splitlines(), strict=False)
    for i, (ours, theirs) in enumerate(pairs):
        if ours != theirs:
            sys.exit(f"{module}: {what}, line {i + 1}:\n  emitted: {ours}\n  jit:     {theirs}")
    if emitted != jit:
        sys.exit(f"{module}: {what}: expected {len(jit)} characters, got {len(emitted)}")


def main() -> None:
    folder, include, library, fake, count, form = sys.argv[1:7]
    # Once for all: neither depends on the module.
    base = Path(folder)
    base.mkdir(parents=True, exist_ok=True)
    flags = ["-std=c++17", "-O1", "-I", include]
    driver, runtime = base / "equality.o", base / "tilery_runtime.o"
    subprocess.run(["c++", *flags, "-c", SOURCE, "-o", driver], check=True)
    for module in sys.argv[7:]:
        own = base / Path(module).stem
        emit = [f"--emit={form}", "--no-cuda-header", "-o", own]
        subprocess.run(["tileryc", module, *emit], check=True)
        if not runtime.exists():
            source = own / "tilery_runtime.cpp"
            subprocess.run(
                ["c++", "-std=c++17", "-O1", "-I", own, "-c", source, "-o", runtime], check=True
            )
        write_table(own)
        sources = [path for path in own.glob("*.cpp") if path.name != "tilery_runtime.cpp"]
        program = own / "program"
        command = [
            "c++",
            "-std=c++17",
            "-O1",
            "-I",
            own,
            "-xc++",
            own / "table.cc",
            *sources,
            "-xnone",
            *own.glob("*.o"),
        ]
        command += [driver, runtime, library, f"-Wl,-rpath,{Path(library).parent}", "-o", program]
        subprocess.run([*command, "-ldl"], check=True)
        answers, launches, entry = "", 0, 0
        while emitted := run(program, "emitted", module, count, entry, fake):
            jit = run(program, "jit", module, count, entry, fake)
            assert jit
            first_difference(module, "answers", emitted[0], jit[0])
            first_difference(module, "calls of the driver", emitted[1], jit[1])
            answers += jit[0]
            launches += jit[1].count("cuLaunchKernelEx")
            entry += 1
        found = set(re.findall(r"^\w+ \d+: (\d+)", answers, re.M))
        statuses = " ".join(sorted(found, key=int))
        print(f"{Path(module).stem}: statuses {statuses}, {launches} launches", flush=True)


main()

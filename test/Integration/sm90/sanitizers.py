# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The examples under compute-sanitizer."""

import shutil
from pathlib import Path

import numpy as np
from elements import ELEMENTS
from example_runs import EXAMPLES, normal
from harness import Failure, Operand, Refused, Session, Test

F32 = ELEMENTS["f32"]

TOOLS = ("memcheck", "racecheck", "initcheck", "synccheck")

#: File, launcher, input, output, shape.
RUNS = [
    ("add_one", "add_one_launch", "in", "out", (8, 32)),
    ("round_trip", "round_trip_launch", "in", "out", (256, 256)),
    ("ragged", "ragged_launch", "in", "out", (256, 252)),
    ("ragged_refused", "load_only_launch", "in", "out", (256, 250)),
    ("copy", "copy_launch", "src", "dst", (777, 1020)),
    ("pipeline", "double_launch", "in", "out", (77, 100)),
    ("transpose", "transpose_launch", "in", "out", (192, 192)),
]

#: What the tool says where the machine does not let it attach to the device.
REFUSALS = ("Device not supported", "not supported on this", "Unable to attach")


def find_sanitizer() -> str | None:
    """From PATH, else the newest toolkit under /usr/local."""
    if found := shutil.which("compute-sanitizer"):
        return found
    toolkits = sorted(Path("/usr/local").glob("cuda*/bin/compute-sanitizer"))
    return str(toolkits[-1]) if toolkits else None


def check(session: Session, tool: str, run: tuple) -> None:
    sanitizer = find_sanitizer()
    if sanitizer is None:
        raise Refused("compute-sanitizer was not found")
    name, launch, source, target, shape = run
    arguments = {
        source: Operand(F32, normal(shape, 31)),
        target: Operand(F32, np.zeros(shape, "u4")),
    }
    command = session.run_command(EXAMPLES / f"{name}.mlir", launch, arguments)
    process = session.execute([sanitizer, "--tool", tool, "--error-exitcode", "99", *command])
    summary = [line for line in process.stdout.splitlines() if line.startswith("=========")]
    for line in summary:
        if any(refusal in line for refusal in REFUSALS):
            raise Refused(line.lstrip("= "))
    if process.returncode != 0:
        raise Failure(f"exit status {process.returncode}: " + " / ".join(summary[:4]))
    if not any("SUMMARY: 0" in line for line in summary):
        raise Failure("expected a summary without errors, got: " + " / ".join(summary[-3:]))


def tests() -> list[Test]:
    return [
        Test(
            f"sanitizer/{tool}-{run[1].removesuffix('_launch')}",
            lambda session, tool=tool, run=run: check(session, tool, run),
            limit=120,
            recordable=False,
            not_simulated="compute-sanitizer watches a GPU",
        )
        for tool in TOOLS
        for run in RUNS
    ]

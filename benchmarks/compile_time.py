#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Time and memory of the compiler, on any machine.

For each example: milliseconds from IR to PTX in process, the first time and warm
(median of 20), stage by stage; for the launcher, its first JIT compilation in a
process (median of processes); peak resident memory of a compilation; the start-up
time of `tileryc --version`. Each for every build that is found.

How the time grows: kernels of 64, 256 and 1024 copies (scaled_kernel.py), and 64 copies,
each repeated twice, of boxes from 512 bytes to 96 KiB. Predicted before the measurement:
at most 30 ms for 64 copies, in proportion to their number, and the same for every box.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import common
from scaled_kernel import ScaledKernel

#: Copies of a kernel; boxes of 64 copies that are repeated twice.
SCALED_APPLIES = (64, 256, 1024)
SCALED_BOXES = ((4, 32), (16, 64), (64, 64), (256, 96))

#: Operands for launchers whose sizes are open.
ARGUMENTS = {
    "bulk_copy": ["--arg", "src=arange:f32[65536]"],
    "copy": ["--arg", "src=arange:f32[64x256]"],
    "multicast": ["--arg", "in=arange:f32[64x1024]"],
    "pipeline": ["--arg", "in=arange:f32[64x256]"],
    "transpose": ["--arg", "in=arange:f32[256x256]"],
    "ragged_refused": ["--launch=load_only_launch", "--arg", "in=arange:f32[256x250]"],
}
ARGUMENTS["ragged_refused"] += ["--arg", "out=zeros:f32[256x250]"]


def peak_memory(*command: object) -> float:
    """Peak resident MiB of a process."""
    process = subprocess.Popen([str(word) for word in command], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"error: exit status {process.returncode} from {command}")
    return usage.ru_maxrss / 1024


def wall_milliseconds(*command: object) -> float:
    start = time.perf_counter()
    common.run(*command)
    return (time.perf_counter() - start) * 1e3


def measure_example(tools: Path, example: Path, processes: int) -> dict:
    tileryc, tilery_run = tools / "tileryc", tools / "tilery-run"
    firsts, stages = [], {}
    for _ in range(processes):
        timed = json.loads(common.run(tileryc, example, "--emit=ptx", "--time=20"))
        firsts.append(timed["first_ms"]["total"])
        for stage, milliseconds in timed["median_ms"].items():
            stages.setdefault(stage, []).append(milliseconds)
    launchers = []
    for _ in range(processes):
        recorded = common.run(
            tilery_run, example, "--device=record", "--json", *ARGUMENTS.get(example.stem, [])
        )
        launchers.append(json.loads(recorded)["compile_ms"]["launchers"])
    return {
        "warm_ms": {stage: common.spread(values) for stage, values in stages.items()},
        "first_ms": common.spread(firsts),
        "launcher_jit_first_ms": common.spread(launchers),
        "peak_memory_mib": peak_memory(tileryc, example, "--emit=ptx", "-o", os.devnull),
    }


def measure_scaled(tools: Path, kernel: ScaledKernel, processes: int) -> dict:
    """Milliseconds from IR to PTX, warm: of each process the median of seven."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "scaled.mlir"
        source.write_text(kernel.text())
        runs = [
            json.loads(common.run(tools / "tileryc", source, "--emit=ptx", "--time=7"))
            for _ in range(processes)
        ]
    stages = {
        stage: common.spread([run["median_ms"][stage] for run in runs])
        for stage in runs[0]["median_ms"]
    }
    return {
        "warm_ms": stages,
        "first_ms": common.spread([run["first_ms"]["total"] for run in runs]),
    }


def measure_scaling(tools: Path, processes: int) -> dict:
    applies = {
        str(count): measure_scaled(tools, ScaledKernel(count), processes)
        for count in SCALED_APPLIES
    }
    boxes = {
        f"{rows}x{columns}": measure_scaled(
            tools, ScaledKernel(64, (rows, columns), repeats=2), processes
        )
        for rows, columns in SCALED_BOXES
    }
    return {"applies": applies, "boxes": boxes}


def show_scaling(preset: str, scaling: dict) -> None:
    for kind, figures in scaling.items():
        shown = ", ".join(
            f"{name} {figure['warm_ms']['total']['median']:.1f}" for name, figure in figures.items()
        )
        print(f"{preset:9} warm ms by {kind}: {shown}")


def main() -> int:
    parser = common.make_parser(__doc__, "tileryc")
    parser.add_argument("--processes", type=int, default=9, help="processes a figure (default: 9)")
    options = parser.parse_args()

    result = common.header("compile_time") | {"cores": os.cpu_count(), "builds": {}}
    for preset, tools in common.find_tools(options.tools).items():
        build = {
            "version_ms": common.spread(
                [wall_milliseconds(tools / "tileryc", "--version") for _ in range(21)]
            ),
            "examples": {},
        }
        for example in sorted(common.EXAMPLES.glob("*.mlir")):
            figures = measure_example(tools, example, options.processes)
            build["examples"][example.stem] = figures
            print(
                f"{preset:9} {example.stem:15} warm {figures['warm_ms']['total']['median']:.2f} ms,"
                f" first {figures['first_ms']['median']:.2f} ms, launcher"
                f" {figures['launcher_jit_first_ms']['median']:.2f} ms,"
                f" peak {figures['peak_memory_mib']:.0f} MiB"
            )
        build["scaling"] = measure_scaling(tools, max(1, options.processes // 3))
        show_scaling(preset, build["scaling"])
        print(f"{preset:9} --version {build['version_ms']['median']:.1f} ms")
        result["builds"][preset] = build
    common.write(options.out, result)
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Time and memory of the compiler, on any machine.

For each example: milliseconds from IR to PTX in process, the first time and warm
(median of 20), stage by stage; for the launcher, its first JIT compilation in a
process (median of processes); peak resident memory of a compilation; the start-up
time of `tileryc --version`. Each for every build that is found.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import common

#: Operands for launchers whose sizes are open.
ARGUMENTS = {
    "copy": ["--arg", "src=arange:f32[64x256]"],
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


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tools", type=Path, metavar="DIR", help="the folder of tileryc")
    parser.add_argument("--out", type=Path, metavar="FILE.json", required=True)
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
        print(f"{preset:9} --version {build['version_ms']['median']:.1f} ms")
        result["builds"][preset] = build
    common.write(options.out, result)
    return 0


if __name__ == "__main__":
    sys.exit(main())

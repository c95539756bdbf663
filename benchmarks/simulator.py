#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Speed and memory of the simulator, on any machine.

- The whole process of tilery-run on examples/round_trip.mlir, 256x256 f32.
- The ring copy of ring_copy.mlir: 132 blocks, 64 tiles of 64x64 f16 each, 69 MB in and
  as much out, 16 and 2 bytes an access, with and without checks, on 1 and 2 workers that
  take turns. Seconds of simulation, which compilation and the tool's own arrays are no
  part of; and the peak memory of the process, over the bytes of the operands.
- What a kernel costs that was never simulated before: compiling kernels and launchers,
  for every example and for a kernel of 256 unrolled accesses.

The result says of each goal whether it is met.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import common

RING = Path(__file__).resolve().parent / "ring_copy.mlir"
#: Bytes of the ring copy's two operands.
RING_BYTES = 2 * 132 * 64 * 64 * 64 * 2

#: Operands for launchers whose sizes are open.
ARGUMENTS = {
    "bulk_copy": ["--arg", "src=arange:f32[65536]"],
    "copy": ["--arg", "src=arange:f32[64x256]"],
    "multicast": ["--arg", "in=arange:f32[128x1024]"],
    "transpose": ["--arg", "in=arange:f32[128x64]"],
    "pipeline": ["--arg", "in=arange:f32[256x128]"],
    "ragged_refused": ["--launch=load_only_launch", "--arg", "in=arange:f32[256x250]"],
}
ARGUMENTS["ragged_refused"] += ["--arg", "out=zeros:f32[256x250]"]


def unrolled(accesses: int) -> str:
    """A kernel of straight-line loads and stores of shared memory, half each."""
    lines = [
        "tile.kernel @unrolled(%out: memref<32xf32>) block [32] {",
        "  %lane = gpu.thread_id x",
        "  %one = arith.constant 1.0 : f32",
        "  %buffer = tile.alloc_shared : memref<32xf32, #tile.shared>",
        "  memref.store %one, %buffer[%lane] : memref<32xf32, #tile.shared>",
    ]
    for i in range(accesses // 2):
        lines += [
            f"  %x{i} = memref.load %buffer[%lane] : memref<32xf32, #tile.shared>",
            f"  %y{i} = arith.addf %x{i}, %one : f32",
            f"  memref.store %y{i}, %buffer[%lane] : memref<32xf32, #tile.shared>",
        ]
    return "\n".join(
        [
            *lines,
            "  %x = memref.load %buffer[%lane] : memref<32xf32, #tile.shared>",
            "  memref.store %x, %out[%lane] : memref<32xf32>",
            "}",
            "launch.func @unrolled_launch(%out: memref<32xf32>) {",
            "  launch.kernel @unrolled grid [1] (%out) : memref<32xf32>",
            "}\n",
        ]
    )


def simulate(tool: Path, kernel: Path, *options: str) -> dict:
    """What a run says, with the milliseconds and the peak MiB of its process."""
    command = [str(tool), str(kernel), "--device=sim", "--json", *options]
    with tempfile.TemporaryFile("w+") as output:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.PIPE)
        errors = process.stderr.read().decode()
        _, status, usage = os.wait4(process.pid, 0)
        wall = (time.perf_counter() - start) * 1e3
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read()
    answer = json.loads(text) if text else {}
    if process.returncode != 0 or not answer.get("ok") or answer.get("findings"):
        raise SystemExit(f"error: exit status {process.returncode} from {command}\n{text}{errors}")
    return answer | {"process_ms": wall, "peak_mib": usage.ru_maxrss / 1024}


def measure_ring(tool: Path, rounds: int) -> dict:
    figures = {}
    for width in ("vectors", "elements"):
        for check in ("none", "basic"):
            seconds = {1: [], 2: []}
            peak = 0
            for _ in range(rounds):
                for workers, times in seconds.items():
                    options = (f"--launch={width}_launch", f"--check={check}")
                    run = simulate(tool, RING, *options, f"--sim-workers={workers}")
                    before, after = (operand["checksum"] for operand in run["operands"])
                    if before != after:
                        raise SystemExit("error: the ring copy's output is not its input")
                    times.append(run["simulation"]["seconds"])
                    peak = max(peak, run["peak_mib"])
            spreads = {workers: common.spread(times) for workers, times in seconds.items()}
            figures[f"{width}, {check}"] = {
                "seconds": spreads,
                "scaling": spreads[1]["median"] / spreads[2]["median"],
                "peak_mib": peak,
            }
    return figures


def measure_starts(tool: Path, rounds: int) -> dict:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "unrolled.mlir"
        path.write_text(unrolled(256))
        kernels = {path.stem: path} | {
            example.stem: example for example in sorted(common.EXAMPLES.glob("*.mlir"))
        }
        starts = {}
        for name, kernel in kernels.items():
            runs = [simulate(tool, kernel, *ARGUMENTS.get(name, ())) for _ in range(rounds)]
            starts[name] = {
                "compile_ms": common.spread([sum(run["compile_ms"].values()) for run in runs]),
                "process_ms": common.spread([run["process_ms"] for run in runs]),
            }
    return starts


def judge(build: dict) -> dict:
    """Each goal with its limit and what was measured."""
    ring, starts = build["ring"], build["starts"]
    limit = 4 * RING_BYTES / 2**20 + 200

    def at_most(value: float, most: float) -> dict:
        return {"value": value, "at_most": most, "met": value <= most}

    scaling = ring["vectors, basic"]["scaling"]
    examples = (start for name, start in starts.items() if name != "unrolled")
    return {
        "round trip, whole process, s": at_most(build["round_trip_ms"]["median"] / 1e3, 0.15),
        "ring, no checks, s": at_most(ring["vectors, none"]["seconds"][2]["median"], 0.3),
        "ring, checks, s": at_most(ring["vectors, basic"]["seconds"][2]["median"], 1.0),
        "ring, checks, 1 to 2 workers": {
            "value": scaling,
            "at_least": 1.5,
            "met": scaling >= 1.5,
        },
        "ring, peak memory, MiB": at_most(
            max(figures["peak_mib"] for figures in ring.values()), limit
        ),
        "start of an example, ms": at_most(
            max(start["compile_ms"]["median"] for start in examples), 40
        ),
        "start with 256 accesses, ms": at_most(starts["unrolled"]["compile_ms"]["median"], 100),
    }


def main() -> int:
    parser = common.make_parser(__doc__, "tilery-run")
    parser.add_argument("--rounds", type=int, default=7, help="runs a figure (default: 7)")
    options = parser.parse_args()

    result = common.header("simulator") | {"cores": os.cpu_count(), "builds": {}}
    for preset, tools in common.find_tools(options.tools).items():
        tool = tools / "tilery-run"
        trips = [
            simulate(tool, common.EXAMPLES / "round_trip.mlir")["process_ms"]
            for _ in range(3 * options.rounds)
        ]
        build = {
            "round_trip_ms": common.spread(trips),
            "ring": measure_ring(tool, options.rounds),
            "starts": measure_starts(tool, options.rounds),
        }
        build["goals"] = judge(build)
        result["builds"][preset] = build
        for goal, verdict in build["goals"].items():
            bound = verdict.get("at_most", verdict.get("at_least"))
            met = "met" if verdict["met"] else "MISSED"
            print(f"{preset:9} {goal}: {verdict['value']:.3f} ({bound:.4g}) {met}")
    common.write(options.out, result)
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Host time of a launch through a launcher, over the bare cuLaunchKernelEx.

Needs a GPU of compute capability 9.0. tilery-run times rounds of 200 calls of the
launcher and of the same launches without it, in turns and short of the driver's
queue; here the medians of several processes are taken. The difference is what checks
and the encoding of the TensorMaps cost.
"""

import json
import sys
from pathlib import Path

import common

#: Example, launcher, arguments: two maps, two maps and a stride, two maps and sizes.
RUNS = {
    "add_one": [],
    "ragged": [],
    "copy": ["--arg", "src=random:1:f32[64x256]"],
}


def measure(tilery_run: Path, name: str, arguments: list[str]) -> dict[str, float]:
    command = [tilery_run, common.EXAMPLES / f"{name}.mlir", "--device=cuda", "--time", "--json"]
    timed = json.loads(common.run(*command, "--repeat=20", *arguments))
    call, bare = timed["host_call_us"]["median"], timed["bare_launch_us"]["median"]
    return {"call_us": call, "bare_us": bare, "over_bare_us": call - bare}


def main() -> int:
    parser = common.make_parser(__doc__, "tilery-run")
    parser.add_argument("--processes", type=int, default=7)
    options = parser.parse_args()

    tools = next(iter(common.find_tools(options.tools).values()))
    result = common.header("launch_cost") | {"launchers": {}}
    for name, arguments in RUNS.items():
        samples = [measure(tools / "tilery-run", name, arguments) for _ in range(options.processes)]
        spreads = {key: common.spread([sample[key] for sample in samples]) for key in samples[0]}
        result["launchers"][name] = spreads
        common.show_calls(name, spreads)
    common.write(options.out, result)
    return 0


if __name__ == "__main__":
    sys.exit(main())

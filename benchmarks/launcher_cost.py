#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Host time of an emitted launcher in a C program, over the bare cuLaunchKernelEx.

Needs a GPU of compute capability 9.0 and the machine's C and C++ compilers. add_one's
launcher, from emitted C++ and from an object file, takes turns with the same launch whose
TensorMaps and arguments were made beforehand, in rounds short of the driver's queue.
"""

import json
import sys
import tempfile
import time
from pathlib import Path

import common


def measure(tools: Path, kind: str, processes: int, rounds: int) -> dict:
    import launchers
    from harness import Session

    with tempfile.TemporaryDirectory() as folder:
        session = Session(tools, "cuda", Path(folder), time.monotonic() + 300)
        binary = launchers.build(session, "cost.c", ["add_one"], kind)
        ptx = Path(folder) / "add_one.ptx"
        common.run(tools / "tileryc", common.EXAMPLES / "add_one.mlir", "-o", ptx)
        rows = []
        for _ in range(processes):
            rows += json.loads(common.run(binary, ptx, rounds))["rounds"]
    return {
        "call_us": common.spread([call for call, _ in rows]),
        "bare_us": common.spread([bare for _, bare in rows]),
        "over_bare_us": common.spread([call - bare for call, bare in rows]),
    }


def main() -> int:
    parser = common.make_parser(__doc__, "tileryc")
    parser.add_argument("--processes", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=61, help="rounds of 200 calls a process")
    options = parser.parse_args()

    tools = next(iter(common.find_tools(options.tools).values()))
    result = common.header("launcher_cost") | {"launchers": {}}
    for kind in ("launcher-cpp", "launcher-obj"):
        spreads = measure(tools, kind, options.processes, options.rounds)
        result["launchers"][kind] = spreads
        common.show_calls(kind, spreads)
    common.write(options.out, result)
    return 0


if __name__ == "__main__":
    sys.exit(main())

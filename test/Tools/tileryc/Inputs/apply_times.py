# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compile time over the number of applies of a kernel, and over their boxes.

Compares medians: eight times the applies may take at most three times eight as long
(the square would be 64), and a box of 32 times the elements as long as the small one, up
to a factor of four for what else the machine does.
"""

import json
import subprocess
import sys
from pathlib import Path

OPCODE = "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"


def write(path: Path, count: int, rows: int, pieces: int) -> None:
    """Applies at coordinates that are not known: each may trap, hence branches."""
    shared = f"memref<{pieces}x{rows}x64xf16, #tile.shared<swizzle = 128B>>"
    tensor = "memref<8192x8192xf16>"
    lines = [
        f"tile.kernel @k(%in: {tensor}, %i: index) block [32] {{",
        "  %c0 = arith.constant 0 : index",
        f"  %tile = tile.alloc_shared : {shared}",
        "  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>",
        "  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>",
    ]
    for number in range(count):
        lines.append(
            f'  tile.apply "{OPCODE}" (%tile, %in) box [{rows}, 64] coords [%i, {number % 64 * 64}]'
            f" coord_steps [[{rows}, 0]] mbar %bar : {shared}, {tensor}"
        )
    path.write_text("\n".join([*lines, "}\n"]))


def milliseconds(path: Path) -> float:
    command = ["tileryc", str(path), "--target=sm_90a", "-o", str(path) + ".ptx", "--time=5"]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(result.stdout)["median_ms"]["total"]


def main() -> int:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    times = {}
    for count, rows in ((128, 8), (1024, 8), (128, 256)):
        path = folder / f"{count}-{rows}.mlir"
        write(path, count, rows, pieces=2)
        times[count, rows] = milliseconds(path)
    print({f"{count} applies, {rows} rows": ms for (count, rows), ms in times.items()})
    small = times[128, 8]
    linear = times[1024, 8] < 8 * 3 * small
    flat = times[128, 256] < 4 * small
    print(f"linear in the applies: {linear}, flat in the box: {flat}")
    return 0 if linear and flat else 1


if __name__ == "__main__":
    sys.exit(main())

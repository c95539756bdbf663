#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels of any number of copies, for the cost of compiling them.

usage: scaled_kernel.py APPLIES [--box=16x64] [--repeats=1] [--inside=if|for|while|switch]

Half of the applies load a tile, the other half store it, at run-time coordinates; all
stand in one block of code. `repeats` is how often each repeats its box.
"""

import argparse
import sys
from dataclasses import dataclass

#: What the copies stand in: only the leader issues them.
INSIDE = {
    "if": ("scf.if %leader {", "}"),
    "for": ("scf.for %turn = %thread to %c1 step %c1 {", "}"),
    "while": (
        "scf.while (%turn = %thread) : (index) -> index {\n"
        "    %more = arith.cmpi ult, %turn, %c1 : index\n"
        "    scf.condition(%more) %turn : index\n"
        "  } do {\n  ^bb0(%turn: index):",
        "  %next = arith.addi %turn, %c1 : index\n    scf.yield %next : index\n  }",
    ),
    "switch": ("scf.index_switch %thread\n  case 0 {", "  scf.yield\n  }\n  default {\n  }"),
}


@dataclass(frozen=True)
class ScaledKernel:
    """Boxes are rows x columns of f32; extents and sizes of the operands are open."""

    applies: int
    box: tuple[int, int] = (16, 64)
    repeats: int = 1
    inside: str = "if"

    def text(self) -> str:
        rows, columns = self.box
        lead = f"{self.repeats}x" if self.repeats > 1 else ""
        steps = f" coord_steps [[0, {columns}]]" if self.repeats > 1 else ""
        tile = f"memref<{lead}{rows}x{columns}xf32, #tile.shared>"
        offsets, copies = [], []
        for number in range(self.applies // 2):
            offsets.append(f"  %offset{number} = arith.constant {number * rows} : index")
            copies.append(f"""\
    %row{number} = arith.addi %row, %offset{number} : index
    tile.mbarrier.arrive_expect_tx %bar, {self.repeats * rows * columns * 4}
    tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
      (%tile, %in) box [{rows}, {columns}] coords [%row{number}, %col]{steps} mbar %bar
      : {tile}, !matrix
    tile.mbarrier.wait %bar, {number % 2}
    tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
      (%out, %tile) box [{rows}, {columns}] coords [%row{number}, %col]{steps}
      : !matrix, {tile}
    tile.bulk.commit_group
    tile.bulk.wait_group 0 read""")
        head, tail = INSIDE[self.inside]
        lines = "\n".join(copies)
        return f"""\
!matrix = memref<?x?xf32, strided<[?, 1]>>

tile.kernel @scaled(%in: !matrix, %out: !matrix) block [32] {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = arith.constant {rows * self.applies // 2} : index
  %columns = arith.constant {columns * self.repeats} : index
{chr(10).join(offsets)}
  %tile = tile.alloc_shared : {tile}
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %block_row = gpu.block_id y
  %block_col = gpu.block_id x
  %row = arith.muli %block_row, %rows : index
  %col = arith.muli %block_col, %columns : index
  %thread = gpu.thread_id x
  %leader = arith.cmpi eq, %thread, %c0 : index
  scf.if %leader {{
    tile.mbarrier.init %bar, 1
    tile.fence.proxy.async <shared_cta>
  }}
  {head}
{lines}
  {tail}
}}

launch.func @scaled_launch(%in: !matrix, %out: !matrix) {{
  launch.kernel @scaled grid [1, 1] (%in, %out) : !matrix, !matrix
}}
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("applies", type=int)
    parser.add_argument("--box", default="16x64")
    parser.add_argument("--repeats", type=int, default=1)
    parser.add_argument("--inside", choices=sorted(INSIDE), default="if")
    options = parser.parse_args()
    rows, columns = map(int, options.box.split("x"))
    kernel = ScaledKernel(options.applies, (rows, columns), options.repeats, options.inside)
    sys.stdout.write(kernel.text())
    return 0


if __name__ == "__main__":
    sys.exit(main())

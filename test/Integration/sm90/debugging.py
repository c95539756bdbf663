# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""printf, and assertions that hold, in kernels; made_to_fail/ has those that do not."""

import numpy as np
from elements import ELEMENTS
from harness import Failure, Operand, Session, Test
from kernels import PROLOGUE, memref, module

F32, I32 = ELEMENTS["f32"], ELEMENTS["i32"]


def check_printf(session: Session) -> None:
    """Each thread prints its line; every kind of argument."""
    cells = memref(F32, (64,))
    body = """\
  %i = gpu.thread_id x
  %x = memref.load %cells[%i] : memref<64xf32>
  %c3 = arith.constant 3 : index
  %is_three = arith.cmpi eq, %i, %c3 : index
  %n = arith.index_cast %i : index to i32
  %byte = arith.trunci %n : i32 to i8
  %half = arith.truncf %x : f32 to f16
  tile.printf "line %lld of %g\\0A" (%i, %x : index, f32)
  scf.if %is_three {
    %minus = arith.constant -7 : i8
    %wide = arith.constant 1234567890123 : i64
    %yes = arith.constant true
    tile.printf "kinds %d %u %lld %x %.2f %5d|%d%%\\0A"
      (%minus, %byte, %wide, %n, %half, %n, %yes : i8, i8, i64, i32, f16, i32, i1)
    tile.printf "no arguments\\0A"
  }"""
    text = module("printed", {"cells": cells}, body, threads=64)
    values = (np.arange(64) * 0.25).astype("f4")
    output = session.check(
        session.run_command(
            session.write("printed.mlir", text),
            "printed_launch",
            {"cells": Operand(F32, values.view("u4"))},
        )
    )
    if not session.executes:
        return
    lines = set(output.splitlines())
    expected = {f"line {i} of {value:g}" for i, value in enumerate(values)}
    expected |= {"kinds -7 3 1234567890123 3 0.75     3|1%", "no arguments"}
    missing = sorted(expected - lines)
    if missing:
        raise Failure(f"expected the line '{missing[0]}' and {len(missing) - 1} more, got none")


ASSERTED = f"""\
{PROLOGUE}
  %x = memref.load %cells[%thread] : memref<128xi32>
  %limit = arith.constant 1000 : i32
  %fits = arith.cmpi slt, %x, %limit : i32
  tile.assert %fits, "cell below the limit of 1000"
  memref.store %x, %results[%thread] : memref<128xi32>"""


def check_assert(session: Session) -> None:
    """Where all conditions hold, nothing happens."""
    cells = memref(I32, (128,))
    text = module("asserted", {"cells": cells, "results": cells}, ASSERTED)
    values = np.arange(128, dtype="u4")
    session.launch(
        session.write("asserted.mlir", text),
        "asserted_launch",
        {"cells": Operand(I32, values)},
        {"results": Operand(I32, values)},
    )


def tests() -> list[Test]:
    return [
        Test("debug/printf", check_printf),
        Test("debug/assert-holds", check_assert),
    ]

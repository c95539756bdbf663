# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""printf and assert in kernels, and the faults of the device, as the launcher reports
them. Each runs in a process of its own: its context does not survive."""

import re

import instructions
import numpy as np
from elements import ELEMENTS
from harness import Failure, Operand, Session, Test
from instructions import Value, apply
from kernels import PROLOGUE, indent, memref, module, shared

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


def check_assert(session: Session, holds: bool) -> None:
    """Where all conditions hold, nothing happens; else the launch fails and says where."""
    cells = memref(I32, (128,))
    text = module("asserted", {"cells": cells, "results": cells}, ASSERTED)
    source = session.write("asserted.mlir", text)
    values = np.arange(128, dtype="u4")
    if holds:
        session.launch(
            source,
            "asserted_launch",
            {"cells": Operand(I32, values)},
            {"results": Operand(I32, values)},
        )
        return
    values[77] = 1000
    report_of_fault(
        session,
        session.run_command(source, "asserted_launch", {"cells": Operand(I32, values)}),
        ["CUDA_ERROR_ASSERT", "cell below the limit of 1000", "asserted.mlir", "77"],
    )


def report_of_fault(session: Session, command: list[str], words: list[str]) -> str:
    """The output of a run that the device ends: a failure, in words."""
    process = session.execute(command)
    if not session.executes:
        if process.returncode != 0:
            raise Failure(f"exit status {process.returncode}: {process.stdout.strip()}")
        return process.stdout
    if process.returncode == 0:
        raise Failure("expected the device to fault, got exit status 0")
    if process.returncode < 0:
        raise Failure(f"expected an error in words, got signal {-process.returncode}")
    for word in words:
        if word not in process.stdout:
            raise Failure(f"expected an error with '{word}', got: {process.stdout.strip()[-500:]}")
    return process.stdout


def store_at(operation: str, rank: int, arguments: str = "") -> str:
    """A store or reduction at coordinates that are known at run time."""
    shape, box = (16, 32, 64)[-rank:], (4, 8, 32)[-rank:]
    tensor, tile = memref(F32, shape), shared(F32, box)
    opcode = (
        instructions.tensor_store(rank)
        if operation == "store"
        else instructions.tensor_reduce(rank, "add")
    )
    names = ["%z", "%y", "%x"][-rank:]
    text = apply(
        opcode,
        [Value("%tensor", tensor), Value("%tile", tile)],
        box=box,
        coords=[*names[:-1], f"{names[-1]} : i32"],
    )
    body = f"""\
{PROLOGUE}
  %tile = tile.alloc_shared : {tile}
  tile.fence.proxy.async <shared_cta>
  tile.cta_sync
  scf.if %leader {{
    {indent(text, 4)}
    tile.bulk.commit_group
    tile.bulk.wait_group 0
  }}"""
    coordinates = {name.removeprefix("%"): "i32" for name in names}
    return module("written", {"tensor": tensor, **coordinates}, body)


def check_fault(session: Session, operation: str, at: tuple[int, ...]) -> None:
    """An illegal instruction (715), reported once as that; the launches behind it find a
    context that had already failed."""
    rank = len(at)
    source = session.write("written.mlir", store_at(operation, rank))
    names = ("z", "y", "x")[-rank:]
    coordinates = {name: str(value) for name, value in zip(names, at, strict=True)}
    command = session.run_command(source, "written_launch", coordinates)
    report_of_fault(session, command, ["CUDA_ERROR_ILLEGAL_INSTRUCTION"])


def check_after_fault(session: Session) -> None:
    """So many launches that later ones are made after the first has faulted."""
    source = session.write("written.mlir", store_at("store", 2))
    command = session.run_command(source, "written_launch", {"y": "-8", "x": "0"})
    output = report_of_fault(
        session,
        [*command, "--repeat=200000"],
        ["CUDA_ERROR_ILLEGAL_INSTRUCTION", "the context had already failed before this launch"],
    )
    if session.executes and re.search(r"unspecified|unknown error", output):
        raise Failure(f"expected the fault by name, got: {output.strip()[-500:]}")


def check_coordinate_trap(session: Session) -> None:
    """An index that does not fit 32 bits ends the kernel instead of wrapping."""
    text = (
        store_at("store", 2)
        .replace("%x : i32]", "%x]")
        .replace("%y: i32, %x: i32", "%y: index, %x: index")
    )
    text = text.replace(", i32, i32\n", ", index, index\n")
    command = session.run_command(
        session.write("written.mlir", text), "written_launch", {"y": str(1 << 32), "x": "0"}
    )
    report_of_fault(session, command, ["CUDA_ERROR_"])


def tests() -> list[Test]:
    found = [
        Test("debug/printf", check_printf),
        Test("debug/assert-holds", lambda session: check_assert(session, True)),
        Test("debug/assert-fails", lambda session: check_assert(session, False)),
        Test("fault/launches-after", check_after_fault, recordable=False),
        Test("fault/index-over-32-bits", check_coordinate_trap),
    ]
    for name, operation, at in (
        ("negative-row-of-store", "store", (-8, 0)),
        ("negative-column-of-store", "store", (0, -4)),
        ("negative-plane-of-store", "store", (-1, 0, 0)),
        ("negative-row-of-reduction", "reduce", (-8, 0)),
        ("column-off-the-grid-of-store", "store", (0, 1)),
    ):
        found.append(
            Test(
                f"fault/{name}",
                lambda session, operation=operation, at=at: check_fault(session, operation, at),
            )
        )
    return found

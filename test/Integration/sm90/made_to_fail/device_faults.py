# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Assertions that fail, and the faults of the device, as the launcher reports them.
Each runs in a process of its own: its context does not survive. The simulator has to
find something in every one."""

import re
from collections.abc import Callable

import instructions
import numpy as np
from debugging import ASSERTED
from elements import ELEMENTS
from harness import Failure, Operand, Session, Test
from instructions import Value, apply
from kernels import PROLOGUE, indent, memref, module, shared

F32, I32 = ELEMENTS["f32"], ELEMENTS["i32"]


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


def check_assert(session: Session) -> None:
    """The launch fails and says where."""
    cells = memref(I32, (128,))
    text = module("asserted", {"cells": cells, "results": cells}, ASSERTED)
    values = np.arange(128, dtype="u4")
    values[77] = 1000
    report_of_fault(
        session,
        session.run_command(
            session.write("asserted.mlir", text), "asserted_launch", {"cells": Operand(I32, values)}
        ),
        ["CUDA_ERROR_ASSERT", "cell below the limit of 1000", "asserted.mlir", "77"],
    )


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


def fault(name: str, body: Callable[[Session], None], recordable: bool = True) -> Test:
    return Test(name, body, recordable=recordable, made_to_fail=True)


def tests() -> list[Test]:
    found = [
        fault("debug/assert-fails", check_assert),
        fault("fault/launches-after", check_after_fault, recordable=False),
        fault("fault/index-over-32-bits", check_coordinate_trap),
    ]
    for name, operation, at in (
        ("negative-row-of-store", "store", (-8, 0)),
        ("negative-column-of-store", "store", (0, -4)),
        ("negative-plane-of-store", "store", (-1, 0, 0)),
        ("negative-row-of-reduction", "reduce", (-8, 0)),
        ("column-off-the-grid-of-store", "store", (0, 1)),
    ):
        found.append(
            fault(
                f"fault/{name}",
                lambda session, operation=operation, at=at: check_fault(session, operation, at),
            )
        )
    return found

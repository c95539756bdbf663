# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls of kernels in the simulator."""

from __future__ import annotations

import ctypes
import sys
import threading
from dataclasses import dataclass, field

from . import library as lib
from .errors import Finding, Place

_ORDERS = {"late": 0, "early": 1, "shuffled": 2}


@dataclass(frozen=True)
class SimulationReport:
    """What a simulated launch has shown."""

    is_complete: bool  # False: the kernel was ended
    is_clean: bool  # complete, and no finding is an error
    findings: tuple[Finding, ...]
    output: str  # of printf
    transfers: int  # asynchronous copies, one a destination
    bytes: int  # that they moved
    switches: int  # from thread to thread
    seconds: float
    #: JSON of what happened when, for ui.perfetto.dev: a process a block, a thread a warp; ""
    #: unless it was asked for.
    trace: str = field(default="", repr=False)


def _text(value: bytes | None) -> str:
    return (value or b"").decode("utf-8", "replace")


def _place(struct) -> Place:
    return Place(
        _text(struct.file), struct.line, struct.column, _text(struct.op), _text(struct.operand)
    )


def _finding(struct) -> Finding:
    notes = (struct.notes[i].contents for i in range(struct.num_notes))
    return Finding(
        _text(struct.id),
        _text(struct.name),
        lib.SEVERITIES[struct.severity],
        _text(struct.text),
        _place(struct.place),
        _place(struct.other),
        _text(struct.buffer),
        struct.count,
        tuple(struct.block) if struct.has_thread else None,
        struct.thread if struct.has_thread else None,
        tuple((_text(note.text), _place(note.place)) for note in notes),
        _text(struct.rendered),
    )


def _report(struct) -> SimulationReport:
    return SimulationReport(
        bool(struct.is_complete),
        bool(struct.is_clean),
        tuple(_finding(struct.findings[i].contents) for i in range(struct.num_findings)),
        _text(struct.output),
        struct.transfers,
        struct.bytes,
        struct.switches,
        struct.seconds,
        _text(struct.trace),
    )


def make_options(seed=None, order=None, checks=True, workers=0, trace=False) -> lib.SimOptions:
    """A seed alone shuffles."""
    options = lib.SimOptions()
    lib.load().tileryInitSimOptions(options, ctypes.sizeof(options))
    if order is None:
        order = "late" if seed is None else "shuffled"
    if order not in _ORDERS:
        raise ValueError(f"expected late, early or shuffled as the order, got {order!r}")
    options.order = _ORDERS[order]
    options.seed = seed or 0
    options.checks = bool(checks)
    options.workers = workers
    options.trace = bool(trace)
    return options


def _interruptible(work, interrupt) -> None:
    """Runs `work`. The main thread waits for it on a thread of its own, since Ctrl-C only
    reaches Python code there; it makes `interrupt` 1, and the simulation ends."""
    # At the end of the process, no new thread gets to run.
    if threading.current_thread() is not threading.main_thread() or sys.is_finalizing():
        work()
        return
    failure = []

    def run():
        try:
            work()
        except BaseException as error:
            failure.append(error)

    thread = threading.Thread(target=run, name="tilery-simulation")
    try:
        thread.start()
    except RuntimeError:  # There can be no more threads.
        work()
        return
    try:
        thread.join()
    except BaseException:
        interrupt.value = 1
        thread.join()
        raise
    if failure:
        raise failure[0]


def simulate(program, entry: int, launch, options) -> tuple[int, SimulationReport | None]:
    """(status, report); no report where the arguments were refused."""
    library = lib.load()
    struct = ctypes.POINTER(lib.SimReport)()
    interrupt = ctypes.c_uint8(0)
    options.interrupt = ctypes.pointer(interrupt)
    status = []

    def work():
        status.append(
            library.tilerySimulateEntry(
                program.address, entry, launch, options, ctypes.byref(struct)
            )
        )

    try:
        _interruptible(work, interrupt)
        return status[0], _report(struct.contents) if struct else None
    finally:
        if struct:
            library.tileryFreeSimReport(struct)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What compilations and calls of kernels raise."""

from __future__ import annotations

import linecache
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Place:
    """A place in a source; lines and columns count from 1, 0 where none is known."""

    file: str = ""
    line: int = 0
    column: int = 0
    op: str = ""
    operand: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.file else "?"


@dataclass(frozen=True)
class Diagnostic:
    """One message of the compiler; notes are diagnostics too."""

    severity: str
    text: str
    place: Place
    notes: tuple[Diagnostic, ...] = ()

    def render(self, sources: dict[str, list[str]]) -> str:
        """The message, and below it the line it is about, with a caret. `sources` has
        the lines of files that are not on disk."""
        head = f"{self.place}: " if self.place.file else ""
        lines = [f"{head}{self.severity}: {self.text}"]
        place = self.place
        if place.file in sources:
            source = sources[place.file]
            line = source[place.line - 1] if 0 < place.line <= len(source) else ""
        else:
            line = linecache.getline(place.file, place.line) if place.file else ""
        if line.strip() and len(line) < 400:
            line = line.rstrip().replace("\t", " ")
            lines += ["  " + line, "  " + " " * max(place.column - 1, 0) + "^"]
        lines += [note.render(sources) for note in self.notes]
        return "\n".join(lines)


@dataclass(frozen=True)
class Finding:
    """What the simulator has found: one cause, however often it occurred."""

    id: str  # "SIM01"
    name: str  # "out-of-bounds"
    severity: str
    text: str
    place: Place
    other: Place  # the other side: who initialised, copied, expected
    buffer: str  # the shared buffer, barrier or argument
    count: int
    block: tuple[int, int, int] | None  # of the first occurrence
    thread: int | None
    notes: tuple[tuple[str, Place], ...] = ()
    rendered: str = field(default="", repr=False)

    def __str__(self) -> str:
        return self.rendered


class TileryError(Exception):
    """All errors of Tilery's own."""


class CompileError(TileryError, ValueError):
    """A kernel that is refused. `diagnostics` has all that the compiler said."""

    def __init__(self, message: str, diagnostics: tuple[Diagnostic, ...] = ()):
        super().__init__(message)
        self.diagnostics = diagnostics


class ArgumentError(TileryError, ValueError):
    """Value, shape, stride, alignment or device of an argument; all faults of a call."""


class ArgumentTypeError(TileryError, TypeError):
    """Number, kind or element type of arguments; all faults of a call."""


class LaunchError(TileryError, RuntimeError):
    """A launch that failed for another reason than its arguments. `status` is the
    number of the C API's status."""

    def __init__(self, message: str, status: int = 0):
        super().__init__(message)
        self.status = status


class SimulationError(TileryError, RuntimeError):
    """The simulator has found faults of the kernel. `findings` has all of them, `output`
    what the kernel printed."""

    def __init__(self, findings: tuple[Finding, ...], output: str = ""):
        count = f"{len(findings)} findings" if len(findings) > 1 else "1 finding"
        text = "\n".join(finding.rendered.rstrip() for finding in findings)
        super().__init__(f"{count} of the simulator\n{text}")
        self.findings = findings
        self.output = output


class SimulationWarning(UserWarning):
    """Findings of the simulator that are no errors."""

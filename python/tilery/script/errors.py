# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Faults of a kernel's source, shown at the user's own line."""

from __future__ import annotations

import linecache
from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Place:
    """A stretch of a source line. Lines count from 1, columns from 0, as in `ast`."""

    filename: str
    line: int
    column: int = 0
    end: int = 0

    def show(self, indent: str = "    ") -> str:
        """The line, with a caret below the stretch; empty where the source is not there."""
        text = linecache.getline(self.filename, self.line).rstrip("\n")
        if not text.strip():
            return ""
        # ast counts bytes.
        encoded = text.encode()
        start = len(encoded[: self.column].decode(errors="ignore"))
        end = max(len(encoded[: self.end].decode(errors="ignore")), start + 1)
        bare = text.lstrip()
        cut = len(text) - len(bare)
        start, end = max(start - cut, 0), min(max(end - cut, start - cut + 1), len(bare))
        return f"{indent}{bare}\n{indent}{' ' * start}^{'~' * max(end - start - 1, 0)}"


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong: what, where, and what to write instead."""

    message: str
    place: Place
    cure: str = ""
    notes: tuple[tuple[str, Place], ...] = field(default=())

    def __str__(self) -> str:
        where = f"{self.place.filename}:{self.place.line}:{self.place.column + 1}"
        lines = [f"{where}: {self.message}", self.place.show()]
        if self.cure:
            lines.append(f"  {self.cure}")
        for text, place in self.notes:
            lines.append(f"  {place.filename}:{place.line}:{place.column + 1}: {text}")
            lines.append(place.show())
        return "\n".join(line for line in lines if line)


class KernelError(Exception):
    """A kernel cannot be translated. `faults` has all that was found, in source order."""

    def __init__(self, name: str, faults: Sequence[Fault]) -> None:
        self.name = name
        self.faults = tuple(faults)
        count = f"{len(self.faults)} faults" if len(self.faults) > 1 else "1 fault"
        super().__init__(f"{count} in {name}\n" + "\n".join(str(f) for f in self.faults))


class Control(Exception):
    """What ends a translation on purpose, and is no fault."""


class Stop(Exception):
    """A fault on its way to the statement that it is in.

    node  where, if not at the node that is being translated. Without a message, the cause has
          been told before.
    """

    def __init__(self, message: str = "", cure: str = "", node: object = None, notes=()) -> None:
        super().__init__(message)
        self.message = message
        self.cure = cure
        self.node = node
        self.notes = tuple(notes)

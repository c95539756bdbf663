#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts the bulk and tensor copy instructions of PTX, in all and inside loops.

usage: count_copies.py FILE.ptx ...

Prints for each kernel its loads and stores, and those inside its loops, from the
target of a backward branch to the branch: a loop that was unrolled shows as more.
"""

import re
import sys
from dataclasses import dataclass
from pathlib import Path

BULK = r"\bcp\.async\.bulk\.(?:tensor\.(\d)d\.)?"
LOAD = re.compile(BULK + r"shared::(?:cta|cluster)\.global")
STORE = re.compile(BULK + r"global\.shared::cta")
ENTRY = re.compile(r"\.entry\s+([\w$]+)")
LABEL = re.compile(r"^\s*([\w$]+):")
BRANCH = re.compile(r"\bbra(?:\.uni)?\s+([\w$]+);")


@dataclass
class Counts:
    """Copy instructions of one kernel, by the number of their dimensions: 0 for those of
    plain memory."""

    kernel: str
    loads: list[int]
    stores: list[int]
    loop_loads: int
    loop_stores: int

    def __str__(self) -> str:
        def dims(ranks: list[int]) -> str:
            return ", ".join(f"{rank}d" if rank else "plain" for rank in sorted(set(ranks)))

        loads = f"{len(self.loads)} loads" + (f" ({dims(self.loads)})" if self.loads else "")
        stores = f"{len(self.stores)} stores" + (f" ({dims(self.stores)})" if self.stores else "")
        loops = f"{self.loop_loads} loads and {self.loop_stores} stores in loops"
        return f"{self.kernel}: {loads}, {stores}; {loops}"


def loop_lines(lines: list[str]) -> set[int]:
    """Numbers of the lines that lie between a label and a later branch to it."""
    labels, inside = {}, set()
    for number, line in enumerate(lines):
        if match := LABEL.match(line):
            labels[match[1]] = number
        if (match := BRANCH.search(line)) and match[1] in labels:
            inside.update(range(labels[match[1]], number + 1))
    return inside


def count_copies(ptx: str) -> list[Counts]:
    """The counts of each kernel, in the order of the text."""
    starts = [match.start() for match in ENTRY.finditer(ptx)]
    found = []
    for start, end in zip(starts, [*starts[1:], len(ptx)], strict=True):
        lines = ptx[start:end].splitlines()
        inside = loop_lines(lines)
        loads = [(i, int(m[1] or 0)) for i, line in enumerate(lines) if (m := LOAD.search(line))]
        stores = [(i, int(m[1] or 0)) for i, line in enumerate(lines) if (m := STORE.search(line))]
        found.append(
            Counts(
                ENTRY.search(ptx, start)[1],
                [rank for _, rank in loads],
                [rank for _, rank in stores],
                sum(line in inside for line, _ in loads),
                sum(line in inside for line, _ in stores),
            )
        )
    return found


def main() -> int:
    paths = sys.argv[1:]
    if not paths or paths[0] in ("-h", "--help"):
        print(__doc__.strip())
        return 0 if paths else 1
    for path in paths:
        counts = count_copies(Path(path).read_text())
        if not counts:
            print(f"error: expected a kernel in {path}, got none", file=sys.stderr)
            return 1
        print("\n".join(map(str, counts)))
    return 0


if __name__ == "__main__":
    sys.exit(main())

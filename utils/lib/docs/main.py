# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes or compares all generated pages."""

import sys
from pathlib import Path

from . import diagnostics, findings, instructions, reference, rules
from .tools import ROOT, Problem, Tools

DOCS = ROOT / "docs"


def generate(tools: Tools) -> dict[str, str]:
    """Every generated page, by its path below docs/."""
    pages = {}
    for module in (reference, rules, instructions, diagnostics, findings):
        pages |= module.pages(tools)
    return pages


def compare(tools: Tools) -> list[str]:
    """What is wrong with the pages as they are."""
    faults = []
    for page, text in generate(tools).items():
        path = DOCS / page
        if not path.exists() or path.read_text() != text:
            faults.append(f"docs/{page} is not what utils/gen-docs writes; run it")
    return faults


def main(usage: str) -> int:
    tools = Tools(None, None)
    check = False
    for word in sys.argv[1:]:
        if word in ("--help", "-h"):
            print(usage.strip())
            return 0
        if word == "--check":
            check = True
        elif word.startswith("--bin="):
            tools.bin = Path(word.removeprefix("--bin="))
        elif word.startswith("--tblgen="):
            tools.tblgen_path = word.removeprefix("--tblgen=")
        else:
            print(f"error: unknown option '{word}'; see --help", file=sys.stderr)
            return 1
    try:
        if check:
            faults = compare(tools)
            for fault in faults:
                print(f"error: {fault}")
            return 1 if faults else 0
        for page, text in generate(tools).items():
            (DOCS / page).parent.mkdir(exist_ok=True)
            (DOCS / page).write_text(text)
            print(f"docs/{page}")
    except Problem as problem:
        print(f"error: {problem}", file=sys.stderr)
        return 1
    return 0

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs clang-tidy on the translation units that cover a list of C++ files.

A source file is its own unit. A header has none: one unit that includes it stands
for it, if possible the source of the same name. Used by utils/lint.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import cache
from pathlib import Path

CLANG_TIDY = "clang-tidy-22"
# A unit takes 2 to 30 s; one that takes longer hangs.
UNIT_LIMIT_SECONDS = 300

INCLUDE = re.compile(r'^ *# *include "([^"]+)"', re.MULTILINE)
COUNTS = re.compile(
    r"^(\d+ warnings? (generated|treated as errors?)|Suppressed \d+ warnings?"
    r"|Use -header-filter=).*$\n?",
    re.MULTILINE,
)


def read_units(build: Path) -> list[str]:
    """The project's sources in the compile commands, relative to the root."""
    root = Path.cwd()
    commands = json.loads((build / "compile_commands.json").read_text())
    units = set()
    for command in commands:
        file = (Path(command["directory"]) / command["file"]).resolve()
        if file.is_relative_to(root) and not file.is_relative_to(build.resolve()):
            units.add(str(file.relative_to(root)))
    return sorted(units)


@cache
def included(file: str) -> frozenset[str]:
    """The project's files that one file includes directly, relative to the root."""
    names = INCLUDE.findall(Path(file).read_text(errors="replace"))
    found = set()
    for name in names:
        for candidate in (Path("include") / name, Path(file).parent / name, Path("lib") / name):
            if candidate.is_file():
                found.add(os.path.normpath(candidate))
                break
    return frozenset(found)


@cache
def include_depths(unit: str) -> dict[str, int]:
    """Every file of the project that a unit includes, and how many steps away."""
    depths = {unit: 0}
    queue = [unit]
    for file in queue:
        for name in sorted(included(file)):
            if name not in depths:
                depths[name] = depths[file] + 1
                queue.append(name)
    return depths


def find_unit(file: str, units: list[str]) -> str | None:
    if file in units:
        return file
    users = [unit for unit in units if file in include_depths(unit)]
    same_name = Path(file).stem
    users.sort(key=lambda unit: (Path(unit).stem != same_name, include_depths(unit)[file], unit))
    return users[0] if users else None


def select_units(files: list[str], units: list[str]) -> list[str]:
    """Prints which unit stands for each file; returns the units, once each."""
    selected = dict.fromkeys(file for file in files if file in units)
    for file in files:
        if file in units:
            print(f"  {file}")
            continue
        unit = find_unit(file, units)
        if unit is None:
            print(f"  {file}: not compiled by this preset, left out")
        else:
            print(f"  {file}, by {unit}")
            selected.setdefault(unit)
    return list(selected)


def run_tidy(build: Path, unit: str) -> tuple[bool, str]:
    command = [CLANG_TIDY, "--quiet", "-p", str(build), unit]
    try:
        process = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=UNIT_LIMIT_SECONDS,
        )
    except subprocess.TimeoutExpired:
        return False, f"{unit}: no answer within {UNIT_LIMIT_SECONDS} s\n"
    return process.returncode == 0, COUNTS.sub("", process.stdout)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--limit", type=int, help="at most this many units")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()

    units = select_units(options.files, read_units(options.build))
    if options.limit and len(units) > options.limit:
        print(f"{len(units)} units, of which the first {options.limit} (see --limit)")
        units = units[: options.limit]

    start = time.monotonic()
    bad = []
    with ThreadPoolExecutor(options.jobs) as pool:
        runs = {pool.submit(run_tidy, options.build, unit): unit for unit in units}
        for done, run in enumerate(as_completed(runs), 1):
            ok, output = run.result()
            elapsed = time.monotonic() - start
            print(f"[{done}/{len(units)}, {elapsed:.0f} s] {runs[run]}", flush=True)
            if not ok:
                bad.append(runs[run])
                print(output, flush=True)
    for unit in sorted(bad):
        print(f"clang-tidy: {unit}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())

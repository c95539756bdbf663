# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""docs/findings.md: what the simulator finds, each with a kernel and what is said of it."""

import re
from pathlib import Path

from .tools import NOTE, ROOT, Problem, Tools

FAULTS = ROOT / "test" / "Sim" / "faults"

HEAD = """\
# Findings of the simulator

`tilery-run --device=sim` ends with exit code 1 when a finding is an error. A finding is one
cause: the same identifier at the same two places of the same buffer is counted, not
repeated. It says what was expected and what is there instead, at which operation and by
which thread, and what the other side is; `--json` has the same in `findings`.
`tileryc --explain-error SIM01` shows rule and cure. What stands under "found in" is a test
in [`test/Sim/faults`](../test/Sim/faults), and the text below a kernel is what that test
compares, word for word.

How the simulator works, and what it does not find yet, says [simulator.md](simulator.md).
"""

# Shown where no kernel is named like the finding.
SHOWN = {
    "out-of-bounds": "shared-out-of-bounds",
    "uninitialised-read": "shared-uninitialised",
    "in-flight-at-exit": "load-in-flight-at-exit",
}

# Found by no kernel alone.
ELSEWHERE = {
    "interrupted": "Ctrl-C ends a launch with the list of groups that a deadlock has "
    "([`sim-interrupt.test`](../test/Tools/tilery-run/sim-interrupt.test)).",
}
INTERNAL = "No kernel of tile IR is known to cause it, as earlier checks refuse it; the engine's own tests do."


def split(path: Path) -> tuple[str, str, list[str]]:
    """A test's kernel, the options of tilery-run, and what is said."""
    kernel, run, checks = path.read_text().partition("\n// RUN: %python %S/Inputs/find.py")
    options = checks.split(" | ", 1)[0].partition("%s")[2].strip().replace("'", "")
    said = re.findall(r"^// *CHECK(?:-NEXT)?:(.*)$", checks, re.M)
    if not run or not said:
        raise Problem(f"{path.name}: expected one RUN line with find.py, and CHECK lines")
    return kernel, options, said


def internal() -> set[str]:
    definition = (ROOT / "include/tilery/Sim/Findings.def").read_text()
    return set(re.findall(r'^INTERNAL_FINDING\(\w+, "(SIM\d\d)"', definition, re.M))


def tests() -> dict[str, list[Path]]:
    """The kernels that show each identifier."""
    found: dict[str, list[Path]] = {}
    for path in sorted(FAULTS.glob("*.mlir")):
        for name in sorted(set(re.findall(r"\[(SIM\d\d) [\w-]+\]$", path.read_text(), re.M))):
            found.setdefault(name, []).append(path)
    return found


def section(entry: dict, paths: list[Path]) -> str:
    name = entry["name"]
    text = f"\n## {entry['id']} {name}\n\nRule: {entry['rule']}. Cure: {entry['cure']}.\n"
    if not paths:
        if name not in ELSEWHERE and entry["id"] not in internal():
            raise Problem(f"{entry['id']} {name}: no kernel in test/Sim/faults shows it")
        return text + f"\n{ELSEWHERE.get(name, INTERNAL)}\n"
    links = ", ".join(f"[`{path.stem}`](../test/Sim/faults/{path.name})" for path in paths)
    shown = SHOWN.get(name, name)
    path = next((path for path in paths if path.stem == shown), None)
    if not path:
        raise Problem(f"{entry['id']} {name}: no kernel is called {shown}")
    kernel, options, said = split(path)
    command = " ".join(["tilery-run", path.name, "--device=sim", options]).rstrip()
    return text + (
        f"\nFound in {links}.\n\n```mlir\n{kernel}```\n\n"
        f"```\n$ {command}\n" + "\n".join(said) + "\n```\n"
    )


def pages(tools: Tools) -> dict[str, str]:
    known = tests()
    text = HEAD + "\n| id | name | rule |\n| --- | --- | --- |\n"
    for entry in tools.catalogue["findings"]:
        link = f"#{entry['id'].lower()}-{entry['name']}"
        text += f"| [{entry['id']}]({link}) | {entry['name']} | {entry['rule']} |\n"
    for entry in tools.catalogue["findings"]:
        text += section(entry, known.get(entry["id"], []))
    return {"findings.md": NOTE + text}

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""docs/diagnostics.md: all that Tilery complains of."""

import re

from .tools import NOTE, ROOT, Problem, Tools

HEAD = """\
# Diagnostics

A message says what was expected, what is there instead, where, and what helps. It bears
an identifier, which never changes its meaning:

- `(C4)` of an op: a constraint of that op, in its description
  ([tile](reference/tile.md), [launch](reference/launch.md)); listed [below](#constraints-of-ops).
- `(TM11)`: a [rule of TensorMaps](tensor-map-rules.md).
- a letter and a number, such as `(V08)`: the tables below. `tileryc --explain-error V08`
  says the same.
- `[SIM16 deadlock]`: a [finding of the simulator](findings.md).
- a launch that fails at run time has a [status](#statuses-of-launches) and a text.

Dimensions and indices are counted from 0, outer to inner, as in the IR; where the copy
engine's own number matters, the message says "TMA dimension". Operands go by the names
that the source gives them.
"""

AREAS = {
    "S": ("Syntax, attributes and types", "Reported where the text is."),
    "V": (
        "What a kernel may hold",
        "Reported by `tile-verify-kernel`, before LLVM sees the kernel.",
    ),
    "P": ("Shared memory", "Reported by `tile-plan-shared-memory` and where buffers are lowered."),
    "M": ("TensorMaps as parameters", "Reported by `tile-materialize-maps`."),
    "L": ("Launchers", "Reported by `convert-launch-to-llvm` and where device code is embedded."),
    "E": ("Emission", "Reported where PTX, cubins and SASS are made."),
    "I": ("Files", "Reported by all tools."),
    "T": ("Command lines and operands", "Reported by `tileryc` and `tilery-run`."),
    "X": (
        "Faults of Tilery itself",
        "No input is known to cause these, or only a broken machine does.",
    ),
}


def catalogue(entries: list[dict]) -> str:
    text = ""
    known = {entry["id"][0] for entry in entries}
    if known - set(AREAS):
        raise Problem(f"no title for the areas {sorted(known - set(AREAS))}")
    for area, (title, where) in AREAS.items():
        text += (
            f"\n## {title}\n\n{where}\n\n| id | what | rule | cure |\n| --- | --- | --- | --- |\n"
        )
        for entry in entries:
            if entry["id"][0] == area:
                cells = (entry["id"], entry["title"], entry["rule"], entry["cure"])
                text += "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n"
    return text


def rule_list(rules: list[dict]) -> str:
    names = ", ".join(f"{rule['id']} {rule['name']}" for rule in rules)
    return f"\n## Rules of TensorMaps\n\n[All of them](tensor-map-rules.md): {names}.\n"


def statuses() -> str:
    """From the comments of the enumeration and the texts of the runtime."""
    enum = (ROOT / "include/tilery/Launcher/Abi.h").read_text()
    enum = enum.split("typedef enum TileryStatus {", 1)[1].split("}", 1)[0]
    words = dict(
        re.findall(
            r'case (TILERY_\w+):\s*return "([^"]*)"', (ROOT / "lib/Launcher/Call.cpp").read_text()
        )
    )
    text = (
        "\n## Statuses of launches\n\nThe runtime collects every fault of a call, "
        "one a line, and returns one of these; `tilery-run` prints the text.\n\n"
        "| status | value | printed as | meaning |\n| --- | --- | --- | --- |\n"
    )
    comment = []
    for line in map(str.strip, enum.splitlines()):
        if line.startswith("///"):
            comment.append(line.removeprefix("///").strip())
        elif found := re.match(r"(TILERY_\w+) = (\d+)", line):
            name, value = found.groups()
            text += f"| `{name}` | {value} | {words[name]} | {' '.join(comment)} |\n"
            comment = []
    return text


def constraints(tools: Tools) -> str:
    from .reference import PAGES

    text = (
        "\n## Constraints of ops\n\nAn op without a number has none but those of its types.\n\n"
        "| op | constraints |\n| --- | --- |\n"
    )
    for page, (definition, _) in PAGES.items():
        for section in re.split(r"^### ", tools.doc(definition, "-gen-op-doc"), flags=re.M)[1:]:
            name = re.match(r"`([\w.]+)`", section)
            numbers = re.findall(r"^ *- \((C\d+)\)", section, re.M)
            if name and numbers:
                text += f"| [`{name[1]}`]({page}) | {' '.join(numbers)} |\n"
    return text


def pages(tools: Tools) -> dict[str, str]:
    known = tools.catalogue
    text = HEAD + catalogue(known["diagnostics"]) + rule_list(known["rules"])
    return {"diagnostics.md": NOTE + text + statuses() + constraints(tools)}

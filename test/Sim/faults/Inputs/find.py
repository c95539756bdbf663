# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Simulates a kernel with faults and prints its findings.

usage: find.py [--other-ids] KERNEL.mlir [options of tilery-run]

Fails unless every run ends with exit code 1, --json says what the text says, findings
do not depend on the number of workers, and other orders find the same: with --other-ids
something, as one cause can show in several ways.
"""

import json
import subprocess
import sys
from pathlib import Path

OTHER_IDS = sys.argv[1] == "--other-ids"
KERNEL = Path(sys.argv[1 + OTHER_IDS])
ARGUMENTS = sys.argv[2 + OTHER_IDS :]


def run(*options: str) -> str:
    command = ["tilery-run", KERNEL.name, "--device=sim", *ARGUMENTS, *options]
    answer = subprocess.run(
        command, cwd=KERNEL.parent, capture_output=True, text=True, check=False, timeout=120
    )
    if answer.returncode != 1:
        sys.exit(f"{command}: exit code {answer.returncode}\n{answer.stdout}{answer.stderr}")
    return answer.stdout


def place(where: dict) -> str:
    return f"{where['file']}:{where['line']}:{where['column']}"


def operation(where: dict) -> str:
    return f"{where['op']} of {where['operand']}" if where["operand"] else where["op"]


def text_of(finding: dict) -> list[str]:
    """The lines of a finding, from its JSON."""
    where = finding["place"]
    head = f"{place(where)}: {finding['severity']}: {finding['text']}"
    lines = [f"{head} [{finding['id']} {finding['name']}]", f"  in {operation(where)}"]
    if finding["warp"] != finding["thread"] // 32 or finding["lane"] != finding["thread"] % 32:
        sys.exit(f"warp and lane are not those of the thread: {finding}")
    block = ", ".join(map(str, finding["block"]))
    thread = f"warp {finding['warp']}, lane {finding['lane']}, thread {finding['thread']}"
    count = finding["count"]
    lines.append(f"  block ({block}), {thread}" + (f"; {count} times in all" * (count > 1)))
    if other := finding.get("other"):
        lines.append(f"{place(other)}: note: the other side is {operation(other)}")
    for note in finding.get("notes", []):
        lines.append(f"{place(note['place'])}: note: {note['text']}")
    return lines


def main() -> None:
    # The findings begin at the first place in the file, and end before a summary.
    name = KERNEL.name + ":"
    lines = run("--sim-workers=2").splitlines()
    first = next((i for i, line in enumerate(lines) if line.startswith(name)), None)
    if first is None:
        sys.exit("no finding:\n" + "\n".join(lines))
    last = next(i for i, line in enumerate(lines) if line.startswith("simulated: "))
    print("\n".join(lines[first : last + 1]))
    answer = json.loads(run("--json", "--sim-workers=1"))
    if answer["ok"]:
        sys.exit("the JSON says ok")
    told = [line for finding in answer["findings"] for line in text_of(finding)]
    if told != lines[first:last]:
        sys.exit("the JSON differs:\n" + "\n".join(told))
    if answer["simulation"]["complete"] == ("ended early" in lines[last]):
        sys.exit("text and JSON do not agree whether the launch is complete")
    ids = {finding["id"] for finding in answer["findings"]}
    for order in ("--order=early", "--seed=1", "--seed=2", "--seed=3"):
        findings = json.loads(run("--json", order))["findings"]
        others = {finding["id"] for finding in findings}
        if not others or (others != ids and not OTHER_IDS):
            sys.exit(f"{order} finds {sorted(others)}, not {sorted(ids)}")


main()

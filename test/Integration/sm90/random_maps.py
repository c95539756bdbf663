# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random TensorMaps against the image model, by tilery-map-test: every map of a load,
store or reduction is run, and each byte of both memories compared."""

import json
import os

from harness import Failure, Session, Test

SEED, COUNT = 1, 2400
#: Without a GPU the maps are only encoded by the recorder: fewer of them.
RECORDED = 96


def check(session: Session) -> None:
    """One test of the whole run; the counts of the tool go into the results."""
    count = COUNT if session.executes else RECORDED
    summary, hashes = session.folder / "maps.json", session.folder / "maps.txt"
    command = [
        str(session.tools / "tilery-map-test"),
        f"--seed={SEED}",
        f"--count={count}",
        f"--device={session.device}",
        # The other tests run beside it.
        f"--jobs={max(1, min(8, (os.cpu_count() or 2) // 2))}",
        f"--json={summary}",
        f"--emit-hashes={hashes}",
    ]
    if not session.executes:
        command.append("--min-per-value=0")
    process = session.execute(command)
    if summary.exists():
        session.facts["maps"] = json.loads(summary.read_text())
        # The results file says once of which sources the tools are.
        session.facts["maps"].pop("sources", None)
    if hashes.exists():
        session.files["map-hashes.txt"] = hashes.read_text()
    if process.returncode != 0:
        lines = [line for line in process.stdout.splitlines() if line.strip()]
        raise Failure(f"exit status {process.returncode}: " + " / ".join(lines[-4:]))
    maps = session.facts["maps"]
    if maps["maps"] != count or not maps["ok"]:
        raise Failure(f"expected {count} maps that are good, got {maps['maps']}")


def tests() -> list[Test]:
    return [Test("maps/random", check, limit=400)]

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the benchmarks share: where the tools are, and what results say of a run."""

import datetime
import json
import platform
import statistics
import subprocess
import sys
from pathlib import Path

#: The folder that holds bin/ and examples/: the bundle, or the source tree.
ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "examples"


def find_tools(named: Path | None) -> dict[str, Path]:
    """Folders of tileryc: the one named, the bundle's, or those of the builds."""
    if named:
        candidates = {named.name: named}
    else:
        candidates = {"portable": ROOT / "bin"} | {
            preset: ROOT / "build" / preset / "bin" for preset in ("portable", "dev")
        }
        if (ROOT / "bin" / "tileryc").exists():
            candidates = {"portable": ROOT / "bin"}
    found = {
        preset: folder.resolve()
        for preset, folder in candidates.items()
        if (folder / "tileryc").exists()
    }
    if not found:
        raise SystemExit(f"error: expected tileryc in one of {list(map(str, candidates.values()))}")
    return found


def run(*command: object, input: str | None = None) -> str:
    """The output of a command that has to succeed."""
    answer = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, input=input
    )
    if answer.returncode != 0:
        raise SystemExit(
            f"error: exit status {answer.returncode} from {' '.join(map(str, command))}\n"
            + answer.stderr[-2000:]
        )
    return answer.stdout


def sources() -> dict:
    """The bundle's manifest, or the commit of the source tree."""
    manifest = ROOT / "manifest.json"
    if manifest.exists():
        return json.loads(manifest.read_text())
    answer = subprocess.run(
        ["git", "-C", str(ROOT), "rev-parse", "HEAD"], capture_output=True, text=True
    )
    facts = {"commit": answer.stdout.strip() or "unknown"}
    program = ROOT / "utils" / "lib" / "manifest.py"
    if answer.returncode == 0 and program.exists():
        command = [sys.executable, str(program), "--source-hash"]
        hashed = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
        facts["source_hash"] = hashed.stdout.strip() or None
    return facts


def find_gpu() -> dict[str, str] | None:
    query = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    try:
        answer = subprocess.run(query, capture_output=True, text=True, timeout=60, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    name, driver = (word.strip() for word in answer.stdout.splitlines()[0].split(","))
    return {"name": name, "driver": driver}


def processor() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


def header(benchmark: str) -> dict:
    """The facts that every result file begins with."""
    gpu = find_gpu()
    return {
        "benchmark": benchmark,
        "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "gpu": gpu["name"] if gpu else None,
        "driver": gpu["driver"] if gpu else None,
        "cpu": processor(),
        "sources": sources(),
    }


def spread(values: list[float]) -> dict:
    return {
        "median": statistics.median(values),
        "min": min(values),
        "max": max(values),
        "count": len(values),
    }


def write(path: Path, result: dict) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(result, indent=1) + "\n")
    print(f"wrote {path.name}")

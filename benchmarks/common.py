# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the benchmarks share: their options, where the tools are, what results say of a run."""

import argparse
import datetime
import json
import platform
import statistics
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "test" / "Integration" / "sm90"))

from provenance import sources

#: The folder that holds bin/ and examples/: the bundle, or the source tree.
ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "examples"


def make_parser(description: str | None, tool: str) -> argparse.ArgumentParser:
    """With the options of all benchmarks: the folder of `tool`, and where results go."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tools", type=Path, metavar="DIR", help=f"the folder of {tool}")
    parser.add_argument("--out", type=Path, metavar="FILE.json", required=True)
    return parser


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
        "sources": sources(ROOT),
    }


def ptxas_version() -> str:
    try:
        answer = subprocess.run(["ptxas", "--version"], capture_output=True, text=True)
    except OSError:
        return "unknown"
    return answer.stdout.strip().splitlines()[-1]


def spread(values: list[float]) -> dict:
    return {
        "median": statistics.median(values),
        "min": min(values),
        "max": max(values),
        "count": len(values),
    }


def show_calls(name: str, spreads: dict) -> None:
    """A line about calls of a launcher, beside bare launches."""
    print(
        f"{name:12} call {spreads['call_us']['median']:.2f} us, bare"
        f" {spreads['bare_us']['median']:.2f} us, over bare"
        f" {spreads['over_bare_us']['median']:.3f} us"
    )


def write(path: Path, result: dict) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(result, indent=1) + "\n")
    print(f"wrote {path.name}")

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the README's tables, in Markdown, from the result files.

usage: tables.py [FILE.json ...]

Without files: for each benchmark the newest of benchmarks/results/. Each table names
GPU or processor, driver, date and commit.
"""

import json
import sys
from pathlib import Path

RESULTS = Path(__file__).resolve().parent / "results"


def table(heads: list[str], rows: list[list[str]]) -> str:
    lines = [f"| {' | '.join(heads)} |", f"| {' | '.join('---' for _ in heads)} |"]
    return "\n".join(lines + [f"| {' | '.join(row)} |" for row in rows])


def caption(result: dict) -> str:
    machine = result.get("gpu") or result.get("cpu")
    driver = f", driver {result['driver']}" if result.get("driver") else ""
    commit = result["sources"]["commit"][:10]
    if result["sources"].get("dirty"):
        commit += " with changes"
    return f"{machine}{driver}, {result['date'][:10]}, commit {commit}."


def copy_bandwidth(result: dict) -> str:
    names = ["tilery", "cudaMemcpy", "torch copy_"]
    rows = []
    for size, figures in result["sizes"].items():
        rates = figures["launched"]["gb_per_s"]
        ratio = f"{figures['launched']['ratio_to_better_peer']:.3f}"
        rows.append([size, *(f"{rates[name]['median']:.0f}" for name in names), ratio])
    heads = ["copy", *(f"{name}, GB/s" for name in names), "ratio to the better peer"]
    return table(heads, rows)


def compile_time(result: dict) -> str:
    rows = []
    for build, figures in result["builds"].items():
        for example, times in figures["examples"].items():
            rows.append(
                [
                    example,
                    build,
                    f"{times['warm_ms']['total']['median']:.1f}",
                    f"{times['first_ms']['median']:.1f}",
                    f"{times['launcher_jit_first_ms']['median']:.1f}",
                    f"{times['peak_memory_mib']:.0f}",
                    f"{figures['version_ms']['median']:.0f}",
                ]
            )
    heads = ["example", "build", "IR to PTX, ms", "first time, ms", "launcher JIT, first time, ms"]
    examples = table([*heads, "peak memory, MiB", "`tileryc --version`, ms"], rows)
    return "\n\n".join(part for part in (examples, scaling(result)) if part)


def scaling(result: dict) -> str:
    """How the compile time grows; empty for results that did not measure it."""
    rows = []
    for build, figures in result["builds"].items():
        for kind, label in (("applies", "copies"), ("boxes", "copies, twice a box of")):
            for name, times in figures.get("scaling", {}).get(kind, {}).items():
                kernel = f"{name} {label}" if kind == "applies" else f"64 {label} {name}"
                warm, first = times["warm_ms"]["total"], times["first_ms"]
                rows.append([kernel, build, f"{warm['median']:.1f}", f"{first['median']:.1f}"])
    return table(["kernel", "build", "IR to PTX, ms", "first time, ms"], rows) if rows else ""


def tma_copies(result: dict) -> str:
    rows = []
    for name, copy in result["copies"].items():
        rates = copy["gb_per_s"]
        peer = max(
            (peer for peer in rates if peer != "tilery"), key=lambda peer: rates[peer]["median"]
        )
        counts = copy["kernel"]["ptx_copies"]
        rows.append(
            [
                name,
                f"{rates['tilery']['median']:.0f}",
                f"{rates[peer]['median']:.0f} ({peer})",
                f"{copy['ratio']:.3f}",
                f"{copy['predicted']:.2f}",
                f"{copy['target']:.2f}",
                f"{counts['loads']} + {counts['stores']}",
            ]
        )
    heads = ["kernel", "GB/s", "best copy, GB/s", "ratio", "predicted", "target"]
    return table([*heads, "loads + stores in PTX"], rows)


def launch_cost(result: dict) -> str:
    rows = [
        [name, *(f"{spreads[key]['median']:.2f}" for key in ("call_us", "bare_us", "over_bare_us"))]
        for name, spreads in result["launchers"].items()
    ]
    return table(["launcher", "call, us", "bare cuLaunchKernelEx, us", "difference, us"], rows)


def simulator(result: dict) -> str:
    rows = []
    for build, figures in result["builds"].items():
        for goal, verdict in figures["goals"].items():
            least, most = verdict.get("at_least"), verdict.get("at_most")
            bound = f"at least {least:g}" if least is not None else f"at most {most:.4g}"
            rows.append([goal, build, f"{verdict['value']:.3g}", bound])
        for variant, ring in figures["ring"].items():
            seconds = [f"{spread['median']:.3f}" for spread in ring["seconds"].values()]
            rows.append(
                [f"ring, {variant}, s on 1 and 2 workers", build, " and ".join(seconds), ""]
            )
    return table(["simulator", "build", "measured", "goal"], rows)


TABLES = {
    "copy_bandwidth": copy_bandwidth,
    "compile_time": compile_time,
    "launch_cost": launch_cost,
    "simulator": simulator,
    "tma_copies": tma_copies,
}


def newest() -> list[dict]:
    """The latest result of each benchmark, GPU machines and others apart."""
    found = {}
    for path in sorted(RESULTS.glob("*.json")):
        result = json.loads(path.read_text())
        key = (result.get("benchmark"), result.get("gpu"))
        if key[0] in TABLES and result["date"] >= found.get(key, result)["date"]:
            found[key] = result
    return [found[key] for key in sorted(found, key=str)]


def main() -> int:
    if len(sys.argv) > 1 and sys.argv[1] in ("-h", "--help"):
        print(__doc__.strip())
        return 0
    named = [json.loads(Path(path).read_text()) for path in sys.argv[1:]]
    results = named or newest()
    if not results:
        print(f"error: expected result files in {RESULTS.name}/, got none", file=sys.stderr)
        return 1
    for result in results:
        print(TABLES[result["benchmark"]](result) + "\n\n" + caption(result) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

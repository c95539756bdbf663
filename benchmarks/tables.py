#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the tables of benchmarks/RESULTS.md, in Markdown, from the result files.

usage: tables.py [--summary | --write | FILE.json ...]

  --summary  the README's table: a line or two of each benchmark
  --write    write benchmarks/RESULTS.md

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


#: What python_launch.py calls the contenders, in the tables' words.
CALLED_WITH = {
    "torch": "torch tensors",
    "module": "torch tensors, emitted module of tvm-ffi",
    "tvm_ffi": "tensors of tvm-ffi",
    "cuda_array_interface": "`__cuda_array_interface__`",
    "triton": "Triton, pointers",
    "triton_descriptors": "Triton, descriptors",
    "tirx": "TIRx",
}


def python_launch(result: dict) -> str:
    parts = []
    for process in (result, result["with_tilelang"]):
        rows = [
            [
                CALLED_WITH.get(name, name),
                f"{process['calls_us'][name]['median']:.2f}",
                f"{over:.2f}",
            ]
            for name, over in sorted(process["over_bare_us"].items(), key=lambda item: item[1])
        ]
        bare = f"a call, us (bare cuLaunchKernelEx: {process['bare_us']:.2f})"
        parts.append(table(["called with, or peer", bare, "over bare, us"], rows))
    return "\n\n".join(parts)


def python_compile(result: dict) -> str:
    small, large = result["parts_ms"], result["box_of_256_rows_ms"]
    rows = [
        [part.replace("_", " "), f"{small[part]['median']:.1f}", f"{large[part]:.1f}"]
        for part in small
    ]
    return table([f"{result['kernels']} distinct functions", "median, ms", "large boxes, ms"], rows)


#: Title and table of each benchmark.
TABLES = {
    "copy_bandwidth": ("A ring of copies", copy_bandwidth),
    "tma_copies": ("Copies and transposes", tma_copies),
    "launch_cost": ("Launches: launchers compiled in process", launch_cost),
    "launcher_cost": ("Launches: emitted launchers in a C program", launch_cost),
    "python_launch": ("Launches from Python", python_launch),
    "compile_time": ("Compile time", compile_time),
    "python_compile": ("Compile time from Python", python_compile),
    "simulator": ("The simulator", simulator),
}


def summary(results: list[dict]) -> str:
    """What a reader of the README wants to know, with its goal."""
    rows = []
    for result in results:
        kind, gpu = result["benchmark"], result.get("gpu")
        commit = result["sources"]["commit"][:10]
        machine = gpu or result["cpu"]

        def add(what: str, value: str, goal: str, machine=machine, commit=commit) -> None:
            rows.append([what, value, goal, f"{machine}, {commit}"])

        if kind == "tma_copies":
            for name, copy in result["copies"].items():
                peer = "of the best device-to-device copy"
                add(name, f"{copy['ratio']:.3f} {peer}", f"{copy['target']:.2f}")
        elif kind in ("launch_cost", "launcher_cost"):
            for name, spreads in result["launchers"].items():
                where = "in process" if kind == "launch_cost" else "in C"
                over = f"{spreads['over_bare_us']['median']:.2f} us over cuLaunchKernelEx"
                add(f"launch {where}, {name}", over, "0.3 us")
        elif kind == "python_launch":
            both = ((result, "TIRx"), (result["with_tilelang"], "tilelang"))
            for process, beside in both:
                for name, over in process["over_bare_us"].items():
                    what = f"launch from Python, {CALLED_WITH.get(name, name)}"
                    what += "" if name == beside.lower() else f", beside {beside}"
                    is_peer = name not in ("torch", "module", "tvm_ffi", "cuda_array_interface")
                    if is_peer or name in ("torch", "module"):
                        goal = "(a peer)" if is_peer else "1.0 us"
                        add(what, f"{over:.2f} us over cuLaunchKernelEx", goal)
        elif kind == "python_compile" and gpu:
            for part, label, goal in (("to_ptx", "PTX", 12), ("to_launched", "launched", 25)):
                took = result["parts_ms"][part]["median"]
                add(f"`@T.function` to {label}", f"{took:.1f} ms", f"{goal} ms")
        elif kind == "compile_time" and gpu:
            build = result["builds"]["portable"]["examples"]["add_one"]
            add("IR to PTX, add_one", f"{build['warm_ms']['total']['median']:.1f} ms", "6 ms")
        elif kind == "simulator":
            goals = result["builds"]["portable"]["goals"]
            for name in ("round trip, whole process, s", "ring, checks, s"):
                bound = f"{goals[name]['at_most']:g}"
                add(f"simulator: {name}", f"{goals[name]['value']:.3f}", bound)
    return table(["what", "measured", "goal", "on, at commit"], rows)


def newest() -> list[dict]:
    """The latest result of each benchmark, GPU machines and others apart."""
    found = {}
    for path in sorted(RESULTS.glob("*.json")):
        result = json.loads(path.read_text())
        key = (result.get("benchmark"), result.get("gpu"))
        if key[0] in TABLES and result["date"] >= found.get(key, result)["date"]:
            found[key] = result
    order = list(TABLES)
    return [found[key] for key in sorted(found, key=lambda key: (order.index(key[0]), str(key)))]


def page(results: list[dict]) -> str:
    parts = ["# Results", "Made by `benchmarks/tables.py --write`; README.md beside says how."]
    title = None
    for result in results:
        heading, make = TABLES[result["benchmark"]]
        if heading != title:
            parts.append(f"## {heading}")
            title = heading
        parts += [make(result), caption(result)]
    return "\n\n".join(parts) + "\n"


def main() -> int:
    words = sys.argv[1:]
    if words and words[0] in ("-h", "--help"):
        print(__doc__.strip())
        return 0
    option = words[0] if words and words[0].startswith("--") else ""
    if option not in ("", "--summary", "--write"):
        print(f"error: expected --summary or --write, got '{option}'", file=sys.stderr)
        return 1
    named = [json.loads(Path(path).read_text()) for path in words if path != option]
    results = named or newest()
    if not results:
        print(f"error: expected result files in {RESULTS.name}/, got none", file=sys.stderr)
        return 1
    if option == "--summary":
        print(summary(results))
    elif option == "--write":
        (RESULTS.parent / "RESULTS.md").write_text(page(results))
    else:
        print(page(results), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())

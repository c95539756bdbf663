# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks a trace against the Trace Event Format that Chrome and Perfetto read,
and prints what is in it.

usage: check_trace.py TRACE.json
"""

import json
import sys
from collections import Counter, defaultdict
from pathlib import Path

# Phases of the format that we write, and what each event has to have.
NEEDED = {
    "M": {"name": str, "pid": int, "tid": int, "args": dict},
    "X": {"name": str, "cat": str, "ts": int, "dur": int, "pid": int, "tid": int, "args": dict},
    "i": {"name": str, "cat": str, "ts": int, "s": str, "pid": int, "tid": int, "args": dict},
    "b": {"name": str, "cat": str, "ts": int, "id": int, "pid": int, "tid": int, "args": dict},
    "e": {"name": str, "cat": str, "ts": int, "id": int, "pid": int, "tid": int},
}


def check(event: dict) -> None:
    needed = NEEDED.get(event.get("ph"))
    if needed is None:
        sys.exit(f"unknown phase: {event}")
    for key, kind in needed.items():
        if not isinstance(event.get(key), kind):
            sys.exit(f"'{key}' is missing or no {kind.__name__}: {event}")
    if event["ph"] == "M" and event["name"] not in ("process_name", "thread_name"):
        sys.exit(f"unknown metadata: {event}")
    if event["ph"] != "M" and (event["ts"] < 0 or event.get("dur", 0) < 0):
        sys.exit(f"a negative time: {event}")
    if event["ph"] == "i" and event["s"] not in ("g", "p", "t"):
        sys.exit(f"unknown scope: {event}")


def lanes_of(events: list[dict]) -> dict[tuple[int, int], str]:
    """The named lanes, (block, warp) each."""
    blocks, lanes = {}, {}
    for event in events:
        if event["ph"] == "M" and event["name"] == "process_name":
            blocks[event["pid"]] = event["args"]["name"]
        elif event["ph"] == "M":
            lanes[event["pid"], event["tid"]] = event["args"]["name"]
    for event in events:
        lane = event["pid"], event["tid"]
        if event["ph"] != "M" and (event["pid"] not in blocks or lane not in lanes):
            sys.exit(f"a lane without a name: {event}")
    return {lane: f"{blocks[lane[0]]}, {name}" for lane, name in sorted(lanes.items())}


def check_slices(events: list[dict]) -> None:
    """Slices of a lane lie within each other or apart, or viewers lose them."""
    lanes = defaultdict(list)
    for event in events:
        if event["ph"] == "X":
            lanes[event["pid"], event["tid"]].append((event["ts"], -event["dur"]))
    for lane, slices in lanes.items():
        ends = []
        for begin, negative in sorted(slices):
            while ends and ends[-1] <= begin:
                ends.pop()
            if ends and begin - negative > ends[-1]:
                sys.exit(f"slices of lane {lane} cross at {begin}")
            ends.append(begin - negative)


def check_pairs(events: list[dict]) -> None:
    """Asynchronous events begin and end once, in this order."""
    open_events = {}
    for event in events:
        key = event.get("id"), event.get("cat"), event["name"], event["pid"]
        if event["ph"] == "b" and open_events.setdefault(key, event) is not event:
            sys.exit(f"begins twice: {event}")
        if event["ph"] == "e" and open_events.pop(key)["ts"] > event["ts"]:
            sys.exit(f"ends before it begins: {event}")
    if open_events:
        sys.exit(f"no end: {open_events}")


def check_phases(events: list[dict]) -> Counter:
    """Phases of a barrier complete one after the other; their number by barrier."""
    seen = defaultdict(list)
    for event in events:
        if event.get("cat") == "phase":
            seen[event["pid"], event["name"]].append((event["ts"], event["args"]["phase"]))
    for barrier, phases in seen.items():
        numbers = [number for _, number in sorted(phases)]
        if numbers != list(range(len(numbers))):
            sys.exit(f"phases of {barrier} complete in the order {numbers}")
    return Counter(event["name"] for event in events if event.get("cat") == "phase")


def main() -> None:
    trace = json.loads(Path(sys.argv[1]).read_text())
    events = trace["traceEvents"]
    for event in events:
        check(event)
    check_slices(events)
    check_pairs(events)
    for name in lanes_of(events).values():
        print("lane:", name)
    for category in ("transfer", "wait"):
        names = Counter(
            f"{event['name']} at {event['args']['place']}"
            + (f", {event['args']['bytes']} bytes" if category == "transfer" else "")
            for event in events
            if event.get("cat") == category and event["ph"] != "e"
        )
        for name, count in sorted(names.items()):
            print(f"{category}: {count} x {name}")
    for name, count in sorted(check_phases(events).items()):
        print(f"phases: {count} of {name}")


main()

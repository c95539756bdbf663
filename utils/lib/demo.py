# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Takes examples/add_one.py all the way: demo.py TRACE. On a machine without a GPU that runs
it, a trace of the simulated run is written to that file, and shown."""

import importlib.util
import json
import sys
from pathlib import Path

import tilery

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "add_one.py"


def heading(text: str) -> None:
    print(f"\n== {text}")


def load_example():
    spec = importlib.util.spec_from_file_location("add_one", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def find_target() -> str:
    """The GPU's, where torch can hold arrays on it; else the simulator."""
    try:
        target = tilery.get_device().target
        import torch
    except (tilery.LaunchError, ImportError):
        return "sim"
    is_able = target == "sm_90a" and torch.cuda.is_available()
    return "cuda" if is_able else "sim"


def make_arrays(target: str):
    """0 to 255, and room for the sums."""
    if target == "sim":
        import numpy as np

        a = np.arange(256, dtype=np.float32).reshape(8, 32)
        return a, np.zeros_like(a)
    import torch

    a = torch.arange(256, dtype=torch.float32, device="cuda").reshape(8, 32)
    return a, torch.zeros_like(a)


def show_trace(trace: str) -> None:
    events = json.loads(trace)["traceEvents"]
    ends = {event["id"]: event["ts"] for event in events if event["ph"] == "e"}
    for event in sorted((e for e in events if e["ph"] in "Xbi"), key=lambda e: e["ts"]):
        end = ends.get(event.get("id"), event["ts"] + event.get("dur", 0))
        detail = ", ".join(f"{key} {value}" for key, value in event["args"].items())
        print(
            f"tick {event['ts']:3} to {end:3}  block {event['pid']} warp {event['tid']}"
            f"  {event['cat']:8}  {event['name']}  ({detail})"
        )


def main() -> None:
    heading(f"the kernel: examples/{EXAMPLE.name}")
    print(EXAMPLE.read_text())
    example = load_example()
    target = find_target()
    kernel = tilery.compile(example.add_one, target=target)

    heading('its PTX: kernel.asm["ptx"]')
    print(kernel.asm["ptx"])
    heading('its descriptors, as the launcher encodes them: kernel.asm["record"]')
    for line in kernel.asm["record"].splitlines():
        if line.startswith("cuTensorMapEncode"):
            print(line)

    a, b = make_arrays(target)
    if target == "sim":
        path = Path(sys.argv[1])
        heading("the run, on the simulator: kernel.simulate(a, b, trace=True)")
        report = kernel.simulate(a, b, trace=True)
        if not report.is_clean:
            raise tilery.SimulationError(report.findings, report.output)
        print(f"{report.transfers} copies of {report.bytes} bytes, no findings")
        path.write_text(report.trace)
        heading(f"its trace: {path}, for ui.perfetto.dev")
        show_trace(report.trace)
    else:
        heading("the run, on the GPU: kernel(a, b)")
        kernel(a, b)
    if not (b == a + 1).all():
        raise SystemExit("error: expected a + 1 in b, got something else")
    heading("what came out: a + 1")
    print(b)


if __name__ == "__main__":
    main()

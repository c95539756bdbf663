# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels called from Python: compared with numpy, and on a GPU by the ways that arrays
come in. Each test runs python_worker.py in a process of its own."""

import os
import sys
from pathlib import Path

from harness import ROOT, Failure, Refused, Session, Test

WORKER = Path(__file__).resolve().parent / "python_worker.py"

#: What python_worker.py can do, and whether the simulator can too.
CHECKS = {
    "add_one": True,
    "round_trip": True,
    "copy": True,
    "refused": True,
    "language": True,
    "random": True,
    "threads": True,
    "fork": True,
    "spawn": True,
    "peers": True,
    "streams": False,
    "streams-of-arrays": False,
    "graph": False,
    "ended-in-flight": False,
    "failed-context": False,
    "host-memory": False,
    "tvm-ffi": False,
    "torch": False,
    "torch-cases": False,
    "torch-far-strides": False,
    "torch-streams": False,
    "torch-graph": False,
    "torch-threads": False,
    "torch-ended-in-flight": False,
    "torch-interruption": False,
    "torch-second-gpu": False,
    "cupy": False,
}


def library(tools: Path) -> Path:
    """Beside the tools; the same build as theirs."""
    return tools.parent / "lib" / "libtilery.so"


def packages() -> list[str]:
    """The folders to import from: the package's, and the bundle's tvm-ffi."""
    version = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return [str(ROOT / "python"), str(ROOT / "lib" / "tvm-ffi" / version), str(ROOT / "benchmarks")]


def check(session: Session, name: str) -> None:
    path = library(session.tools)
    if not path.exists():
        raise Refused(f"expected libtilery.so beside the tools, got none in {path.parent}")
    environment = {
        "TILERY_LIBRARY": str(path),
        "PYTHONPATH": os.pathsep.join([*packages(), os.environ.get("PYTHONPATH", "")]),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    process = session.execute([sys.executable, str(WORKER), name, session.device], environment)
    lines = session.plain(process.stdout).strip().splitlines() or ["no output"]
    if process.returncode == 77:
        raise Refused(lines[-1])
    if process.returncode != 0:
        raise Failure(f"exit status {process.returncode}: {lines[-1]}")


def tests() -> list[Test]:
    return [
        Test(
            f"python/{name}",
            lambda session, name=name: check(session, name),
            limit=90,
            recordable=False,
            not_simulated="" if simulates else "it needs the driver",
        )
        for name, simulates in CHECKS.items()
    ]

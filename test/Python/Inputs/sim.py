# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a translated kernel on the simulator, and verifies its text."""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path

import numpy as np


def verify(text: str) -> str:
    """The module as tilery-opt prints it, after its verifiers."""
    done = subprocess.run(["tilery-opt", "-"], input=text, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def simulate(
    function, *outputs: str, options: tuple[str, ...] = (), **arguments
) -> dict[str, np.ndarray]:
    """Launches with arrays and numbers by name; gives the arrays named in `outputs`."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        (path / "kernel.mlir").write_text(function.ir_text())
        command = ["tilery-run", str(path / "kernel.mlir"), "--device=sim", "--json", *options]
        for name, value in arguments.items():
            fill = str(value)
            if isinstance(value, np.ndarray):
                np.save(path / f"{name}.npy", value)
                fill = str(path / f"{name}.npy")
            command += ["--arg", f"{name}={fill}"]
        for name in outputs:
            command += ["--out", f"{name}={path}/{name}-out.npy"]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr + done.stdout + function.ir_text()
        assert json.loads(done.stdout)["executed"]
        return {name: np.load(path / f"{name}-out.npy") for name in outputs}

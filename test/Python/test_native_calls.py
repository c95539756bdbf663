# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Launches on a GPU that is played by test/FakeCuda: streams, places and types of arrays."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tilery import library

SCRIPT = Path(__file__).parent / "Inputs" / "fake_calls.py"


@pytest.fixture(scope="session")
def fake_folder() -> Path:
    folder = Path(library.find_library()).resolve().parents[1] / "test" / "FakeCuda"
    if not (folder / "libcuda.so.1").exists():
        pytest.skip("this build has no test/FakeCuda")
    return folder


@pytest.fixture
def run(fake_folder, tmp_path):
    """Runs a check of fake_calls.py; gives the lines of the driver's log."""

    def run_check(name: str) -> list[str]:
        log = tmp_path / "log"
        path = os.pathsep.join([str(fake_folder), os.environ.get("LD_LIBRARY_PATH", "")])
        answer = subprocess.run(
            [sys.executable, str(SCRIPT), name],
            capture_output=True,
            text=True,
            timeout=120,
            env={**os.environ, "LD_LIBRARY_PATH": path, "TILERY_FAKE_CUDA_LOG": str(log)},
        )
        assert answer.returncode == 0, answer.stderr
        return log.read_text().splitlines()

    return run_check


def launches(log: list[str]) -> list[str]:
    """The streams of the launches."""
    lines = [line for line in log if line.startswith("cuLaunchKernelEx(")]
    return [re.search(r"stream=([\w#]+)", line)[1] for line in lines]


def test_streams(run):
    assert launches(run("streams")) == [f"stream#{number}" for number in range(8)]


def test_exchange(run):
    assert launches(run("exchange")) == ["stream#0", "stream#1", "default", "stream#3"]


def test_default_streams(run):
    assert launches(run("default_streams")) == ["default"] * 4


def test_two_streams(run):
    log = run("two_streams")
    assert launches(log) == ["stream#0"] * 4
    waits = [line for line in log if line.startswith("cuStreamSynchronize")]
    assert waits == ["cuStreamSynchronize(stream=stream#1)"]
    assert log.index(waits[0]) < next(i for i, line in enumerate(log) if "cuLaunchKernelEx" in line)


def test_refused(run):
    assert launches(run("refused")) == ["default"]


def test_broken_interfaces(run):
    assert launches(run("broken_interfaces"))


def test_types(run):
    assert len(launches(run("types"))) == 100


def test_threads(run):
    assert len(launches(run("threads"))) == 200


def test_end(run):
    log = run("end")
    assert len(launches(log)) == 2
    assert sum(line.startswith("cuModuleUnload") for line in log) == 2


def test_fork(run):
    assert len(launches(run("fork"))) == 1

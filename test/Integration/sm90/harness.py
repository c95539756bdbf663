# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the tools for the tests, each under a time limit, and keeps a transcript."""

import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from elements import Element

#: The folder that holds bin/ and examples/: the bundle, or the source tree.
ROOT = Path(__file__).resolve().parents[3]

#: Seconds that a test may take. A hang costs these, not the whole run.
LIMIT = 20.0


class Failure(Exception):
    """A test's result is wrong; the text says what was expected and what came."""


class Refused(Exception):
    """The machine does not let the test run; it counts as skipped."""


@dataclass(frozen=True)
class Test:
    """A named check. `body` raises Failure, or returns."""

    name: str
    body: Callable[["Session"], None]
    limit: float = LIMIT
    #: Whether the test has a meaning where launches are only recorded.
    recordable: bool = True
    #: Why it has none where the simulator runs them; empty where it has one.
    not_simulated: str = ""
    #: Whether its kernel is made to fail: the simulator has to find something in it,
    #: and nothing in any other.
    made_to_fail: bool = False
    #: Whether it takes the simulator more than a second.
    is_large: bool = False


@dataclass(frozen=True)
class Operand:
    """An array argument: its bits, and what its elements are."""

    element: Element
    bits: np.ndarray

    def save(self, path: Path) -> None:
        np.save(path, np.ascontiguousarray(self.bits).view(self.element.dtype))


def load_bits(path: Path, element: Element) -> np.ndarray:
    array = np.load(path)
    if array.dtype.itemsize != element.size:
        raise Failure(f"expected elements of {element.size} bytes, got {array.dtype}")
    return np.ascontiguousarray(array).view(element.bits)


@dataclass
class Simulated:
    """What tilery-run says of simulated launches, summed up."""

    launches: int = 0
    blocks: int = 0
    findings: int = 0

    LINE = re.compile(r"^simulated: (\d+) launch\w*, (\d+) blocks?, (\d+) finding", re.MULTILINE)

    def add(self, launches: int, blocks: int, findings: int) -> None:
        self.launches += launches
        self.blocks += blocks
        self.findings += findings

    def read(self, output: str) -> None:
        for numbers in self.LINE.findall(output):
            self.add(*map(int, numbers))


@dataclass
class Session:
    """What one test runs with: the tools, a folder of its own, and its deadline."""

    tools: Path
    device: str
    folder: Path
    deadline: float
    transcript: list[str] = field(default_factory=list)
    #: What the results file says of the test beside its outcome.
    facts: dict = field(default_factory=dict)
    #: Text that is written beside the results, by the file's name.
    files: dict[str, str] = field(default_factory=dict)
    #: On the simulator: in how many shuffled orders; 0 for the default order.
    seeds: int = 0
    simulated: Simulated = field(default_factory=Simulated)
    inputs: "hashlib._Hash" = field(default_factory=lambda: hashlib.blake2b(digest_size=8))
    outputs: "hashlib._Hash" = field(default_factory=lambda: hashlib.blake2b(digest_size=8))

    @property
    def executes(self) -> bool:
        return self.device != "record"

    @property
    def is_simulated(self) -> bool:
        return self.device == "sim"

    def observe(self, name: str, bits: np.ndarray) -> None:
        """Adds an output to the hash that the results have of the test: every device gives
        these bytes of the same inputs. Not for functions that are approximate."""
        self.facts["inputs"] = self.inputs.hexdigest()
        self.outputs.update(f"{name} {bits.dtype} {bits.shape} ".encode())
        self.outputs.update(np.ascontiguousarray(bits).tobytes())
        self.facts["outputs"] = self.outputs.hexdigest()

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.write_text(text)
        return path

    def plain(self, text: str) -> str:
        """Without the places where this machine keeps things."""
        for place, name in (
            (str(self.folder), "$TMP"),
            (str(ROOT), "."),
            (sys.executable, "python3"),
        ):
            text = text.replace(place, name)
        return text

    def execute(
        self, command: list[str], environment: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Runs a command in a process group of its own, and ends it at the deadline."""
        self.transcript.append("$ " + self.plain(" ".join(map(str, command))))
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
            env={**os.environ, **(environment or {})},
        )
        try:
            output, _ = process.communicate(timeout=max(self.deadline - time.monotonic(), 0.1))
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output, _ = process.communicate()
            self.transcript.append(self.plain(output))
            raise Failure("time limit: the command was still running") from None
        self.transcript.append(self.plain(output))
        self.simulated.read(output)
        return subprocess.CompletedProcess(command, process.returncode, output)

    def check(self, command: list[str]) -> str:
        """The output of a command that has to succeed."""
        process = self.execute(command)
        if process.returncode != 0:
            lines = self.plain(process.stdout).strip().splitlines() or ["no output"]
            raise Failure(f"exit status {process.returncode}: " + " / ".join(lines[:3]))
        return process.stdout

    def run_command(
        self, source: Path, launch: str, arguments: dict[str, Operand | str], *options: str
    ) -> list[str]:
        """The tilery-run command line; arrays are saved beside the source."""
        command = [str(self.tools / "tilery-run"), str(source), f"--launch={launch}"]
        command.append(f"--device={self.device}")
        self.inputs.update(f"{source.read_text()} {launch} ".encode())
        if self.seeds:
            # Graphs and launches by several threads run in one of them.
            alone = any(option.startswith(("--graph", "--threads")) for option in options)
            command.append("--seed=1" if alone else f"--seeds={self.seeds}")
        for name, value in arguments.items():
            if isinstance(value, Operand):
                self.inputs.update(f"{name} {value.bits.shape} ".encode())
                self.inputs.update(np.ascontiguousarray(value.bits).tobytes())
                path = self.folder / f"{name}.npy"
                value.save(path)
                value = str(path)
            else:
                self.inputs.update(f"{name} {self.plain(value)} ".encode())
            command += ["--arg", f"{name}={value}"]
        return [*command, *options]

    def launch(
        self,
        source: Path,
        launch: str,
        arguments: dict[str, Operand | str],
        expected: dict[str, Operand],
        *options: str,
    ) -> str:
        """Runs a launcher and compares operands after it, bit by bit; the output."""
        outputs = {name: self.folder / f"{name}.out.npy" for name in expected}
        written = [f"--out={name}={path}" for name, path in outputs.items()]
        output = self.check(self.run_command(source, launch, arguments, *written, *options))
        if self.executes:
            for name, operand in expected.items():
                actual = load_bits(outputs[name], operand.element)
                self.observe(name, actual)
                compare(name, actual, operand.bits)
        return output


def compare(name: str, actual: np.ndarray, expected: np.ndarray) -> None:
    if actual.shape != expected.shape:
        raise Failure(f"{name}: expected shape {expected.shape}, got {actual.shape}")
    wrong = np.argwhere(actual != expected)
    if len(wrong):
        first = tuple(int(index) for index in wrong[0])
        digits = 2 * expected.dtype.itemsize
        raise Failure(
            f"{name}: {len(wrong)} of {expected.size} elements differ, the first at {list(first)}:"
            f" expected 0x{int(expected[first]):0{digits}x}, got 0x{int(actual[first]):0{digits}x}"
        )


@dataclass
class Outcome:
    """What became of a test."""

    name: str
    result: str
    seconds: float
    detail: str
    transcript: str
    facts: dict
    files: dict[str, str]
    simulated: Simulated = field(default_factory=Simulated)


def check_findings(test: Test, simulated: Simulated) -> None:
    if test.made_to_fail and not simulated.findings:
        raise Failure("expected the simulator to find what is wrong, got no finding")
    if simulated.findings and not test.made_to_fail:
        raise Failure(f"expected no finding of the simulator, got {simulated.findings}")


def run_test(
    test: Test, tools: Path, device: str, limit_scale: float = 1.0, seeds: int = 0
) -> Outcome:
    """Runs one test; whatever happens in it is its outcome."""
    folder = Path(tempfile.mkdtemp(prefix="tilery-sm90-"))
    start = time.monotonic()
    limit = test.limit * limit_scale * max(1, seeds)
    session = Session(tools, device, folder, start + limit, seeds=seeds)
    result, detail = "passed", ""
    try:
        if session.is_simulated and test.not_simulated:
            raise Refused(test.not_simulated)
        test.body(session)
        if session.is_simulated:
            check_findings(test, session.simulated)
    except Failure as failure:
        result, detail = "failed", str(failure)
    except Refused as refusal:
        result, detail = "skipped", str(refusal)
    except Exception as error:
        result, detail = "failed", f"{type(error).__name__}: {error}"
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    seconds = time.monotonic() - start
    transcript = "\n".join(session.transcript)
    return Outcome(
        test.name,
        result,
        seconds,
        detail,
        transcript,
        session.facts,
        session.files,
        session.simulated,
    )


def find_tools(named: Path | None) -> Path:
    """The folder of tilery-run: the one named, the bundle's, or the newest build's."""
    builds = sorted(
        (path.parent for path in (ROOT / "build").glob("*/bin/tilery-run")),
        key=lambda folder: -(folder / "tilery-run").stat().st_mtime,
    )
    candidates = [named] if named else [ROOT / "bin", *builds]
    for candidate in candidates:
        if (candidate / "tilery-run").exists():
            return candidate.resolve()
    raise FileNotFoundError(
        "expected tilery-run in " + " or ".join(str(candidate) for candidate in candidates)
    )

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Emitted launchers: C and C++ programs that are compiled here with the machine's
compilers, from emitted C++ and from object files, and a module for tvm-ffi that Python
loads and calls with torch tensors."""

import os
import shutil
import sys
from pathlib import Path

from example_runs import EXAMPLES
from harness import Failure, Refused, Session, Test
from python_calls import packages

PROGRAMS = Path(__file__).resolve().parent / "programs"
WARNINGS = ["-O2", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
RUNTIME = ["-fno-exceptions", "-fno-rtti"]


def compiler(*names: str) -> str:
    for name in names:
        if path := shutil.which(name):
            return path
    raise Refused(f"expected a compiler, got none of {', '.join(names)}")


def emit(session: Session, kind: str, example: str, *options: str) -> Path:
    """A folder with the launchers of an example."""
    folder = session.folder / kind
    session.check(
        [
            str(session.tools / "tileryc"),
            str(EXAMPLES / f"{example}.mlir"),
            f"--emit={kind}",
            "--no-cuda-header",
            *options,
            "-o",
            str(folder),
        ]
    )
    return folder


def build(session: Session, program: str, examples: list[str], kind: str) -> Path:
    """A program over the launchers of some examples."""
    for example in examples:
        folder = emit(session, kind, example)
    source, objects = PROGRAMS / program, []
    cc, cxx = compiler("cc", "gcc", "clang"), compiler("c++", "g++", "clang++")
    for name in ("tilery_runtime", *examples):
        target = folder / f"{name}.o"
        objects.append(str(target))
        if name == "tilery_runtime" or kind == "launcher-cpp":
            command = [cxx, "-std=c++17", *WARNINGS, *RUNTIME, "-c", f"{folder / name}.cpp"]
            session.check([*command, f"-I{folder}", "-o", str(target)])
    binary = session.folder / source.stem
    command = [cc, "-std=c11"] if source.suffix == ".c" else [cxx, "-std=c++17"]
    # POSIX's clock and dlopen beside C11.
    command += ["-D_POSIX_C_SOURCE=200809L", *WARNINGS, f"-I{folder}", f"-I{PROGRAMS}"]
    session.check([*command, str(source), *objects, "-o", str(binary), "-ldl", "-lpthread"])
    return binary


def run(session: Session, program: str, examples: list[str], kind: str, *arguments: str) -> None:
    binary = build(session, program, examples, kind)
    session.check([str(binary), *arguments])


def module(session: Session) -> None:
    """A shared library for tvm_ffi.load_module."""
    folder = emit(session, "launcher-cpp", "add_one", "--abi=tvm-ffi")
    cxx = compiler("c++", "g++", "clang++")
    library = session.folder / "add_one.so"
    command = [cxx, "-std=c++17", *WARNINGS, "-shared", "-fPIC", "-fvisibility=hidden"]
    sources = [str(folder / "add_one.cpp"), str(folder / "tilery_runtime.cpp")]
    session.check([*command, f"-I{folder}", *sources, "-o", str(library), "-ldl", "-lpthread"])
    environment = {
        "PYTHONPATH": os.pathsep.join([*packages(), os.environ.get("PYTHONPATH", "")]),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    process = session.execute(
        [sys.executable, str(PROGRAMS / "module.py"), str(library)], environment
    )
    lines = session.plain(process.stdout).strip().splitlines() or ["no output"]
    if process.returncode == 77:
        raise Refused(lines[-1])
    if process.returncode != 0:
        raise Failure(f"exit status {process.returncode}: {lines[-1]}")


def tests() -> list[Test]:
    needs_driver = {"recordable": False, "not_simulated": "it needs the driver"}
    both = ["add_one", "copy"]
    return [
        Test(
            "launcher/c-source",
            lambda session: run(session, "call.c", both, "launcher-cpp"),
            limit=90,
            **needs_driver,
        ),
        Test(
            "launcher/c-object",
            lambda session: run(session, "call.c", both, "launcher-obj"),
            limit=90,
            **needs_driver,
        ),
        Test(
            "launcher/cpp-source",
            lambda session: run(session, "call.cpp", [*both, "round_trip"], "launcher-cpp"),
            limit=90,
            **needs_driver,
        ),
        Test(
            "launcher/cpp-object",
            lambda session: run(session, "call.cpp", [*both, "round_trip"], "launcher-obj"),
            limit=90,
            **needs_driver,
        ),
        Test(
            "launcher/million",
            lambda session: run(session, "many.c", ["add_one"], "launcher-obj", "1000000"),
            limit=90,
            **needs_driver,
        ),
        Test("launcher/tvm-ffi", module, limit=120, **needs_driver),
    ]

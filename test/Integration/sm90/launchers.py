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


def driver(session: Session) -> dict[str, str]:
    """The environment of a program: where launches are recorded, the libcuda.so.1 of a
    source tree's tests, which runs no kernel."""
    if session.device != "record":
        return {}
    folder = session.tools.parent / "test" / "FakeCuda"
    if not folder.exists():
        raise Refused("expected a source tree's libcuda.so.1 for tests, got none")
    return {
        "LD_LIBRARY_PATH": str(folder),
        "TILERY_FAKE_CUDA_LOG": str(session.folder / "calls.txt"),
    }


def run(
    session: Session,
    program: str,
    examples: list[str],
    kind: str,
    *arguments: str,
    checks: str = "",
) -> None:
    environment = driver(session) | ({"TILERY_CHECK": checks} if checks else {})
    binary = build(session, program, examples, kind)
    process = session.execute([str(binary), *arguments], environment)
    if process.returncode != 0:
        lines = session.plain(process.stdout).strip().splitlines() or ["no output"]
        raise Failure(f"exit status {process.returncode}: {lines[-1]}")


def build_module(session: Session) -> Path:
    """A shared library for tvm_ffi.load_module, of add_one."""
    folder = emit(session, "launcher-cpp", "add_one", "--abi=tvm-ffi")
    cxx = compiler("c++", "g++", "clang++")
    library = session.folder / "add_one.so"
    command = [cxx, "-std=c++17", *WARNINGS, "-shared", "-fPIC", "-fvisibility=hidden"]
    sources = [str(folder / "add_one.cpp"), str(folder / "tilery_runtime.cpp")]
    session.check([*command, f"-I{folder}", *sources, "-o", str(library), "-ldl", "-lpthread"])
    return library


def module(session: Session) -> None:
    library = build_module(session)
    environment = {
        "PYTHONPATH": os.pathsep.join([*packages(), os.environ.get("PYTHONPATH", "")]),
        "PYTHONDONTWRITEBYTECODE": "1",
        # Other tests run beside.
        "XLA_PYTHON_CLIENT_PREALLOCATE": "false",
    }
    process = session.execute(
        [sys.executable, str(PROGRAMS / "module.py"), str(library)], environment
    )
    lines = session.plain(process.stdout).strip().splitlines() or ["no output"]
    if process.returncode == 77:
        raise Refused(lines[-1])
    if process.returncode != 0:
        raise Failure(f"exit status {process.returncode}: {lines[-1]}")


def program(
    name: str, source: str, examples: list[str], kind: str, *arguments: str, record: bool = True
) -> Test:
    return Test(
        f"launcher/{name}",
        lambda session: run(session, source, examples, kind, *arguments),
        limit=90,
        recordable=record,
        not_simulated="it needs the driver",
    )


def tests() -> list[Test]:
    two = ["add_one", "copy"]
    three = [*two, "round_trip"]
    return [
        program("c-source", "call.c", two, "launcher-cpp", record=False),
        program("c-object", "call.c", two, "launcher-obj"),
        Test(
            "launcher/c-checks",
            lambda session: run(session, "call.c", two, "launcher-obj", checks="full"),
            limit=90,
            not_simulated="it needs the driver",
        ),
        program("cpp-source", "call.cpp", three, "launcher-cpp"),
        program("cpp-object", "call.cpp", three, "launcher-obj", record=False),
        program("million", "many.c", ["add_one"], "launcher-obj", "1000000", record=False),
        Test(
            "launcher/tvm-ffi",
            module,
            limit=120,
            recordable=False,
            not_simulated="it needs the driver",
        ),
    ]

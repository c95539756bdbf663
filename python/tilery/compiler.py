# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From functions or IR to kernels that can be called."""

from __future__ import annotations

import os
from collections.abc import Mapping

from . import devices
from .errors import LaunchError
from .kernel import Kernel
from .program import Program

_DEFAULT_TARGET = "sm_90a"


def _parse_target(target) -> tuple[str, bool]:
    """(GPU target, whether the simulator plays it)"""
    if target is None:
        try:
            return devices.get_device().target, False
        except LaunchError:
            return _DEFAULT_TARGET, True
    if isinstance(target, Mapping):  # {"kind": "cuda", "arch": "sm_90a"}
        target = target.get("arch") or target.get("kind")
    if not isinstance(target, str):
        raise TypeError(f"expected cuda, sim, or a target such as sm_90a, got {target!r}")
    kind, _, rest = target.partition(":")
    if kind == "sim":
        return rest or _DEFAULT_TARGET, True
    if kind == "cuda":
        if rest.startswith("sm_"):
            return rest, False
        if rest and not rest.isdigit():
            raise ValueError(f"expected a number behind cuda:, got {target!r}")
        return devices.get_device(int(rest or 0)).target, False
    if not kind.startswith("sm_"):
        raise ValueError(
            f'expected "cuda", "cuda:N", "sim", "sim:SM", or a target such as "sm_90a", got '
            f"{target!r}"
        )
    return target, False


def _read_source(source) -> tuple[str, str, str | None]:
    """(IR, the name of its file, the name of its launcher)"""
    if hasattr(source, "ir_text"):
        return source.ir_text(), f"<{source.name}>", None
    if isinstance(source, os.PathLike):
        path = os.fspath(source)
        with open(path, encoding="utf-8") as file:
            return file.read(), path, None
    if isinstance(source, str):
        if "\n" not in source and source.endswith((".mlir", ".mlirbc")):
            raise ValueError(
                f"expected the text of tile IR, got the name of a file; write Path({source!r})"
            )
        return source, "<ir>", None
    if hasattr(source, "specialize"):
        raise TypeError(
            f"expected a function without open parameters, got {source!r}; call .specialize(...)"
        )
    raise TypeError(
        "expected a function made by @T.function, the text of tile IR, or the path of a file "
        f"of it, got {type(source).__qualname__}"
    )


def compile(
    source,
    target=None,
    *,
    entry: str | None = None,
    ptx: str | None = None,
    cubin: bool = False,
    line_info: bool = False,
    checks: bool = True,
) -> Kernel:
    """Compiles a function of tilery.script, the text of tile IR, or a file of it (a Path).

    `target`: "cuda" or "cuda:N" (the code that this GPU runs), "sm_90a" and such, "sim" (the
    simulator on this machine's CPU, on numpy arrays; "sim:sm_100a" plays another GPU than an
    H200), or None: the GPU where there is one, else the simulator. `entry` names the launcher
    of IR that has several. `ptx` asks for a version such as "8.6" instead of the lowest that
    works. With `cubin`, ptxas makes the code and tells the registers, else the driver does.
    `line_info` keeps lines for profilers. Without `checks`, simulated kernels run without
    checks of their plain accesses.

    Raises CompileError with all diagnostics.
    """
    text, name, wanted = _read_source(source)
    gpu, simulate = _parse_target(target)
    version = 0
    if ptx is not None:
        major, _, minor = str(ptx).partition(".")
        if not (major.isdigit() and minor.isdigit()):
            raise ValueError(f"expected a PTX version such as 8.6, got {ptx!r}")
        version = int(major) * 10 + int(minor)
    options = {"ptx": version, "cubin": cubin, "line_info": line_info, "checks": checks}
    options["is_script"] = hasattr(source, "ir_text")
    program = Program(text, name, gpu, simulate, **options)
    names = [launcher.name for launcher in program.entries]
    wanted = entry or wanted
    if wanted is None and len(names) == 1:
        wanted = names[0]
    if not names:
        raise ValueError(
            "expected a launcher of the kernels, got a module without one; write launch.func "
            "@NAME(%x: memref<...>) { launch.kernel @KERNEL grid [N] (%x) : memref<...> }"
        )
    if wanted not in names:
        got = f"got {wanted!r}" if wanted else "and got none: choose one with entry="
        raise ValueError(f"expected one of the launchers {', '.join(names)}, {got}")
    return Kernel(program, names.index(wanted))

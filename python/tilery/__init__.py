# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tilery: kernels around the Tensor Memory Accelerator.

`compile` makes a kernel of a function of `tilery.script`, or of tile IR: for the GPU where
there is one, else for the simulator. The kernel is called with arrays; `kernel.asm["ptx"]`
and such show what it has become.
"""

import importlib

__version__ = "0.1.0"

# Where each name is. Modules are loaded when a name of theirs is first used: a program
# that imports the package without compiling anything pays a millisecond, not 60.
_HOMES = {
    "ArgumentError": "errors",
    "ArgumentTypeError": "errors",
    "CompileError": "errors",
    "Device": "devices",
    "Diagnostic": "errors",
    "Finding": "errors",
    "Kernel": "kernel",
    "LaunchError": "errors",
    "Place": "errors",
    "SimulationError": "errors",
    "SimulationReport": "simulator",
    "SimulationWarning": "errors",
    "TileryError": "errors",
    "compile": "compiler",
    "get_device": "devices",
}
_MODULES = ("script", "tirx")

__all__ = [*_HOMES, *_MODULES]  # noqa: PLE0604


def __getattr__(name: str):
    if name in _MODULES:
        return importlib.import_module(f".{name}", __name__)
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tilery: kernels around the Tensor Memory Accelerator.

    import numpy as np, tilery
    from tilery.script import tile as T

    kernel = tilery.compile(f)        # the GPU where there is one, else the simulator
    kernel(a, b)
    kernel.asm["ptx"]
"""

from . import tirx
from .compiler import compile
from .devices import Device, get_device
from .errors import (
    ArgumentError,
    ArgumentTypeError,
    CompileError,
    Diagnostic,
    Finding,
    LaunchError,
    Place,
    SimulationError,
    SimulationWarning,
    TileryError,
)
from .kernel import Kernel
from .simulator import SimulationReport

__version__ = "0.1.0"

__all__ = [
    "ArgumentError",
    "ArgumentTypeError",
    "CompileError",
    "Device",
    "Diagnostic",
    "Finding",
    "Kernel",
    "LaunchError",
    "Place",
    "SimulationError",
    "SimulationReport",
    "SimulationWarning",
    "TileryError",
    "compile",
    "get_device",
    "tirx",
]

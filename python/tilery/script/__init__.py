# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The language of kernels. `tirx` and `tile` are one namespace under two names."""

from . import tirx
from .errors import Fault, KernelError
from .function import Function

tile = tirx

__all__ = ["Fault", "Function", "KernelError", "tile", "tirx"]

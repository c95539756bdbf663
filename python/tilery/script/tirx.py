# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The names of the language: `from tilery.script import tirx as T`."""

from __future__ import annotations

from . import cuda
from .cuda_functions import assert_
from .dtypes import DTYPES as _DTYPES
from .function import function, inline, jit
from .functions import (
    MATH as _MATH,
)
from .functions import (
    Select,
    abs_,
    alloc_local,
    alloc_shared,
    alloc_tensor,
    bitwise_and,
    bitwise_or,
    bitwise_xor,
    cast,
    cdiv,
    ceildiv,
    device_entry,
    floordiv,
    floormod,
    fma,
    if_then_else,
    local_scalar,
    max_,
    meta_var,
    min_,
    reinterpret,
    serial,
    shift_left,
    shift_right,
    smem,
    truncdiv,
    truncmod,
    unroll,
    vectorized,
)
from .meta import meta_class
from .ptx.opcode import PtxNamespace
from .ptx.operands import OPERANDS
from .tensor_maps import stack_alloca
from .types import Tensor, TensorMap, constexpr, handle, let

ptx = PtxNamespace(**OPERANDS)


globals().update(_DTYPES)
globals().update(_MATH)
globals().update({"min": min_, "max": max_, "abs": abs_})

__all__ = [  # noqa: PLE0604
    *_DTYPES,
    *_MATH,
    "Select",
    "Tensor",
    "TensorMap",
    "abs",
    "alloc_local",
    "alloc_shared",
    "alloc_tensor",
    "assert_",
    "bitwise_and",
    "bitwise_or",
    "bitwise_xor",
    "cast",
    "cdiv",
    "ceildiv",
    "constexpr",
    "cuda",
    "device_entry",
    "floordiv",
    "floormod",
    "fma",
    "function",
    "handle",
    "if_then_else",
    "inline",
    "jit",
    "let",
    "local_scalar",
    "max",
    "meta_class",
    "meta_var",
    "min",
    "ptx",
    "reinterpret",
    "serial",
    "shift_left",
    "shift_right",
    "smem",
    "stack_alloca",
    "truncdiv",
    "truncmod",
    "unroll",
    "vectorized",
]

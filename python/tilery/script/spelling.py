# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What to write instead of a name that there is not."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

# Names of CUDA C++ and of Numba.
CUDA = {
    "threadIdx": 'T.cuda.thread_idx("x")', "blockIdx": 'T.cuda.block_idx("x")',
    "blockDim": 'T.cuda.block_dim("x")', "gridDim": 'T.cuda.grid_dim("x")',
    "clusterIdx": 'T.cuda.cluster_id("x")', "clusterDim": 'T.cuda.cluster_dim("x")',
    "laneid": "T.cuda.lane_id()", "syncthreads": "T.cuda.cta_sync()",
    "sync_threads": "T.cuda.cta_sync()", "syncwarp": "T.cuda.warp_sync()",
    "sync_warp": "T.cuda.warp_sync()", "shared": "T.alloc_shared(shape, dtype)",
    "local": "T.alloc_local(shape, dtype)", "printf": 'T.cuda.printf("%d", x)',
    "nanosleep": "T.cuda.nanosleep(ns)", "rsqrtf": "T.rsqrt(x)", "expf": "T.exp(x)",
    "logf": "T.log(x)", "sqrtf": "T.sqrt(x)", "fmaf": "T.fma(a, b, c)", "grid": 'T.cuda.block_idx("x")',
}  # fmt: skip
# Functions of numpy, math and torch that `T` has by another name.
NUMERIC = {
    "absolute": "abs(x)", "maximum": "max(a, b)", "minimum": "min(a, b)", "fmax": "max(a, b)",
    "fmin": "min(a, b)", "power": "T.pow(x, y)", "where": "T.if_then_else(condition, a, b)",
    "arcsin": "T.asin(x)", "arccos": "T.acos(x)", "arctan": "T.atan(x)", "rint": "T.round(x)",
}  # fmt: skip


def cure_of_name(name: str, names: Sequence[str]) -> str:
    """Of CUDA's names ours, else one of `names` that is close, else nothing."""
    ours = CUDA.get(name.strip("_"))
    if ours:
        return f"write {ours}"
    close = difflib.get_close_matches(name, names, 1)
    return f"did you mean '{close[0]}'?" if close else ""


def numeric_cure(name: str) -> str:
    """What to write instead of a function of numpy or math; nothing for others."""
    from . import tirx

    if ours := NUMERIC.get(name):
        return f"write {ours}"
    return f"write T.{name}(x)" if name in tirx.__all__ else ""

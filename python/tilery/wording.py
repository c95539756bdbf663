# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Messages of the compiler about kernels of tilery.script, in the words of Python."""

from __future__ import annotations

import dataclasses
import re

from .errors import Diagnostic
from .script.dtypes import DTYPES

_OPS = {
    "alloc_shared": "T.alloc_shared",
    "apply": "T.cuda.tile.apply",
    "bulk.commit_group": "T.ptx.cp.async_.bulk.commit_group",
    "bulk.wait_group": "T.ptx.cp.async_.bulk.wait_group",
    "cluster_sync": "T.cuda.cluster_sync",
    "cta_sync": "T.cuda.cta_sync",
    "elect": "T.cuda.elect_sync",
    "fence.proxy.async": "T.ptx.fence.proxy.async_",
    "mbarrier.arrive": "T.ptx.mbarrier.arrive",
    "mbarrier.arrive_expect_tx": "T.ptx.mbarrier.arrive.expect_tx",
    "mbarrier.expect_tx": "T.ptx.mbarrier.expect_tx",
    "mbarrier.init": "T.ptx.mbarrier.init",
    "mbarrier.wait": "T.cuda.mbarrier_wait",
    "warp_sync": "T.cuda.warp_sync",
}
_OP = re.compile(r"(?<![\w.])(?:'tile\.([a-z_.]*[a-z])' op\b|('?)tile\.([a-z_.]*[a-z])\2)")
_TENSOR = re.compile(
    r"(?P<quote>'?)memref<(?P<shape>(?:(?:\d+|\?)x)*)(?P<element>!?[\w.]+)"
    r"(?:, strided<[^<>]*>)?(?:, #tile\.(?P<space>shared|shared_cluster)(?:<[^<>]*>)?)?>(?P=quote)"
)
_ELEMENTS = {dtype.mlir: dtype.name for dtype in reversed(DTYPES.values())}
_ELEMENTS["!tile.mbarrier"] = "mbarrier"


def _op(match: re.Match) -> str:
    subject, name = match[1], match[1] or match[3]
    ours = _OPS.get(name)
    if not ours:
        return match[0]
    return f"{ours}:" if subject else ours


def _tensor(match: re.Match) -> str:
    element = _ELEMENTS.get(match["element"])
    if not element:
        return match[0]
    extents = match["shape"].split("x")[:-1]
    shape = ", ".join(extents) + ("," if len(extents) == 1 else "")
    space = f" in {match['space'].replace('_', ' ')} memory" if match["space"] else ""
    return f"a tensor ({shape}) of {element}{space}"


def in_python(text: str) -> str:
    return _TENSOR.sub(_tensor, _OP.sub(_op, text))


def diagnostic_in_python(diagnostic: Diagnostic) -> Diagnostic:
    notes = tuple(map(diagnostic_in_python, diagnostic.notes))
    return dataclasses.replace(diagnostic, text=in_python(diagnostic.text), notes=notes)

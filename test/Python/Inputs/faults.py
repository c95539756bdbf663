# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Wrong kernels: what is said of them, and where."""

from __future__ import annotations

import textwrap

import pytest
from tilery.script import Fault, KernelError

from .text import define

LOAD = "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
STORE = "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
HEAD = """
@T.function
def kernel(A: T.Tensor((8, 32), "float32"), n: T.int32, x: T.float32):
    T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))
    lane = T.cuda.lane_id()
    tile = T.alloc_shared((8, 32), "float32")
    bars = T.alloc_shared((1,), "uint64")
"""
# Words of messages that say the rule by themselves.
RULES = (
    "expected",
    "out of range",
    "reaches",
    "lacks",
    "has no",
    "does not fit",
    "must",
    "did you mean",
    "not yet implemented",
)


def faults_of(text: str, **names: object) -> tuple[Fault, ...]:
    """The faults of a module's text, which does not define a kernel."""
    with pytest.raises(KernelError) as caught:
        define(text, LOAD=LOAD, STORE=STORE, **names)
    return caught.value.faults


def faults(body: str, **names: object) -> tuple[Fault, ...]:
    """Those of statements in a kernel that has A, n, x, lane, tile and bars."""
    return faults_of(
        HEAD + textwrap.indent(textwrap.dedent(body).strip("\n"), "    ") + "\n", **names
    )


def marked(text: str) -> int:
    """The line that ends with "#!"."""
    return next(k for k, line in enumerate(text.splitlines(), 1) if line.endswith("#!"))


def check(found: tuple[Fault, ...], line: int, message: str, cure: str) -> None:
    """One fault, with its place, its rule, and what to write instead."""
    assert len(found) == 1, [str(f) for f in found]
    (fault,) = found
    assert message in fault.message, fault
    assert cure in fault.cure, fault
    assert fault.cure or any(word in fault.message for word in RULES), fault
    assert fault.place.line == line
    shown = str(fault).splitlines()
    assert shown[0].startswith(f"kernel.py:{line}:")
    assert shown[2].strip().startswith("^")
    for leak in ("Value(", "Buffer(", "object at 0x", "NoneType"):
        assert leak not in str(fault)


def check_body(body: str, message: str, cure: str, **names: object) -> None:
    check(faults(body, **names), HEAD.count("\n") + marked(body), message, cure)


def check_text(text: str, message: str, cure: str) -> None:
    check(faults_of(text), marked(text), message, cure)

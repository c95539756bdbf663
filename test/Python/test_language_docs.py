# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""docs/python-language.md: its kernels are translated, and its names are those that there are."""

import linecache
import re
from pathlib import Path

import numpy as np
import pytest
from Inputs.plain import collatz_length
from Inputs.sim import simulate, verify
from tilery.script import Function
from tilery.script import tirx as T
from tilery.script.ptx.forms import FORMS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "python-language.md"
TEXT = PAGE.read_text()
BLOCKS = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


def run(number: int) -> dict[str, object]:
    name = f"{PAGE}-{number}"
    text = BLOCKS[number]
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    scope: dict[str, object] = {}
    exec(compile(text, name, "exec"), scope)
    return scope


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_block(number):
    kernels = [v for v in run(number).values() if isinstance(v, Function)]
    assert kernels
    for kernel in kernels:
        verify(kernel.ir_text())


def test_add_one():
    a = np.arange(256, dtype=np.float32).reshape(8, 32)
    assert np.array_equal(simulate(run(0)["add_one"], "B", A=a)["B"], a + 1)


def test_scale():
    x = np.arange(320, dtype=np.float32).reshape(10, 32)
    assert np.array_equal(simulate(run(1)["kernel"], "x", x=x, factor=3)["x"], x * 3)


def test_collatz():
    out = simulate(run(2)["lengths"], "out", out=np.zeros(256, np.int32))["out"]
    assert out.tolist() == [collatz_length(i + 1) for i in range(256)]


def test_negate():
    a = np.arange(9 * 128, dtype=np.float32).reshape(9, 128)
    assert np.array_equal(simulate(run(3)["negate"], "B", A=a, B=np.zeros_like(a))["B"], -a)


def listed(heading: str) -> set[str]:
    section = TEXT[TEXT.index("## Names") :]
    paragraph = next(p for p in section.split("\n\n") if p.startswith(f"`{heading}`"))
    return set(re.findall(r"`([^`\s]+)`", paragraph))


def test_names():
    assert {*T.__all__, "min", "max", "abs"} <= listed("T")
    assert set(T.cuda.__all__) <= listed("T.cuda")
    for name in listed("T") - {"T"}:
        assert hasattr(T, name), name


def test_opcodes():
    names = listed("T.ptx")
    for text in FORMS:
        bare = (
            re.sub(r"\.(release|acquire|relaxed)\.(cta|cluster)(?=\.|$)", "", text)
            if text.startswith("mbarrier")
            else text
        )
        bare = re.sub(r"\.shared(::cta|::cluster)?(?=\.b64)", "", bare)
        assert re.sub(r"\.aligned$", "", bare) in names, text

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the simulator finds reaches the caller."""

import re

import numpy as np
import pytest
import tilery


def test_findings_are_raised(without_wait, arrays):
    with pytest.raises(tilery.SimulationError) as caught:
        without_wait(*arrays)
    finding = caught.value.findings[0]
    assert finding.id.startswith("SIM") and finding.severity == "error"
    assert finding.place.file == "<ir>" and finding.place.line > 0
    assert finding.id in str(caught.value)
    assert re.match(r"(1 finding|\d+ findings) of the simulator\n", str(caught.value))
    assert finding.block == (0, 0, 0) and finding.thread is not None


def test_simulate_returns_them(without_wait, arrays):
    report = without_wait.simulate(*arrays)
    assert not report.is_clean
    assert report.findings


def test_a_kernel_works_after_a_fault(without_wait, add_one, arrays):
    a, b = arrays
    for _ in range(2):
        with pytest.raises(tilery.SimulationError):
            without_wait(a, b)
        add_one(a, b)
        np.testing.assert_array_equal(b, a + 1)


def test_printed_text(add_one_text, arrays, capsys):
    text = add_one_text.replace(
        "  scf.if %leader {\n    tile.mbarrier.init",
        '  scf.if %leader {\n    tile.printf "hello %d\\0A" (%seven : i32)\n    tile.mbarrier.init',
    ).replace("  %one = arith", "  %seven = arith.constant 7 : i32\n  %one = arith")
    tilery.compile(text, target="sim")(*arrays)
    assert capsys.readouterr().out == "hello 7\n"

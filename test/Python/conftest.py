# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the tests share: the examples as kernels."""

from pathlib import Path

import numpy as np
import pytest
import tilery

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def replace(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in the text"
    return text.replace(old, new)


@pytest.fixture(scope="session")
def add_one_text() -> str:
    return (EXAMPLES / "add_one.mlir").read_text()


@pytest.fixture(scope="session")
def add_one(add_one_text) -> tilery.Kernel:
    """Adds one to 8x32 floats, in the simulator."""
    return tilery.compile(add_one_text, target="sim")


@pytest.fixture(scope="session")
def add_one_gpu(add_one_text) -> tilery.Kernel:
    return tilery.compile(add_one_text, target="sm_90a")


@pytest.fixture(scope="session")
def copy() -> tilery.Kernel:
    """Copies a matrix of any size (symbols m and n), in the simulator."""
    return tilery.compile(EXAMPLES / "copy.mlir", target="sim")


@pytest.fixture
def arrays() -> tuple[np.ndarray, np.ndarray]:
    a = np.arange(256, dtype=np.float32).reshape(8, 32)
    return a, np.zeros_like(a)


@pytest.fixture(scope="session")
def without_wait(add_one_text) -> tilery.Kernel:
    """add_one that reads its tile before it has arrived."""
    text = replace(add_one_text, "  tile.mbarrier.wait %bar, 0\n", "")
    return tilery.compile(text, target="sim")

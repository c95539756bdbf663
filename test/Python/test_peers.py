# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Torch, Triton, JAX and CuPy in one process with the package, imported before and after it.
They are there after `utils/setup --peers`; without them, the package is alone."""

import importlib.util
import subprocess
import sys

import pytest
from Inputs import peer_orders

FOUND = [name for name in peer_orders.PEERS if importlib.util.find_spec(name)]


@pytest.mark.parametrize("order", peer_orders.orders(FOUND) or [("tilery",)], ids=",".join)
def test_order(order):
    answer = subprocess.run(
        [sys.executable, peer_orders.__file__, "cpu", ",".join(order)],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.startswith("works with ")


def test_orders():
    """Each peer comes before the package and behind it."""
    found = peer_orders.orders(list(peer_orders.PEERS))
    assert len(found) == len(set(found)) == 12
    for name in peer_orders.PEERS:
        sides = {order.index(name) < order.index("tilery") for order in found if name in order}
        assert sides == {True, False}

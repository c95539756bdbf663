# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Torch, Triton, JAX and CuPy in one process with the package, imported in several orders; each
order has a process of its own (test/Python/Inputs/peer_orders.py)."""

import importlib.util
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from .arrays import DEVICE, ROOT, skip

SCRIPT = ROOT / "test" / "Python" / "Inputs" / "peer_orders.py"


def check_peers():
    from Inputs.peer_orders import PEERS, orders

    found = [name for name in PEERS if importlib.util.find_spec(name)]
    print(f"found {found} of {list(PEERS)}")
    if not found:
        skip(f"none of {', '.join(PEERS)} is installed")

    def run(order):
        command = [sys.executable, str(SCRIPT), DEVICE, ",".join(order)]
        return order, subprocess.run(command, capture_output=True, text=True, timeout=80)

    with ThreadPoolExecutor(4) as pool:
        for order, answer in pool.map(run, orders(found)):
            text = (answer.stdout + answer.stderr).strip()
            assert answer.returncode == 0, f"{order}: {text[-2000:]}"
            print(f"{', '.join(order)}: {text.splitlines()[-1]}")

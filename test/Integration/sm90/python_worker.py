# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One check of calls from Python: python_worker.py NAME DEVICE.

Exit status 0, or 77 where the machine lacks something, with the reason on the last line.
"""

import sys

from python_checks import basics, peers, processes, torch_calls


def find(name: str):
    function = f"check_{name.replace('-', '_')}"
    modules = (basics, processes, torch_calls, peers)
    return next(getattr(module, function) for module in modules if hasattr(module, function))


if __name__ == "__main__":
    find(sys.argv[1])()
    print("as expected")

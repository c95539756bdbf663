# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the ops in docs/kernels.md with the list in KernelBody.cpp."""

import re
import sys
from pathlib import Path

root = Path(sys.argv[1])
source = (root / "lib/Dialect/Tile/Transforms/KernelBody.cpp").read_text()
table = source.split("getKnownOps()", 1)[1].split("return names", 1)[0]
known = set(re.findall(r'"(\w+\.[\w.]+)"', table)) - {"tile.kernel"}

listed = set()
for line in (root / "docs/kernels.md").read_text().splitlines():
    row = re.match(r"\| `(\w+)` \| (`.*) \|$", line)
    if row:
        listed |= {f"{row[1]}.{op}" for op in re.findall(r"`([\w.]+)`", row[2])}

for op in sorted(known - listed):
    print(f"error: {op} is not in docs/kernels.md")
for op in sorted(listed - known):
    print(f"error: {op} is in docs/kernels.md, but kernels may not hold it")
if known == listed:
    print(f"{len(known)} ops, all listed")
sys.exit(known != listed)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""count_lines.py FILE LIMIT: a launcher has fewer lines without its device code."""

import re
import sys

path, limit = sys.argv[1], int(sys.argv[2])
with open(path, encoding="ascii") as file:
    text = file.read()
code, found = re.subn(r'= (R"PTX\(.*?\)PTX"|\{\n *0x.*?\n\});', "= ...;", text, flags=re.DOTALL)
lines = code.count("\n")
if not found or lines >= limit:
    sys.exit(f"expected device code and under {limit} lines beside it, got {found} and {lines}")

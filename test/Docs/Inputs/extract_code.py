# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the first block of a language that a page shows.

usage: extract_code.py PAGE.md LANGUAGE
"""

import re
import sys
from pathlib import Path

page = Path(sys.argv[1])
block = re.search(rf"^```{sys.argv[2]}\n(.*?)^```", page.read_text(), re.M | re.S)
if not block:
    sys.exit(f"{page.name}: expected a block of {sys.argv[2]}")
sys.stdout.write(block[1])

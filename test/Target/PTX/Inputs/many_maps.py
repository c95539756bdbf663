# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a kernel with as many TensorMap parameters as the argument says."""

import sys

maps = ", ".join(f"%m{i}: !tile.tensor_map<64xf32>" for i in range(int(sys.argv[1])))
print(f"tile.kernel @maps({maps}) block [32] {{\n}}")

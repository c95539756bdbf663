# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: softmax.py make FILE ROWS COLUMNS | softmax.py compare IN OUT COLUMNS"""

import sys

import numpy as np

if sys.argv[1] == "make":
    shape = int(sys.argv[3]), int(sys.argv[4])
    values = np.random.default_rng(1).normal(scale=8, size=shape)
    values.astype(np.float32).tofile(sys.argv[2])
else:
    columns = int(sys.argv[4])
    given, got = (np.fromfile(f, np.float32).reshape(-1, columns) for f in sys.argv[2:4])
    powers = np.exp(given.astype(np.float64) - given.max(axis=1, keepdims=True))
    expected = powers / powers.sum(axis=1, keepdims=True)
    # math.exp is within 2^-21; the sum of a row adds less than that.
    error = np.abs(got - expected).max()
    if got.shape != given.shape or not error < 2e-6:
        sys.exit(f"expected errors below 2e-6, got {error}")

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The checks of python_worker.py, by topic."""

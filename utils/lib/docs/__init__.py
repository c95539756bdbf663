# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The generated pages of docs/, one module each."""

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`T.ptx`: instructions by their PTX names."""

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""load_module.py LIBRARY: what add_one says to wrong arguments."""

import sys

import numpy
import tvm_ffi

add_one = tvm_ffi.load_module(sys.argv[1]).add_one
tensor = tvm_ffi.from_dlpack(numpy.zeros((8, 32), "float32"))
for arguments in ((tensor,), (tensor, 1.5), (tensor, tensor)):
    try:
        add_one(*arguments)
        print("no error")
    except (TypeError, ValueError, RuntimeError) as error:
        print(f"{type(error).__name__}: {error}")

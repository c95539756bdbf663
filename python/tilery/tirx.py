# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The spelling `tilery.tirx.compile`, for programs that come from TIRx."""

from .compiler import compile

__all__ = ["compile"]

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels of a text, as of a file of their own."""

import linecache

from tilery.script import tirx as T


def define(text: str, filename: str = "kernel.py", **names: object):
    """What the text calls `kernel`."""
    linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
    scope = {"T": T, **names}
    exec(compile(text, filename, "exec"), scope)
    return scope["kernel"]


def kernel(body: list[str], parameters: str = "", launch: str = "grid=2, block=128, cluster=2"):
    """A kernel of these statements."""
    lines = ["@T.function", f"def kernel({parameters}):"]
    lines += [f"    {s}" for s in [f"T.device_entry(launch=T.cuda.LaunchConfig({launch}))", *body]]
    return define("\n".join(lines) + "\n")

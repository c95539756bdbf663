# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The syntax tree of a function, with the lines and columns of its file."""

from __future__ import annotations

import ast
import linecache
from collections.abc import Mapping
from types import FunctionType


class Source:
    """A function's tree and the names that surround it.

    offset  to add to a line of the tree to have the file's
    """

    def __init__(
        self, function: FunctionType, names: Mapping[str, object], decorated: bool = True
    ) -> None:
        code = function.__code__
        self.function = function
        self.filename = code.co_filename
        self.names = names
        self.tree, self.offset = _parse(function, decorated)
        cells = zip(code.co_freevars, function.__closure__ or (), strict=False)
        self.closure: dict[str, object] = {}
        for name, cell in cells:
            try:
                self.closure[name] = cell.cell_contents
            except ValueError:
                continue

    def outer(self) -> tuple[Mapping[str, object], ...]:
        return (self.closure, self.function.__globals__, self.names)


def _parse(function: FunctionType, decorated: bool) -> tuple[ast.FunctionDef, int]:
    filename, first = function.__code__.co_filename, function.__code__.co_firstlineno
    lines = linecache.getlines(filename, function.__globals__)
    if not lines:
        raise OSError(
            f"the source of {function.__name__} is not there ({filename}): write the kernel in a file"
        )
    head = lines[first - 1]
    indent = len(head) - len(head.lstrip())
    # An indented function becomes the body of an if, so that columns stay.
    prefix = "if 1:\n" if indent else ""
    for end in _ends(lines, first, indent):
        try:
            tree = ast.parse(prefix + "".join(lines[first - 1 : end]))
        except SyntaxError:
            continue
        body = tree.body[0].body if prefix else tree.body
        found = body[0] if body else None
        if isinstance(found, ast.AsyncFunctionDef):
            raise SyntaxError(
                f"{function.__name__}: a kernel is a plain function: write def, not async def",
                (filename, first, indent + 1, head),
            )
        if isinstance(found, ast.FunctionDef):
            if decorated and not found.decorator_list:
                break
            return found, first - 1 - (1 if prefix else 0)
        break
    raise SyntaxError(
        f"{function.__name__}: Construction decorators must be applied with @ at the definition site",
        (filename, first, indent + 1, head),
    )


def _ends(lines: list[str], first: int, indent: int):
    """Where the function may end: before a line that is not indented further."""
    in_body = _is_def(lines[first - 1])
    for number in range(first, len(lines)):
        line = lines[number]
        bare = line.lstrip()
        if not bare or bare[0] in "#)]}" or len(line) - len(bare) > indent:
            continue
        if in_body:
            yield number
        in_body = in_body or _is_def(line)
    yield len(lines)


def _is_def(line: str) -> bool:
    """Decorators stand before it, each over any number of lines."""
    return line.lstrip().startswith(("def ", "async def "))

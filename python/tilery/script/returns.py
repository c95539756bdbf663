# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Returns that do not end a body, as variables that say whether it is done.

    if c:                            if c:
        return a         ->              '.value' = a
    rest                             else:
    return b                             rest
                                         '.value' = b

Where a branch may or may not return, and in loops, a second variable, '.done', says which. The
names are such that no Python source can have them.
"""

from __future__ import annotations

import ast

from .errors import Control
from .jumps import assignment, jumps_of, negation

DONE = ".done"
VALUE = ".value"


class Returned(Control):
    """A function gives its value."""

    def __init__(self, value: object) -> None:
        super().__init__()
        self.value = value


def has_inner_return(body: list[ast.stmt]) -> bool:
    """Whether a return stands in a branch or a loop."""
    return any(not isinstance(node, ast.Return) and returns(node) for node in body)


def returns(node: ast.stmt) -> bool:
    """Whether a statement holds a return; those of functions in it are theirs."""
    if isinstance(node, ast.Return):
        return True
    if isinstance(node, (ast.If, ast.For, ast.While)):
        return any(returns(inner) for inner in (*node.body, *node.orelse))
    return False


def returned_values(body: list[ast.stmt]) -> list[ast.Return]:
    """The returns of a body that have values."""
    found: list[ast.Return] = []
    for node in body:
        if isinstance(node, ast.Return) and node.value is not None:
            found.append(node)
        elif isinstance(node, (ast.If, ast.For, ast.While)):
            found += returned_values([*node.body, *node.orelse])
    return found


def with_returns_last(body: list[ast.stmt]) -> list[ast.stmt]:
    """The body with its returns as assignments, and what they skip under conditions."""
    return [assignment(body[0], DONE, False), *_block(body, False)]


def _block(body: list[ast.stmt], in_loop: bool) -> list[ast.stmt]:
    result: list[ast.stmt] = []
    for k, node in enumerate(body):
        if isinstance(node, ast.Return):
            return result + _leave(node, in_loop)
        if not returns(node):
            result.append(node)
            continue
        rest = body[k + 1 :]
        if isinstance(node, ast.If):
            return result + _branch(node, rest, in_loop)
        loop = type(node)(**{**dict(ast.iter_fields(node)), "body": _block(node.body, True)})
        loop.tilery_returns = bool(returned_values(node.body))
        result.append(ast.copy_location(loop, node))
        if _endless(node):
            result.append(assignment(node, DONE, True))
        if in_loop:
            result.append(_if(node, _done(node), [ast.copy_location(ast.Break(), node)]))
        return result + _unless_done(node, rest, in_loop)
    return result


def _branch(node: ast.If, rest: list[ast.stmt], in_loop: bool) -> list[ast.stmt]:
    """An if with returns: what follows goes to the branch that does not return."""
    if _always(node.body):
        return [
            _if(node, node.test, _block(node.body, in_loop), _block(node.orelse + rest, in_loop))
        ]
    if node.orelse and _always(node.orelse):
        return [
            _if(node, node.test, _block(node.body + rest, in_loop), _block(node.orelse, in_loop))
        ]
    first = _if(node, node.test, _block(node.body, in_loop), _block(node.orelse, in_loop))
    return [first, *_unless_done(node, rest, in_loop)]


def _always(body: list[ast.stmt]) -> bool:
    """Whether each way through a block ends with a return."""
    for node in body:
        if isinstance(node, ast.Return):
            return True
        if isinstance(node, ast.If) and node.orelse and _always(node.body) and _always(node.orelse):
            return True
        if _endless(node):
            return True
    return False


def _endless(node: ast.stmt) -> bool:
    """Whether nothing but a return leaves a loop."""
    return (
        isinstance(node, ast.While)
        and isinstance(node.test, ast.Constant)
        and bool(node.test.value)
        and not jumps_of(node.body).breaks
    )


def _leave(node: ast.Return, in_loop: bool) -> list[ast.stmt]:
    value = node.value or ast.copy_location(ast.Constant(None), node)
    keep = ast.copy_location(ast.Assign([_name(node, VALUE, ast.Store())], value), node)
    found: list[ast.stmt] = [keep, assignment(node, DONE, True)]
    return [*found, ast.copy_location(ast.Break(), node)] if in_loop else found


def _unless_done(node: ast.stmt, rest: list[ast.stmt], in_loop: bool) -> list[ast.stmt]:
    body = _block(rest, in_loop)
    # Where the rest is skipped, the function is done for certain.
    return [_if(node, negation(_done(node)), body, [assignment(node, DONE, True)])] if body else []


def _done(node: ast.stmt) -> ast.Name:
    return _name(node, DONE, ast.Load())


def _name(node: ast.AST, name: str, context: ast.expr_context) -> ast.Name:
    return ast.copy_location(ast.Name(name, context), node)


def _if(node: ast.stmt, test: ast.expr, body: list, orelse: list | None = None) -> ast.If:
    empty = [ast.copy_location(ast.Pass(), node)]
    return ast.copy_location(ast.If(test, body or empty, orelse or []), node)

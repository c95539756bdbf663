# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""break and continue, as variables that say what of a turn is left to do.

    for i in items:                  for i in items:  # while '.stop' is not set
        if c:                            '.skip' = False
            continue            ->       if c:
        rest                                 '.skip' = True
                                         if not '.skip':
                                             rest

The variables have names that no Python source can have.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

SKIP = ".skip"
STOP = ".stop"
ITEM = ".item"
TYPE = ".type"


@dataclass
class Jumps:
    """What a loop's own body has."""

    breaks: bool
    continues: bool


def jumps_of(body: list[ast.stmt]) -> Jumps:
    """The jumps of a loop, those of loops inside of it left out."""
    found = Jumps(False, False)

    def look(statements: list[ast.stmt]) -> None:
        for node in statements:
            found.breaks |= isinstance(node, ast.Break)
            found.continues |= isinstance(node, ast.Continue)
            if isinstance(node, ast.If):
                look(node.body)
                look(node.orelse)

    look(body)
    return found


def without_jumps(node: ast.For | ast.While) -> list[ast.stmt]:
    """The body of a loop, its jumps as assignments; the rest of a turn stands under conditions."""
    depth = str(node.lineno)
    return [assignment(node, SKIP + depth, False), *_block(node.body, depth)]


def stop_name(node: ast.For | ast.While) -> str:
    return STOP + str(node.lineno)


def _block(body: list[ast.stmt], depth: str) -> list[ast.stmt]:
    result: list[ast.stmt] = []
    for k, node in enumerate(body):
        if isinstance(node, (ast.Break, ast.Continue)):
            result.append(assignment(node, SKIP + depth, True))
            if isinstance(node, ast.Break):
                result.append(assignment(node, STOP + depth, True))
            return result
        if not isinstance(node, ast.If) or not _any(jumps_of([node])):
            result.append(node)
            continue
        split = ast.If(node.test, _block(node.body, depth), _block(node.orelse, depth))
        result.append(ast.copy_location(split, node))
        rest = _block(body[k + 1 :], depth)
        if rest:
            test = ast.copy_location(negation(_name(node, SKIP + depth)), node.test)
            result.append(ast.copy_location(ast.If(test, rest, []), node))
        return result
    return result


def _any(jumps: Jumps) -> bool:
    return jumps.breaks or jumps.continues


def _name(node: ast.AST, name: str, store: bool = False) -> ast.Name:
    return ast.copy_location(ast.Name(name, ast.Store() if store else ast.Load()), node)


def assignment(node: ast.AST, name: str, value: bool) -> ast.Assign:
    constant = ast.copy_location(ast.Constant(value), node)
    return ast.copy_location(ast.Assign([_name(node, name, True)], constant), node)


def negation(test: ast.expr) -> ast.UnaryOp:
    return ast.copy_location(ast.UnaryOp(ast.Not(), test), test)


def while_not_stopped(node: ast.While) -> ast.While:
    """A while with breaks, as one that asks whether it was left."""
    test = _and_not(node.test, stop_name(node))
    return ast.copy_location(ast.While(test, without_jumps(node), []), node)


def counted_names(node: ast.For) -> tuple[str, str, str, str]:
    """Names of the turn's number, the count of turns, the start and the step."""
    return tuple(f".{what}{node.lineno}" for what in ("turn", "turns", "start", "step"))


def counted(node: ast.For, names: tuple[str, str, str, str]) -> ast.While:
    """A for with breaks, as a while over its turns."""
    at = node.iter
    turn, turns, start, step = names

    def put(tree: ast.AST) -> ast.AST:
        return ast.copy_location(tree, at)

    test = _and_not(
        put(ast.Compare(_name(at, turn), [ast.Lt()], [_name(at, turns)])), stop_name(node)
    )
    offset = put(ast.BinOp(_name(at, turn), ast.Mult(), _name(at, step)))
    value = put(ast.BinOp(_name(at, start), ast.Add(), offset))
    value = put(ast.Call(_name(at, TYPE), [value], []))
    first = put(ast.Assign([node.target], value))
    following = put(ast.AugAssign(_name(at, turn, True), ast.Add(), put(ast.Constant(1))))
    return ast.copy_location(ast.While(test, [first, following, *without_jumps(node)], []), node)


def unless_stopped(node: ast.For, body: list[ast.stmt]) -> ast.If:
    """One turn of an unrolled loop, whose counter is `ITEM`."""
    test = ast.copy_location(negation(_name(node, stop_name(node))), node.iter)
    first = ast.copy_location(ast.Assign([node.target], _name(node.iter, ITEM)), node)
    return ast.copy_location(ast.If(test, [first, *body], []), node)


def _and_not(test: ast.expr, name: str) -> ast.BoolOp:
    return ast.copy_location(ast.BoolOp(ast.And(), [negation(_name(test, name)), test]), test)

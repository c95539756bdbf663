# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Expressions: what Python computes is computed now, the rest becomes ops."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Mapping

from . import views
from .arithmetic import is_number, literal_type, static_int
from .attributes import A_TYPE, attribute_of
from .calls import KernelList, call_value
from .dtypes import BOOL, DType
from .errors import Stop
from .ptx.opcode import Opcode, PtxNamespace
from .translator import State
from .types import Tensor
from .values import (
    Buffer,
    HostMap,
    Instance,
    LocalArray,
    MapParam,
    Pointer,
    Sub,
    Undefined,
    Value,
    View,
    kind_of,
)

OPERATORS: dict[type, str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%",
    ast.Pow: "**", ast.LShift: "<<", ast.RShift: ">>", ast.BitAnd: "&", ast.BitOr: "|",
    ast.BitXor: "^", ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">",
    ast.GtE: ">=",
}  # fmt: skip
UNKNOWN: dict[type, tuple[str, str]] = {
    ast.Lambda: ("lambda is not part of the language", "write a function: def f(x): return ..."),
    ast.Yield: ("a kernel has no generators", "store to a tensor"),
    ast.YieldFrom: ("a kernel has no generators", "store to a tensor"),
    ast.Await: ("a kernel has no coroutines", "leave await out"),
    ast.Starred: ("* stands here for nothing", "write the values"),
}
# The longest list that a comprehension makes.
MOST_ITEMS = 65536
TENSORS = (Buffer, View)


def evaluate(state: State, node: ast.expr) -> object:
    """The value of an expression: a Python object, or one of `values`."""
    handler = HANDLERS.get(type(node))
    if handler is None:
        raise Stop(
            *UNKNOWN.get(type(node), (f"{type(node).__name__} is not part of the language",)),
            node=node,
        )
    try:
        return _plain(handler(state, node))
    except Stop as stop:
        if stop.node is None and stop.message:
            stop.node = node
        raise


def _plain(value: object) -> object:
    """A scalar of numpy as the number of Python that it is."""
    cls = type(value)
    if cls.__module__ != "numpy" or getattr(value, "shape", None) != ():
        return value
    found = value.item() if hasattr(cls, "item") else value
    return found if isinstance(found, (bool, int, float)) else value


def _constant(state: State, node: ast.Constant) -> object:
    return node.value


def _name(state: State, node: ast.Name) -> object:
    return state.read(node.id)


def _attribute(state: State, node: ast.Attribute) -> object:
    return attribute_of(state, evaluate(state, node.value), node.attr)


def subscripts(state: State, node: ast.expr) -> tuple[object, ...]:
    parts = node.elts if isinstance(node, ast.Tuple) else [node]
    return tuple(evaluate(state, part) for part in parts)


def _subscript(state: State, node: ast.Subscript) -> object:
    base = evaluate(state, node.value)
    if isinstance(base, TENSORS):
        items = subscripts(state, node.slice)
        if any(isinstance(i, slice) for i in items) or len(items) < base.ndim:
            return views.part(state, base, items, drop=False)
        return _element(state, base, items, node)
    if isinstance(base, Sub):
        return views.part(state, base.target, subscripts(state, node.slice), drop=True)
    if isinstance(base, LocalArray):
        items = subscripts(state, node.slice)
        found = state.locals[(base, state.memory.local_element(base, items))]
        if isinstance(found, Undefined):
            state.resolve(found)
        return found
    if isinstance(base, (Value, Pointer, MapParam, Instance)):
        raise Stop(f"{kind_of(base)} has no elements", "index the tensor that it is of")
    if isinstance(base, Tensor):
        raise Stop(*A_TYPE)
    key = evaluate(state, node.slice)
    if isinstance(key, Value):
        known = static_int(key)
        if known is None:
            raise Stop(
                f"expected an index of {kind_of(base)} that is known now, got {kind_of(key)}",
                "loop with T.unroll(...), or put the numbers into a tensor",
            )
        key = known
    try:
        return state.resolve(base[key])
    except (TypeError, KeyError, IndexError, ValueError) as error:
        text = error.args[0] if error.args else error
        raise Stop(
            str(text) if isinstance(base, PtxNamespace) else f"{type(error).__name__}: {text}"
        ) from None


def _element(state: State, base: Buffer | View, items: tuple, node: ast.expr) -> Value:
    state.at(node)
    check_in_kernel(state, base)
    return state.memory.load(base, items, state.place)


def check_in_kernel(state: State, base: Buffer | View) -> None:
    if state.host:
        raise Stop(
            f"the launcher does not access elements of {base.name[1:]}",
            "move it below T.device_entry(...)",
        )


def _slice(state: State, node: ast.Slice) -> slice:
    parts = (node.lower, node.upper, node.step)
    return slice(*(None if p is None else evaluate(state, p) for p in parts))


def _binary(state: State, node: ast.BinOp) -> object:
    a, b = evaluate(state, node.left), evaluate(state, node.right)
    op = OPERATORS.get(type(node.op))
    if op is None:
        raise Stop("@ is not part of the language", "write loops, or the instruction for it")
    state.at(node)
    if not is_number(a) or not is_number(b):
        return _python_binary(op, a, b)
    return state.arithmetic.binary(op, a, b)


def _python_binary(op: str, a: object, b: object) -> object:
    from .arithmetic import PYTHON

    special = (Value, Buffer, View, Pointer, LocalArray, MapParam, Instance, HostMap, Sub)
    if isinstance(a, special) or isinstance(b, special):
        wrong = next((v for v in (a, b) if not is_number(v)), a)
        cure = "index it: x[i, j]" if isinstance(wrong, (Buffer, View, LocalArray)) else ""
        if isinstance(wrong, Pointer):
            cure = "write T.ptx.addr(address, bytes), or x.ptr_to([i, j])"
        raise Stop(f"expected numbers on both sides of {op}, got {kind_of(wrong)}", cure)
    try:
        return PYTHON[op](a, b)
    except Exception as error:
        raise Stop(f"{type(error).__name__}: {error}") from None


def _unary(state: State, node: ast.UnaryOp) -> object:
    value = evaluate(state, node.operand)
    state.at(node)
    if isinstance(node.op, ast.Not):
        truth = state.arithmetic.truth(value)
        return not truth if isinstance(truth, bool) else state.arithmetic.invert(truth)
    if not is_number(value):
        raise Stop(f"expected a number, got {kind_of(value)}")
    if isinstance(node.op, ast.USub):
        return state.arithmetic.negate(value)
    if isinstance(node.op, ast.Invert):
        return state.arithmetic.invert(value)
    return value


def _compare(state: State, node: ast.Compare) -> object:
    left = evaluate(state, node.left)
    pairs = list(zip(node.ops, node.comparators, strict=True))

    def pair(left: object, op: ast.cmpop, right: object) -> object:
        state.at(node)
        if isinstance(op, (ast.Is, ast.IsNot)):
            if isinstance(left, Value) or isinstance(right, Value):
                same = left is right if None not in (left, right) else False
                if None not in (left, right):
                    raise Stop("'is' does not compare run-time numbers", "write ==")
            else:
                same = left is right
            return same == isinstance(op, ast.Is)
        if isinstance(op, (ast.In, ast.NotIn)):
            found = _contains(state, left, right)
            return found if isinstance(op, ast.In) else _negated(state, found)
        sign = OPERATORS[type(op)]
        if is_number(left) and is_number(right):
            return state.arithmetic.binary(sign, left, right)
        return _python_binary(sign, left, right)

    def rest(k: int, left: object) -> object:
        op, comparator = pairs[k]
        right = evaluate(state, comparator)
        first = pair(left, op, right)
        if k + 1 == len(pairs):
            return first
        return _short(state, node, first, lambda: rest(k + 1, right), True)

    return rest(0, left)


def _contains(state: State, item: object, items: object) -> object:
    """`x in (1, 2)`: of run-time numbers, it is equal to one of them."""
    if not isinstance(items, (tuple, list, set, frozenset, dict, str, range)):
        raise Stop(
            f"expected something to look into, got {kind_of(items)}", "write x == a or x == b"
        )
    run_time = isinstance(item, Value) or any(isinstance(i, Value) for i in items)
    if not run_time:
        return item in items
    found: object = False
    for other in items:
        if not is_number(other) or not is_number(item):
            raise Stop(f"expected numbers on both sides of ==, got {kind_of(other)}")
        same = state.arithmetic.binary("==", item, other)
        found = same if found is False else state.arithmetic.binary("|", found, same)
    return found


def _negated(state: State, found: object) -> object:
    return state.arithmetic.invert(found) if isinstance(found, Value) else not found


def _bool_op(state: State, node: ast.BoolOp) -> object:
    is_and = isinstance(node.op, ast.And)

    def rest(k: int) -> object:
        value = evaluate(state, node.values[k])
        if k + 1 == len(node.values):
            return value
        return _short(state, node, value, lambda: rest(k + 1), is_and)

    return rest(0)


def _short(state: State, node: ast.expr, left: object, right: Callable, is_and: bool) -> object:
    """`left and right()`: the right side runs only where the left one does not decide."""
    if not isinstance(left, Value) or left.const is not None:
        truth = state.arithmetic.truth(left)
        return right() if truth == is_and else left
    condition = state.arithmetic.truth(left)
    state.builder.open()
    before = state.builder.impure
    state.memory.depth += 1
    try:
        value = right()
        if not isinstance(value, (Value, bool)) or (
            isinstance(value, Value) and value.dtype is not BOOL
        ):
            value = state.arithmetic.truth(value)
        value = state.arithmetic.to_value(value)
    finally:
        state.memory.depth -= 1
        lines = state.builder.close()
    state.at(node)
    if state.builder.impure == before:
        state.builder.splice(lines)
        return state.arithmetic.binary("&" if is_and else "|", condition, value)
    return _yielding_if(state, condition, lines, value, None if is_and else True, is_and)


def _yielding_if(state, condition: Value, lines: list, value: Value, other, is_and: bool) -> Value:
    """An scf.if that gives `value` of `lines`, or the constant that decides."""
    constant = state.builder.constant(not is_and, BOOL)
    state.builder.open()
    state.builder.op(f"scf.yield {constant} : i1", pure=True)
    short = state.builder.close()
    state.builder.open()
    state.builder.op(f"scf.yield {state.arithmetic.ssa(value)} : i1", pure=True)
    lines = lines + state.builder.close()
    name = state.builder.fresh()
    regions = (lines, short) if is_and else (short, lines)
    head = f"{name} = scf.if {state.arithmetic.ssa(condition)} -> (i1)"
    state.builder.block(head, *regions, joints=("else {",))
    return Value(name, BOOL)


def _if_expression(state: State, node: ast.IfExp) -> object:
    condition = state.arithmetic.truth(evaluate(state, node.test))
    if isinstance(condition, bool):
        return evaluate(state, node.body if condition else node.orelse)
    sides = []
    before = state.builder.impure
    for part in (node.body, node.orelse):
        state.builder.open()
        state.memory.depth += 1
        try:
            value = evaluate(state, part)
            if not is_number(value):
                raise Stop(
                    f"expected a number on each side of a run-time if, got {kind_of(value)}",
                    "write an if statement",
                    node=part,
                )
        finally:
            state.memory.depth -= 1
            lines = state.builder.close()
        sides.append((value, lines))
    state.at(node)
    (a, a_lines), (b, b_lines) = sides
    if state.builder.impure == before:
        state.builder.splice(a_lines, b_lines)
        return state.arithmetic.select(condition, a, b)
    dtype = (
        a.dtype if isinstance(a, Value) else (b.dtype if isinstance(b, Value) else literal_type(a))
    )
    regions = []
    for value, lines in ((a, a_lines), (b, b_lines)):
        state.builder.open()
        typed = state.arithmetic.typed(state.arithmetic._literal(value, dtype), dtype)
        state.builder.op(f"scf.yield {state.arithmetic.ssa(typed)} : {dtype.mlir}", pure=True)
        regions.append(lines + state.builder.close())
    name = state.builder.fresh()
    head = f"{name} = scf.if {state.arithmetic.ssa(condition)} -> ({dtype.mlir})"
    state.builder.block(head, *regions, joints=("else {",))
    return Value(name, dtype)


def _sequence(make: Callable) -> Callable:
    def handler(state: State, node: ast.Tuple | ast.List | ast.Set) -> object:
        items: list[object] = []
        for part in node.elts:
            if isinstance(part, ast.Starred):
                items.extend(spread(state, part))
            else:
                items.append(evaluate(state, part))
        return make(items)

    return handler


def spread(state: State, node: ast.Starred) -> list:
    """The values of `*items`."""
    found = evaluate(state, node.value)
    if not isinstance(found, (tuple, list, range, set, frozenset, dict, str)):
        raise Stop(
            f"expected values behind *, got {kind_of(found)}", "write a tuple or a list", node=node
        )
    return list(found)


def _dict(state: State, node: ast.Dict) -> dict:
    found: dict[object, object] = {}
    for key, value in zip(node.keys, node.values, strict=True):
        if key is not None:
            found[evaluate(state, key)] = evaluate(state, value)
            continue
        other = evaluate(state, value)
        if not isinstance(other, Mapping):
            raise Stop(f"expected a dict behind **, got {kind_of(other)}", node=value)
        found.update(other)
    return found


def _comprehended(make: Callable) -> Callable:
    return lambda state, node: make(_comprehension(state, node, lambda: evaluate(state, node.elt)))


def _dict_comprehension(state: State, node: ast.DictComp) -> dict:
    def pair() -> tuple[object, object]:
        return evaluate(state, node.key), evaluate(state, node.value)

    return dict(_comprehension(state, node, pair))


def _comprehension(state: State, node: ast.expr, make: Callable) -> list:
    """A list of what is known now; the loop variables are its own."""
    from .targets import bind
    from .values import Range

    saved = dict(state.scope.values)
    result: list[object] = []

    def loop(k: int) -> None:
        if k == len(node.generators):
            result.append(make())
            if len(result) > MOST_ITEMS:
                raise Stop(f"expected at most {MOST_ITEMS} items of a list", "use a tensor")
            return
        part = node.generators[k]
        items = evaluate(state, part.iter)
        if isinstance(items, Range):
            items = python_range(items)
        if not isinstance(items, (list, tuple, range, set, dict, str)):
            raise Stop(
                f"expected something to loop over that is known now, got {kind_of(items)}",
                node=part.iter,
            )
        for item in items:
            bind(state, part.target, item)
            if all(state.arithmetic.truth(evaluate(state, test)) is True for test in part.ifs):
                loop(k + 1)

    try:
        loop(0)
    finally:
        state.scope.values = saved
    return result


def python_range(found) -> range:
    """A `Range` of constants as Python's own."""
    ends = [static_int(v) for v in (found.start, found.stop, found.step)]
    if None in ends:
        raise Stop(
            "expected the bounds of this loop to be known now",
            "write for i in range(...), which loops at run time",
        )
    if ends[2] == 0:
        raise Stop("the step of a range is 0", "write a step that moves")
    return range(*ends)


def _call(state: State, node: ast.Call) -> object:
    callee = evaluate(state, node.func)
    if isinstance(callee, Opcode):
        from .ptx.call import call_opcode

        return call_opcode(state, node, callee)
    args: list[object] = []
    for part in node.args:
        if isinstance(part, ast.Starred):
            args.extend(spread(state, part))
        else:
            args.append(evaluate(state, part))
    kwargs: dict[str, object] = {}
    for keyword in node.keywords:
        value = evaluate(state, keyword.value)
        if keyword.arg is None:
            if not isinstance(value, Mapping):
                raise Stop(f"expected a dict behind **, got {kind_of(value)}", node=keyword.value)
            kwargs.update(value)
        else:
            kwargs[keyword.arg] = value
    state.at(node)
    return call_value(state, node, callee, args, kwargs)


def _format(state: State, node: ast.JoinedStr) -> str:
    parts = []
    for part in node.values:
        if isinstance(part, ast.Constant):
            parts.append(str(part.value))
            continue
        value = evaluate(state, part.value)
        if isinstance(value, Value):
            raise Stop("a text does not hold run-time numbers", 'write T.cuda.printf("%d", x)')
        spec = _format(state, part.format_spec) if part.format_spec else ""
        if part.conversion != -1:
            value = {"r": repr, "s": str, "a": ascii}[chr(part.conversion)](value)
        parts.append(builtins.format(value, spec))
    return "".join(parts)


def _named(state: State, node: ast.NamedExpr) -> object:
    from .targets import bind

    value = evaluate(state, node.value)
    bind(state, node.target, value)
    return value


HANDLERS: dict[type, Callable] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Subscript: _subscript,
    ast.Slice: _slice,
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.Compare: _compare,
    ast.BoolOp: _bool_op,
    ast.IfExp: _if_expression,
    ast.Tuple: _sequence(tuple),
    ast.List: lambda state, node: KernelList(state, _sequence(list)(state, node)),
    ast.Set: _sequence(set),
    ast.Dict: _dict,
    ast.ListComp: lambda state, node: KernelList(state, _comprehended(list)(state, node)),
    ast.GeneratorExp: _comprehended(list),
    ast.SetComp: _comprehended(set),
    ast.DictComp: _dict_comprehension,
    ast.Call: _call,
    ast.JoinedStr: _format,
    ast.NamedExpr: _named,
}


def annotation(state: State, node: ast.expr) -> tuple[DType | None, bool]:
    """The type of `x: T.float32 = 0`, or of `x: T.let[T.int32] = e`, and whether it is a let."""
    from .types import let

    found = evaluate(state, node)
    if isinstance(found, DType):
        return found, False
    if found is let:
        return None, True
    if isinstance(found, let):
        return found.dtype, True
    raise Stop(f"expected a type such as T.float32, got {kind_of(found)}", node=node)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""if, for and while: variables that they assign become results of scf ops."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass

from .arithmetic import is_number, literal_type, static_int
from .dtypes import INDEX, INT64, DType
from .errors import Stop
from .expressions import bind, evaluate, python_range
from .jumps import (
    ITEM,
    TYPE,
    counted,
    counted_names,
    jumps_of,
    stop_name,
    unless_stopped,
    while_not_stopped,
    without_jumps,
)
from .returns import VALUE
from .translator import MISSING, State
from .values import (
    POISON,
    Cell,
    Instance,
    Number,
    Poison,
    Range,
    Undefined,
    Value,
    kind_of,
)

Run = Callable[[State, list[ast.stmt]], None]
Key = object
# Turns that a loop is unrolled to, and those that are translated side by side.
MOST_TURNS = 4096
MOST_IN_ALL = 65536
MOST_LANES = 64


class Variables:
    """A copy of what names and registers hold, to compare with and to go back to."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.names = dict(state.scope.values)
        self.locals = dict(state.locals)

    def restore(self) -> None:
        self.state.scope.values = dict(self.names)
        self.state.locals = dict(self.locals)

    def get(self, key: Key) -> object:
        if isinstance(key, str):
            return self.names.get(key, MISSING)
        return self.locals.get(key, MISSING)

    def changed_since(self, before: Variables) -> list[Key]:
        keys: list[Key] = [
            k for k, v in self.names.items() if before.names.get(k, MISSING) is not v
        ]
        keys += [k for k, v in self.locals.items() if before.locals.get(k, MISSING) is not v]
        return keys


def put(state: State, key: Key, value: object) -> None:
    if isinstance(key, str):
        state.scope.values[key] = value
    else:
        state.locals[key] = value


def spoken(key: Key) -> str:
    if isinstance(key, str):
        return key
    holder, part = key
    if isinstance(holder, Cell):
        return holder.name
    return f"{holder.name}.{part}" if isinstance(holder, Instance) else f"{holder.name}[{part}]"


def same(a: object, b: object) -> bool:
    """Whether two branches leave the same in a name."""
    if a is b:
        return True
    plain = (int, float, str, bool, type(None), tuple)
    return type(a) is type(b) and isinstance(a, plain) and a == b


# if


def if_statement(state: State, node: ast.If, run: Run) -> None:
    condition = state.arithmetic.truth(evaluate(state, node.test))
    if isinstance(condition, bool):
        run(state, node.body if condition else node.orelse)
        return
    before = Variables(state)
    lines, after = [], []
    for body in (node.body, node.orelse):
        state.builder.open()
        state.memory.depth += 1
        try:
            run(state, body)
        finally:
            state.memory.depth -= 1
            lines.append(state.builder.close())
        after.append(Variables(state))
        before.restore()
    state.at(node)
    keys = dict.fromkeys(after[0].changed_since(before) + after[1].changed_since(before))
    merge = Merge(state, node)
    joined = {key: merge.add(spoken(key), *(side.get(key) for side in after)) for key in keys}
    found = _emit_if(state, condition, lines, merge.entries)
    for key, plan in joined.items():
        put(state, key, merge.result(plan, found))


@dataclass(frozen=True, slots=True)
class Merged:
    """A place among the results of an scf.if."""

    number: int


class Merge:
    """What both branches of an if leave in variables.

    entries  the numbers that become results: what each branch has, and their type
    """

    def __init__(self, state: State, node: ast.If) -> None:
        self.state = state
        self.node = node
        self.entries: list[tuple[Number, Number, DType]] = []

    def add(self, name: str, a: object, b: object) -> object:
        """A plan of the value after the if, for `result`. Tuples are joined item by item."""
        if name == VALUE:
            a, b = _blank(a, b), _blank(b, a)
        if same(a, b):
            return a
        if isinstance(a, Poison) or isinstance(b, Poison):
            return POISON
        if isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b):
            items = tuple(
                self.add(f"{name}[{k}]", *pair) for k, pair in enumerate(zip(a, b, strict=True))
            )
            return next((i for i in items if isinstance(i, (Undefined, Poison))), items)
        joined = _join(self.state, self.node, name, a, b)
        if not isinstance(joined, DType):
            return joined
        self.entries.append((a, b, joined))
        return Merged(len(self.entries) - 1)

    def result(self, plan: object, found: list[Value]) -> object:
        if isinstance(plan, Merged):
            return found[plan.number]
        if isinstance(plan, tuple):
            return tuple(self.result(item, found) for item in plan)
        return plan


def _blank(value: object, other: object) -> object:
    """A return value; on ways that have none yet, which nothing reads, one like the other's."""
    if value is not MISSING:
        return value
    if isinstance(other, tuple):
        return tuple(_blank(MISSING, item) for item in other)
    return _zero(literal_type(other)) if is_number(other) else value


def _join(state: State, node: ast.If, name: str, a: object, b: object) -> DType | Undefined:
    """The type of a variable after both branches; or why it has no value there."""
    place = state.scope.place(node.test)
    if a is MISSING or b is MISSING or isinstance(a, Undefined) or isinstance(b, Undefined):
        return Undefined(
            f"'{name}' has a value only where the condition of line {place.line} "
            f"{'holds' if a is not MISSING else 'does not hold'}",
            f"assign '{name}' before that if",
            place,
        )
    if not is_number(a) or not is_number(b):
        return Undefined(
            f"'{name}' is {kind_of(a)} or {kind_of(b)}, by the condition of line {place.line}: "
            "a run-time condition chooses numbers only",
            "use it inside of the if",
            place,
        )
    dtype = _common(a, b)
    if dtype is None:
        return Undefined(
            f"'{name}' is {kind_of(a)} or {kind_of(b)}, by the condition of line {place.line}",
            f"convert one of them, so that '{name}' has one type",
            place,
        )
    return dtype


def _common(a: Number, b: Number) -> DType | None:
    """The type of both; a Python number takes the other's."""
    if isinstance(a, Value) and isinstance(b, Value):
        return a.dtype if a.dtype is b.dtype else None
    if isinstance(a, Value) or isinstance(b, Value):
        value, literal = (a, b) if isinstance(a, Value) else (b, a)
        return value.dtype if fits(literal, value.dtype) else None
    kinds = {type(a), type(b)}
    if kinds == {int, float}:
        return literal_type(0.0)
    if len(kinds) > 1:
        return None
    wide = [literal_type(v) for v in (a, b)]
    return wide[0] if wide[0].bits >= wide[1].bits else wide[1]


def fits(value: Number, dtype: DType) -> bool:
    """Whether a Python number is one of `dtype` as it stands."""
    if isinstance(value, bool) or dtype.kind == "b":
        return isinstance(value, bool) and dtype.kind == "b"
    if dtype.is_float:
        return True
    low, high = dtype.limits() if dtype.is_int else (0, -1)
    return isinstance(value, int) and low <= value <= high


def _emit_if(
    state: State, condition: Value, lines: list, merged: list[tuple[Number, Number, DType]]
) -> list[Value]:
    test = state.arithmetic.ssa(condition)
    told = [_told(state, condition, a, b) for a, b, _ in merged]
    merged = [entry for entry, known in zip(merged, told, strict=True) if known is None]
    if not merged:
        if lines[0] or lines[1]:
            regions = lines if lines[1] else lines[:1]
            state.builder.block(f"scf.if {test}", *regions, joints=("else {",))
        return told
    types = [dtype for _, _, dtype in merged]
    regions = []
    for side, region in enumerate(lines):
        state.builder.open()
        give(state, "scf.yield", [entry[side] for entry in merged], types)
        regions.append(region + state.builder.close())
    name = state.builder.fresh()
    head = f"{results(name, types)} = scf.if {test} -> ({', '.join(t.mlir for t in types)})"
    state.builder.block(head, *regions, joints=("else {",))
    found = [
        _bounded(Value(result(name, k, types), dtype), a, b)
        for k, (a, b, dtype) in enumerate(merged)
    ]
    return [found.pop(0) if known is None else known for known in told]


def _told(state: State, condition: Value, a: Number, b: Number) -> Value | None:
    """A variable that is true where the condition holds, or where it does not: no result."""
    sides = [v.const if isinstance(v, Value) and v.name is None else v for v in (a, b)]
    if sides[0] is True and sides[1] is False:
        return condition
    if sides[0] is False and sides[1] is True:
        return state.arithmetic.invert(condition)
    return None


def _bounded(value: Value, a: Number, b: Number) -> Value:
    if value.dtype.is_int:
        lows = [v.lo if isinstance(v, Value) else v for v in (a, b)]
        highs = [v.hi if isinstance(v, Value) else v for v in (a, b)]
        value.lo = min(lows) if None not in lows else None
        value.hi = max(highs) if None not in highs else None
    return value


def results(name: str, types: list[DType]) -> str:
    return name if len(types) == 1 else f"{name}:{len(types)}"


def result(name: str, k: int, types: list[DType]) -> str:
    return name if len(types) == 1 else f"{name}#{k}"


def give(state: State, op: str, values: list[Number], types: list[DType]) -> None:
    """The terminator of a region."""
    names = []
    for value, dtype in zip(values, types, strict=True):
        literal = state.arithmetic._literal(value, dtype)
        names.append(state.arithmetic.ssa(state.arithmetic.typed(literal, dtype)))
    text = f"{op} {', '.join(names)} : {', '.join(t.mlir for t in types)}" if names else op
    state.builder.op(text, pure=True)


# Loops.


def _zero(dtype: DType) -> int | float | bool:
    return False if dtype.kind == "b" else (0.0 if dtype.is_float else 0)


class Carried:
    """Variables that a loop takes from one turn to the next."""

    def __init__(self, state: State, node: ast.For | ast.While, skip: set[str]) -> None:
        from .statements import assigned_names

        self.state = state
        self.node = node
        self.keys: list[Key] = []
        self.first: list[Number] = []
        self.types: list[DType] = []
        self.assigned = assigned_names(list(node.body))
        if isinstance(node, ast.While):
            self.assigned += assigned_names([node.test])
        names = list(dict.fromkeys(self.assigned))
        for name in names:
            value = state.scope.values.get(name, MISSING)
            if name not in skip and is_number(value):
                self._add(name, value)
        self._add_locals()

    def _add(self, key: Key, value: Number) -> None:
        self.keys.append(key)
        self.first.append(value)
        self.types.append(literal_type(value))

    def _add_locals(self) -> None:
        """Registers and fields that the body may change."""
        state = self.state
        if not state.locals:
            return
        from .reach import changeable

        for key in changeable(state, self.node):
            value = state.locals[key]
            if isinstance(value, Undefined):
                dtype = key[0].dtype
                value = state.arithmetic.typed(_zero(dtype), dtype)
            if is_number(value):
                self._add(key, value)

    def initial(self) -> str:
        """`%x = %first, ...`, after names of the region's arguments were made."""
        names = []
        for argument, value, dtype in zip(self.arguments, self.first, self.types, strict=True):
            typed = self.state.arithmetic.typed(value, dtype)
            names.append(f"{argument} = {self.state.arithmetic.ssa(typed)}")
        return ", ".join(names)

    def enter(self) -> None:
        """Inside of a region, the variables are its arguments."""
        self.arguments = [self.state.builder.fresh() for _ in self.keys]
        for key, name, dtype in zip(self.keys, self.arguments, self.types, strict=True):
            put(self.state, key, Value(name, dtype))

    def last(self) -> list[Number]:
        """What the variables hold at the end of a turn."""
        values: list[Number] = []
        current = Variables(self.state)
        for key, dtype in zip(self.keys, self.types, strict=True):
            value = current.get(key)
            if isinstance(value, Poison):
                raise Stop()
            if isinstance(value, Undefined):
                raise Stop(value.message, value.cure)
            if not is_number(value):
                raise Stop(
                    f"'{spoken(key)}' is a number before the loop, and {kind_of(value)} after a turn"
                )
            if isinstance(value, Value) and value.dtype is not dtype:
                raise Stop(
                    f"'{spoken(key)}' is {dtype.name} before the loop, "
                    f"and {value.dtype.name} after a turn",
                    f"write {spoken(key)}: T.{value.dtype.name} = ... before the loop",
                    node=self._assignment(key),
                )
            if not isinstance(value, Value) and not fits(value, dtype):
                raise Stop(
                    f"'{spoken(key)}' is {dtype.name} before the loop, and {value!r} after a turn",
                    f"write {spoken(key)}: T.{literal_type(value).name} = ... before the loop",
                    node=self._assignment(key),
                )
            values.append(value)
        return values

    def _assignment(self, key: Key) -> ast.AST:
        found: ast.AST = self.node
        for node in ast.walk(self.node):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id == key:
                found = node
        return found

    def leave(self, before: Variables, name: str, targets: set[str]) -> None:
        """After the loop: results, and names that have no value for certain."""
        state, after = self.state, Variables(self.state)
        before.restore()
        place = state.scope.place(self.node)
        for key in after.changed_since(before):
            if key in self.keys:
                continue
            old = before.get(key)
            if isinstance(after.get(key), Poison):
                put(state, key, POISON)
            elif key in targets:
                message = f"'{spoken(key)}' is the counter of the loop of line {place.line}, which may have no turn"
                put(state, key, Undefined(message, "assign it to another name in the loop", place))
            elif old is MISSING:
                message = f"'{spoken(key)}' is assigned only in the loop of line {place.line}, which may have no turn"
                put(
                    state, key, Undefined(message, f"assign '{spoken(key)}' before the loop", place)
                )
            elif not same(old, after.get(key)):
                message = (
                    f"'{spoken(key)}' is {kind_of(old)} or {kind_of(after.get(key))}, by the turns of the "
                    f"loop of line {place.line}: a run-time loop changes numbers only"
                )
                put(state, key, Undefined(message, "loop with T.unroll(...)", place))
        for k, (key, dtype) in enumerate(zip(self.keys, self.types, strict=True)):
            put(state, key, Value(result(name, k, self.types), dtype))


def for_loop(state: State, node: ast.For, run: Run) -> None:
    if node.orelse:
        raise Stop("else of a loop is not part of the language", "write it after the loop")
    items = evaluate(state, node.iter)
    jumps = jumps_of(node.body)
    if isinstance(items, Range) and not items.unroll:
        if jumps.breaks:
            _until_break(state, node, items, run)
        else:
            _serial(state, node, items, run, without_jumps(node) if jumps.continues else node.body)
        return
    if isinstance(items, Range):
        vector = items.vector
        try:
            items = python_range(items)
        except Stop as stop:
            stop.node = node.iter
            raise
        if vector and len(items) <= MOST_LANES:
            from .vectors import is_vector, vector_loop

            if is_vector(state, node):
                vector_loop(state, node, items)
                return
    if not isinstance(items, (range, list, tuple, str, dict, set)):
        raise Stop(
            f"expected a range to loop over, got {kind_of(items)}",
            "write range(...)",
            node=node.iter,
        )
    state.unrolled += len(items)
    if len(items) > MOST_TURNS or state.unrolled > MOST_IN_ALL:
        raise Stop(
            f"expected at most {MOST_TURNS} unrolled turns, and {MOST_IN_ALL} of a kernel, "
            f"got {len(items)}, and {state.unrolled}",
            "write range(...)",
            node=node.iter,
        )
    stop = stop_name(node)
    state.scope.values[stop] = False
    body = without_jumps(node) if jumps.breaks or jumps.continues else node.body
    turn = unless_stopped(node, body) if jumps.breaks else None
    for item in items:
        if turn is None:
            bind(state, node.target, item)
            run(state, body)
        elif state.scope.values[stop] is not True:
            state.scope.values[ITEM] = item
            run(state, [turn])
        if state.faults:
            return


def _until_break(state: State, node: ast.For, loop: Range, run: Run) -> None:
    """A loop at run time that a break may end, as an scf.while over its turns."""
    if not isinstance(node.target, ast.Name):
        raise Stop("expected one name as the counter of a range", node=node.target)
    state.at(node.iter)
    counter = Counter(state, loop)
    names = counted_names(node)
    dtype = counter.dtype
    for name, value in zip(names, (0, counter.count(), counter.start, counter.by), strict=True):
        state.scope.values[name] = state.arithmetic.typed(value, dtype)
    state.scope.values[TYPE] = counter.counted or dtype
    state.scope.values[stop_name(node)] = False
    while_loop(state, counted(node, names), run)


def _serial(state: State, node: ast.For, loop: Range, run: Run, body: list[ast.stmt]) -> None:
    """A loop at run time, as scf.for."""
    if not isinstance(node.target, ast.Name):
        raise Stop("expected one name as the counter of a range", node=node.target)
    name = node.target.id
    state.at(node.iter)
    counter = Counter(state, loop)
    before = Variables(state)
    carried = Carried(state, node, {name})
    carried.enter()
    iteration = state.builder.fresh()
    state.builder.open()
    try:
        state.scope.values[name] = counter.value(iteration)
        run(state, body)
        if carried.keys:
            state.at(node)
            give(state, "scf.yield", carried.last(), carried.types)
    finally:
        lines = state.builder.close()
    state.at(node)
    if counter.turns == 0:
        _without_turns(state, before)
        return
    types = carried.types
    head = f"scf.for {iteration} = {counter.low} to {counter.high} step {counter.step}"
    found = ""
    if types:
        found = state.builder.fresh()
        head = f"{results(found, types)} = {head} iter_args({carried.initial()}) -> ({', '.join(t.mlir for t in types)})"
    if counter.dtype is not INDEX:
        head += f" : {counter.dtype.mlir}"
    state.builder.block(head, lines)
    carried.leave(before, found, {name})


def _without_turns(state: State, before: Variables) -> None:
    """Behind a loop that has no turn; its body was translated for its faults alone."""
    after = Variables(state)
    before.restore()
    for key in after.changed_since(before):
        if before.get(key) is MISSING:
            message = f"'{spoken(key)}' has no value: the loop has no turn"
            put(state, key, Undefined(message, f"assign '{spoken(key)}' before it"))


class Counter:
    """The bounds of an scf.for, whose step is positive, and the user's counter of them.

    Where the step is negative, or its sign is not known, the loop counts its turns.
    """

    def __init__(self, state: State, loop: Range) -> None:
        self.state = state
        arithmetic = state.arithmetic
        self.start, self.stop, self.by = loop.start, loop.stop, loop.step
        self.dtype = self._type()
        if self.counted is not None and self.counted is not self.dtype:
            self.start, self.stop, self.by = (
                arithmetic.cast(v, INT64) if isinstance(v, Value) else v
                for v in (self.start, self.stop, self.by)
            )
        self.turns: int | None = None
        known = [static_int(v) for v in (loop.start, loop.stop, loop.step)]
        self.known = range(*known) if None not in known else None
        step = known[2]
        forward = step is not None and step > 0
        if (
            step is None
            and isinstance(self.by, Value)
            and self.by.lo is not None
            and self.by.lo > 0
        ):
            forward = True
        if self.known is not None:
            self.turns = len(self.known)
            # The counter may not pass the last number of its type.
            forward = forward and self.known.stop + self.known.step <= self.dtype.limits()[1]
        self.direct = forward
        if forward:
            ends = (self.start, self.stop, self.by)
        else:
            ends = (0, self.count(), 1)
        self.low, self.high, self.step = (
            arithmetic.ssa(arithmetic.typed(v, self.dtype)) for v in ends
        )

    def _type(self) -> DType:
        from .arithmetic import wider

        values = [v for v in (self.start, self.stop, self.by) if isinstance(v, Value)]
        self.counted = None
        if not values:
            wide = [literal_type(v) for v in (self.start, self.stop, self.by)]
            return max(wide, key=lambda t: t.bits)
        dtype: DType | None = values[0].dtype
        for value in values[1:]:
            dtype = wider(dtype, value.dtype) if dtype else None
        if dtype is None:
            names = ", ".join(v.dtype.name for v in values)
            raise Stop(f"expected bounds of one type, got {names}", "convert them: T.int32(...)")
        self.counted = dtype
        if dtype.kind == "u":
            if dtype.bits == 64:
                raise Stop("a range counts signed numbers, got uint64", "convert: T.int64(...)")
            # Counted in 64 bits, so that a negative step ends.
            return INT64
        return dtype

    def count(self) -> Number:
        """Turns of the loop, as Python counts them."""
        if self.turns is not None:
            return self.turns
        a = self.state.arithmetic
        step = static_int(self.by)
        if step is not None and step < 0:
            return a.least(0, self._ceil(a.binary("-", self.start, self.stop), -step), most=True)
        up = self._ceil(a.binary("-", self.stop, self.start), self.by)
        if step is not None:
            return a.least(0, up, most=True)
        down = self._ceil(a.binary("-", self.start, self.stop), a.negate(self.by))
        positive = a.binary(">", self.by, 0)
        return a.least(0, a.select(positive, up, down), most=True)

    def _ceil(self, distance: Number, step: Number) -> Number:
        a = self.state.arithmetic
        return a.negate(a.binary("//", a.negate(distance), step))

    def value(self, iteration: str) -> Value:
        """The user's counter, inside of the loop."""
        found = self._counter(iteration)
        if self.counted is not None and self.counted is not self.dtype:
            return self.state.arithmetic.cast(found, self.counted)
        return found

    def _counter(self, iteration: str) -> Value:
        a = self.state.arithmetic
        found = Value(iteration, self.dtype)
        if not self.direct:
            found.lo = 0
            found = a.binary("+", a.binary("*", found, self.by), self.start)
            found = a.to_value(found)
        found.lo = found.hi = None
        if self.known:
            found.lo, found.hi = (
                min(self.known[0], self.known[-1]),
                max(self.known[0], self.known[-1]),
            )
            found.exact = self.state.memory.depth
        elif self.direct:
            found.lo = self.start if isinstance(self.start, int) else self.start.lo
            stop = self.stop if isinstance(self.stop, int) else self.stop.hi
            found.hi = stop - 1 if stop is not None else None
        return found


def while_loop(state: State, node: ast.While, run: Run) -> None:
    """As scf.while: the condition is computed in a region of its own."""
    if node.orelse:
        raise Stop("else of a loop is not part of the language", "write it after the loop")
    jumps = jumps_of(node.body)
    if jumps.breaks:
        state.scope.values[stop_name(node)] = False
        node = while_not_stopped(node)
    elif jumps.continues:
        node = ast.copy_location(ast.While(node.test, without_jumps(node), []), node)
    before = Variables(state)
    carried = Carried(state, node, set())
    carried.enter()
    initial = carried.initial()
    state.builder.open()
    state.memory.depth += 1
    try:
        condition = state.arithmetic.truth(evaluate(state, node.test))
        if isinstance(condition, bool):
            if condition:
                raise Stop(
                    "this loop has no end", "write a condition that a turn changes", node=node.test
                )
            before.restore()
            return
        state.at(node)
        test = state.arithmetic.ssa(condition)
        give(state, f"scf.condition({test})", carried.last(), carried.types)
    finally:
        state.memory.depth -= 1
        head_lines = state.builder.close()
    carried.enter()
    state.builder.open()
    state.memory.depth += 1
    try:
        run(state, node.body)
        state.at(node)
        give(state, "scf.yield", carried.last(), carried.types)
    finally:
        state.memory.depth -= 1
        lines = state.builder.close()
    types = ", ".join(t.mlir for t in carried.types)
    found = state.builder.fresh()
    arguments = ", ".join(
        f"{n} : {t.mlir}" for n, t in zip(carried.arguments, carried.types, strict=True)
    )
    state.at(node)
    block = f"^bb0({arguments}):" if arguments else "^bb0:"
    head = f"scf.while ({initial}) : ({types}) -> ({types})" if types else "scf.while : () -> ()"
    if types:
        head = f"{results(found, carried.types)} = {head}"
    state.builder.block(head, head_lines, [block, *lines], joints=("do {",))
    carried.leave(before, found, set())

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Bounds of loops at run time, and the counters that users see."""

from __future__ import annotations

from .arithmetic import literal_type, static_int
from .dtypes import INT64, DType
from .errors import Stop
from .translator import State
from .values import Number, Range, Value


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

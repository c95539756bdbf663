# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Numbers: promotion, conversion, operators with Python's meaning."""

from __future__ import annotations

import operator
from collections.abc import Callable

from .builder import Builder
from .dtypes import BOOL, FLOAT32, INDEX, INT32, INT64, DType
from .errors import Stop
from .values import Number, Value, kind_of

PYTHON = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv,
    "//": operator.floordiv, "%": operator.mod, "**": operator.pow, "<<": operator.lshift,
    ">>": operator.rshift, "&": operator.and_, "|": operator.or_, "^": operator.xor,
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le,
    ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
MOST_BITS = 4096
COMPARES = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
INT_OPS = {"+": "addi", "-": "subi", "*": "muli", "&": "andi", "|": "ori", "^": "xori"}
FLOAT_OPS = {"+": "addf", "-": "subf", "*": "mulf", "/": "divf"}


def is_number(value: object) -> bool:
    return isinstance(value, (Value, int, float))


def literal_type(value: Number) -> DType:
    """The type of a Python number that nothing else gives one: int32, float32, bool."""
    if isinstance(value, bool):
        return BOOL
    if isinstance(value, float):
        return FLOAT32
    if isinstance(value, int):
        low, high = INT32.limits()
        return INT32 if low <= value <= high else INT64
    return value.dtype


def constant_of(value: object) -> int | float | bool | None:
    """The number that is known now, or None."""
    if isinstance(value, Value):
        return value.const
    return value if isinstance(value, (int, float)) else None


def static_int(value: object) -> int | None:
    found = constant_of(value)
    return found if isinstance(found, int) and not isinstance(found, bool) else None


class Arithmetic:
    """Emits arithmetic. Two Python numbers give a Python number."""

    def __init__(self, builder: Builder) -> None:
        self.builder = builder

    # Values.

    def ssa(self, value: Value) -> str:
        """Its SSA name."""
        if value.name is None:
            return self.builder.constant(value.const, value.dtype)
        return value.name

    def typed(self, value: Number, dtype: DType) -> Value:
        """`value` in `dtype`, where that loses nothing: a literal that fits, or the type itself."""
        if isinstance(value, Value):
            if value.dtype is dtype:
                return value
            if wider(value.dtype, dtype) is dtype:
                return self.cast(value, dtype)
            raise Stop(
                f"expected {article(dtype)}, got {kind_of(value)}",
                f"convert it: T.{dtype.name}(...)",
            )
        if not is_number(value):
            raise Stop(f"expected {article(dtype)}, got {kind_of(value)}")
        if isinstance(value, bool) != (dtype is BOOL):
            raise Stop(f"expected {article(dtype)}, got {value!r}")
        if dtype.kind == "m":
            raise Stop(f"not yet implemented: a constant of type {dtype.name}")
        if dtype.is_int:
            if isinstance(value, float):
                raise Stop(
                    f"expected {article(dtype)}, got {value!r}",
                    "write a whole number",
                )
            low, high = dtype.limits()
            if not low <= value <= high:
                raise Stop(f"{value} does not fit {dtype.name}, which holds {low} to {high}")
            return Value(None, dtype, value, value, const=value)
        return Value(None, dtype, const=bool(value) if dtype is BOOL else float(value))

    def to_value(self, value: object) -> Value:
        if isinstance(value, Value):
            return value
        if not is_number(value):
            raise Stop(f"expected a number, got {kind_of(value)}")
        return self.typed(value, literal_type(value))

    def index(self, value: Number) -> str:
        """The SSA name of an integer as an `index`."""
        if isinstance(value, int):
            return self.builder.constant(value, INDEX)
        if value.const is not None:
            return self.builder.constant(value.const, INDEX)
        if value.index is not None:
            return value.index
        if value.dtype is INDEX:
            return self.ssa(value)
        if not value.dtype.is_int:
            raise Stop(f"expected an integer, got {kind_of(value)}", "convert it: T.int32(...)")
        op = "index_castui" if value.nonneg else "index_cast"
        return self.builder.value(f"arith.{op} {self.ssa(value)} : {value.dtype.mlir} to index")

    def integer(self, value: object, dtype: DType, what: str) -> str:
        """An operand that is a literal, or a value of an integer type."""
        known = static_int(value)
        if known is not None:
            low, high = dtype.limits()
            if not low <= known <= high:
                raise Stop(f"expected {what} to be {low} to {high}, got {known}")
            return str(known)
        if not isinstance(value, Value) or not value.dtype.is_int:
            raise Stop(f"expected {what} to be an integer, got {kind_of(value)}")
        return self.ssa(self.cast(value, dtype))

    # Conversion.

    def cast(self, value: Number, dtype: DType) -> Value:
        """As C converts; a constant is converted now."""
        if not isinstance(value, Value) or value.const is not None:
            const = constant_of(value)
            if dtype is BOOL:
                return self.typed(bool(const), BOOL)
            if dtype.is_int:
                low, high = dtype.limits()
                if not isinstance(value, Value) and not low <= const <= high:
                    raise Stop(f"{const} does not fit {dtype.name}, which holds {low} to {high}")
                whole = int(const) & ((1 << dtype.bits) - 1)
                return self.typed(whole - (1 << dtype.bits) if whole > high else whole, dtype)
            return self.typed(float(const), dtype)
        source = value.dtype
        if source is dtype:
            return value
        if "m" in (source.kind, dtype.kind):
            raise Stop(
                f"expected a type with arithmetic, got a conversion of {source.name} to {dtype.name}",
                "8-bit floats can only be moved",
            )
        if dtype is BOOL:
            return self.binary("!=", value, 0 if source.is_int else 0.0)
        name = self._convert(self.ssa(value), source, dtype)
        result = Value(name, dtype)
        if source.is_int and dtype.is_int:
            low, high = dtype.limits()
            if dtype.bits >= source.bits and (dtype.kind == source.kind or value.nonneg):
                result.lo, result.hi, result.exact = value.lo, value.hi, value.exact
                result.index = value.index
            elif value.nonneg and value.hi is not None and value.hi <= high:
                result.lo, result.hi = value.lo, value.hi
        elif source is BOOL:
            result.lo, result.hi = 0, 1
        return result

    def _convert(self, name: str, source: DType, dtype: DType) -> str:
        b = self.builder
        if source is INDEX or dtype is INDEX:
            if source.is_float or dtype.is_float:
                middle = self._convert(name, source, INT64)
                return self._convert(middle, INT64, dtype)
            unsigned = "u" in (source.kind, dtype.kind) or source is BOOL
            op = "arith.index_castui" if unsigned else "arith.index_cast"
            return b.value(f"{op} {name} : {source.mlir} to {dtype.mlir}")
        if source.is_float and dtype.is_float:
            if source.bits == dtype.bits:
                name, source = self._convert(name, source, FLOAT32), FLOAT32
            op = "extf" if dtype.bits > source.bits else "truncf"
        elif source.is_float:
            op = "fptosi" if dtype.kind == "i" else "fptoui"
        elif dtype.is_float:
            op = "sitofp" if source.kind == "i" else "uitofp"
        elif source.bits == dtype.bits:
            return name
        elif dtype.bits < source.bits:
            op = "trunci"
        else:
            op = "extsi" if source.kind == "i" else "extui"
        return b.value(f"arith.{op} {name} : {source.mlir} to {dtype.mlir}")

    def truth(self, value: object) -> bool | Value:
        """As a condition: a Python bool, or an i1."""
        if isinstance(value, Value):
            if value.const is not None:
                return bool(value.const)
            return value if value.dtype is BOOL else self.cast(value, BOOL)
        if isinstance(value, (int, float, str, tuple, list, dict)) or value is None:
            return bool(value)
        raise Stop(f"expected a condition, got {kind_of(value)}", "compare numbers: x[i] > 0")

    # Operators.

    def unify(self, a: Number, b: Number, op: str) -> tuple[Value, Value, DType]:
        """Both operands in one type: a literal takes the other's."""
        for operand in (a, b):
            if not is_number(operand):
                raise Stop(f"expected numbers, got {kind_of(operand)}")
        if not isinstance(a, Value) or not isinstance(b, Value):
            value = a if isinstance(a, Value) else self.to_value(b)
            literal = b if value is a else a
            dtype = value.dtype
            if dtype.is_int and isinstance(literal, float):
                dtype = FLOAT32
            value = self.cast(value, dtype)
            literal = self.typed(self._literal(literal, dtype), dtype)
            return (value, literal, dtype) if isinstance(a, Value) else (literal, value, dtype)
        dtype = wider(a.dtype, b.dtype)
        if dtype is None and a.dtype.is_int != b.dtype.is_int:
            # A whole number becomes a float, as in Python.
            dtype = next((t for t in (a.dtype, b.dtype) if t.is_float), None)
            dtype = dtype if a.dtype.is_int or b.dtype.is_int else None
        if dtype is None:
            raise Stop(
                f"expected operands of one type, got {a.dtype.name} {op} {b.dtype.name}",
                f"convert one of them: T.{(a if a.dtype.is_float else b).dtype.name}(...)",
            )
        return self.cast(a, dtype), self.cast(b, dtype), dtype

    @staticmethod
    def _literal(value: int | float | bool, dtype: DType) -> int | float | bool:
        if dtype.is_float and isinstance(value, int) and not isinstance(value, bool):
            return float(value)
        return value

    def binary(self, op: str, a: object, b: object) -> Number:
        for operand in (a, b):
            if not is_number(operand):
                raise Stop(f"expected numbers on both sides of {op}, got {kind_of(operand)}")
        if not isinstance(a, Value) and not isinstance(b, Value):
            if op in ("**", "<<") and isinstance(b, int) and abs(b) > MOST_BITS:
                raise Stop(f"expected numbers of at most {MOST_BITS} bits, got {a} {op} {b}")
            try:
                return PYTHON[op](a, b)
            except (ArithmeticError, TypeError, ValueError) as error:
                raise Stop(str(error)) from None
        if op in ("<<", ">>") and isinstance(a, Value) and not isinstance(b, Value):
            self._check_shift(b, a.dtype)
        x, y, dtype = self.unify(a, b, op)
        if op in COMPARES:
            return self._compare(op, x, y, dtype)
        if dtype.kind == "m":
            raise Stop(f"{dtype.name} has no arithmetic: 8-bit floats can only be moved")
        if dtype is BOOL and op not in ("&", "|", "^"):
            raise Stop(f"expected numbers on both sides of {op}, got a bool", "write T.int32(...)")
        if op == "**":
            raise Stop("** is not there for run-time numbers", "write x * x, or T.pow(x, y)")
        if dtype.is_float:
            return self._float(op, x, y, dtype)
        return self._int(op, x, y, dtype)

    def _check_shift(self, amount: object, dtype: DType) -> None:
        if isinstance(amount, int) and not 0 <= amount < max(dtype.bits, 1):
            raise Stop(f"expected a shift of 0 to {dtype.bits - 1} for {dtype.name}, got {amount}")

    def _compare(self, op: str, x: Value, y: Value, dtype: DType) -> Number:
        if x.const is not None and y.const is not None:
            return PYTHON[op](x.const, y.const)
        name = COMPARES[op]
        if dtype.is_float:
            text = f"arith.cmpf {'une' if name == 'ne' else 'o' + name}"
        elif dtype.kind == "m":
            raise Stop(f"{dtype.name} has no comparison: 8-bit floats can only be moved")
        elif name in ("eq", "ne"):
            text = f"arith.cmpi {name}"
        else:
            text = f"arith.cmpi {'s' if dtype.kind == 'i' else 'u'}{name}"
        return Value(
            self.builder.value(f"{text}, {self.ssa(x)}, {self.ssa(y)} : {dtype.mlir}"), BOOL
        )

    def _float(self, op: str, x: Value, y: Value, dtype: DType) -> Value:
        if op in FLOAT_OPS:
            return self._emit(f"arith.{FLOAT_OPS[op]}", x, y, dtype)
        if op == "//":
            return self.unary_math("floor", self._emit("arith.divf", x, y, dtype))
        if op == "%":
            # Python's remainder has the sign of the divisor.
            whole = self.unary_math("floor", self._emit("arith.divf", x, y, dtype))
            return self._emit("arith.subf", x, self._emit("arith.mulf", whole, y, dtype), dtype)
        raise Stop(f"{op} is not there for {dtype.name}", "convert to an integer: T.int32(...)")

    def _int(self, op: str, x: Value, y: Value, dtype: DType) -> Value:
        if op == "/":
            raise Stop(
                f"{dtype.name} / {dtype.name} is no integer",
                "write // for the floor, or convert to a float: T.float32(...)",
            )
        if op in ("//", "%") and y.const == 0:
            raise Stop("division by zero", "divide by another number, or under a condition")
        if op in ("<<", ">>"):
            shift = "shli" if op == "<<" else ("shrsi" if dtype.kind == "i" else "shrui")
            result = self._emit(f"arith.{shift}", x, y, dtype)
            result.lo = 0 if x.nonneg and dtype.kind == "i" else None
            if op == ">>" and x.hi is not None and x.nonneg and y.const is not None:
                result.hi = x.hi >> int(y.const)
            return result
        if op in ("//", "%"):
            result = self._divide(op, x, y, dtype)
        else:
            result = self._emit(f"arith.{INT_OPS[op]}", x, y, dtype)
        self._bound(op, x, y, result)
        return result

    def _divide(self, op: str, x: Value, y: Value, dtype: DType) -> Value:
        """Python's floor division and its remainder."""
        if x.nonneg and y.nonneg:
            name = "divui" if op == "//" else "remui"
            return self._emit(f"arith.{name}", x, y, dtype, pure=bool(y.const))
        if op == "%" and isinstance(y.const, int) and y.const > 0 and not y.const & (y.const - 1):
            return self._emit("arith.andi", x, self.typed(y.const - 1, dtype), dtype)
        quotient = self._emit("arith.floordivsi", x, y, dtype, pure=bool(y.const))
        if op == "//":
            return quotient
        return self._emit("arith.subi", x, self._emit("arith.muli", quotient, y, dtype), dtype)

    def _emit(self, op: str, x: Value, y: Value, dtype: DType, pure: bool = True) -> Value:
        text = f"{op} {self.ssa(x)}, {self.ssa(y)} : {dtype.mlir}"
        return Value(self.builder.value(text, pure), dtype)

    @staticmethod
    def _bound(op: str, x: Value, y: Value, result: Value) -> None:
        """Bounds of the result, as far as they follow. Sums are taken not to overflow."""
        function = _BOUNDS.get(op)
        if function is None:
            return
        low, high = function(x, y)
        least, most = result.dtype.limits()
        result.lo = low if low is not None and least <= low <= most else None
        result.hi = high if high is not None and least <= high <= most else None
        if op in "+-*" and x.exact is not None and y.const is not None:
            result.exact = x.exact

    # Functions.

    def negate(self, value: Number) -> Number:
        if not isinstance(value, Value):
            return -value
        if value.dtype.is_float:
            text = f"arith.negf {self.ssa(value)} : {value.dtype.mlir}"
            return Value(self.builder.value(text), value.dtype)
        return self.binary("-", 0, value)

    def invert(self, value: Number) -> Number:
        if not isinstance(value, Value):
            return ~value
        if value.dtype is BOOL:
            return self.binary("^", value, True)
        if not value.dtype.is_int:
            raise Stop(f"~ takes an integer, got {kind_of(value)}")
        ones = value.dtype.limits()[1] if value.dtype.kind == "u" else -1
        return self.binary("^", value, ones)

    def unary_math(self, name: str, value: Number) -> Value:
        found = (
            self.to_value(value) if isinstance(value, Value) else self.typed(float(value), FLOAT32)
        )
        if not found.dtype.is_float:
            raise Stop(f"expected a float, got {kind_of(found)}", "convert it: T.float32(...)")
        text = f"math.{name} {self.ssa(found)} : {found.dtype.mlir}"
        return Value(self.builder.value(text), found.dtype)

    def select(self, condition: Value, a: Number, b: Number) -> Value:
        x, y, dtype = self.unify(self.to_value(a) if not isinstance(b, Value) else a, b, "or")
        text = f"arith.select {self.ssa(condition)}, {self.ssa(x)}, {self.ssa(y)} : {dtype.mlir}"
        result = Value(self.builder.value(text), dtype)
        if x.lo is not None and y.lo is not None:
            result.lo = min(x.lo, y.lo)
        if x.hi is not None and y.hi is not None:
            result.hi = max(x.hi, y.hi)
        return result

    def least(self, a: Number, b: Number, most: bool = False) -> Number:
        """Python's `min(a, b)`, or `max`: the first of equals, and what it says of NaN."""
        if not isinstance(a, Value) and not isinstance(b, Value):
            return max(a, b) if most else min(a, b)
        x, y, dtype = self.unify(a, b, "and")
        if dtype.is_float:
            return self.select(self._compare(">" if most else "<", y, x, dtype), y, x)
        if not dtype.is_int:
            raise Stop(f"expected numbers, got {kind_of(x)}")
        op = ("max" if most else "min") + ("si" if dtype.kind == "i" else "ui")
        result = self._emit(f"arith.{op}", x, y, dtype)
        pick: Callable = max if most else min
        lows, highs = (
            [v for v in (x.lo, y.lo) if v is not None],
            [v for v in (x.hi, y.hi) if v is not None],
        )
        if len(lows) == 2 or (most and lows):
            result.lo = pick(lows)
        if len(highs) == 2 or (not most and highs):
            result.hi = pick(highs)
        return result


def wider(a: DType, b: DType) -> DType | None:
    """The type that holds both, of two of one kind; None where there is none."""
    if a is b:
        return a
    if a.is_int and b.is_int and a.kind == b.kind:
        if a.bits != b.bits:
            return a if a.bits > b.bits else b
        return INT64
    if a.is_float and b.is_float and a.bits != b.bits:
        return a if a.bits > b.bits else b
    return None


def article(dtype: DType) -> str:
    return (
        f"{'an' if dtype.name[0] in 'iu' and not dtype.name.startswith('ui') else 'a'} {dtype.name}"
    )


def _both(x: Value, y: Value) -> bool:
    return None not in (x.lo, x.hi, y.lo, y.hi)


def _add(x: Value, y: Value) -> tuple[int | None, int | None]:
    low = x.lo + y.lo if x.lo is not None and y.lo is not None else None
    high = x.hi + y.hi if x.hi is not None and y.hi is not None else None
    return low, high


def _sub(x: Value, y: Value) -> tuple[int | None, int | None]:
    low = x.lo - y.hi if x.lo is not None and y.hi is not None else None
    high = x.hi - y.lo if x.hi is not None and y.lo is not None else None
    return low, high


def _mul(x: Value, y: Value) -> tuple[int | None, int | None]:
    if _both(x, y):
        ends = [a * b for a in (x.lo, x.hi) for b in (y.lo, y.hi)]
        return min(ends), max(ends)
    return (0 if x.nonneg and y.nonneg else None), None


def _floordiv(x: Value, y: Value) -> tuple[int | None, int | None]:
    if isinstance(y.const, int) and y.const > 0:
        low = x.lo // y.const if x.lo is not None else None
        return low, (x.hi // y.const if x.hi is not None else None)
    return (0, x.hi) if x.nonneg and y.nonneg else (None, None)


def _mod(x: Value, y: Value) -> tuple[int | None, int | None]:
    if isinstance(y.const, int) and y.const > 0:
        return 0, y.const - 1
    return (0, y.hi - 1 if y.hi is not None else None) if y.nonneg else (None, None)


def _and(x: Value, y: Value) -> tuple[int | None, int | None]:
    highs = [v.hi for v in (x, y) if v.nonneg and v.hi is not None]
    return (0, min(highs) if highs else None) if x.nonneg or y.nonneg else (None, None)


def _or(x: Value, y: Value) -> tuple[int | None, int | None]:
    if not (x.nonneg and y.nonneg):
        return None, None
    if x.hi is None or y.hi is None:
        return 0, None
    return 0, (1 << max(x.hi, y.hi).bit_length()) - 1


_BOUNDS = {
    "+": _add,
    "-": _sub,
    "*": _mul,
    "//": _floordiv,
    "%": _mod,
    "&": _and,
    "|": _or,
    "^": _or,
}

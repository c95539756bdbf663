# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What reductions compute, on bit patterns: the numbers of an H200, in numpy.

Written from the measurements alone, apart from lib/TensorMap/Reduce.cpp, so that the
two check each other.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

Bits = np.ndarray


@dataclass(frozen=True)
class Format:
    """A floating-point format by its fields."""

    size: int
    mantissa: int

    @property
    def unsigned(self) -> np.dtype:
        return np.dtype(f"u{self.size}")

    def constant(self, value: int) -> np.generic:
        return self.unsigned.type(value)

    @property
    def sign(self) -> int:
        return 1 << (8 * self.size - 1)

    @property
    def infinity(self) -> int:
        return self.sign - (1 << self.mantissa)

    def magnitude(self, bits: Bits) -> Bits:
        return bits & self.constant(self.sign - 1)

    def is_nan(self, bits: Bits) -> Bits:
        return self.magnitude(bits) > self.constant(self.infinity)

    def flush(self, bits: Bits) -> Bits:
        """Denormals as a zero of their sign."""
        denormal = self.magnitude(bits) < self.constant(1 << self.mantissa)
        return np.where(denormal, bits & self.constant(self.sign), bits)


F16, BF16, F32, F64 = Format(2, 10), Format(2, 7), Format(4, 23), Format(8, 52)


def _quietly(function: Callable[..., Bits]) -> Callable[..., Bits]:
    def wrapped(*arguments: Bits) -> Bits:
        with np.errstate(all="ignore"):
            return function(*arguments)

    return wrapped


@_quietly
def add_f16(old: Bits, value: Bits) -> Bits:
    # Both fit a double exactly, and so does their sum: it is rounded once.
    total = (old.view("f2").astype("f8") + value.view("f2").astype("f8")).astype("f2").view("u2")
    return np.where(F16.is_nan(total), F16.constant(0x7FFF), total)


def _widen_bf16(bits: Bits) -> np.ndarray:
    return (bits.astype("u4") << np.uint32(16)).view("f4")


@_quietly
def add_bf16(old: Bits, value: Bits) -> Bits:
    # A sum that a float cannot hold has its smaller side below 2^-16 of the larger's
    # last place, where it decides no rounding.
    total = (_widen_bf16(old) + _widen_bf16(value)).view("u4")
    rounded = (total + np.uint32(0x7FFF) + (total >> np.uint32(16) & np.uint32(1))) >> np.uint32(16)
    return np.where(F32.is_nan(total), BF16.constant(0x7FFF), rounded.astype("u2"))


@_quietly
def add_f32(old: Bits, value: Bits) -> Bits:
    total = (old.view("f4") + value.view("f4")).view("u4")
    return np.where(F32.is_nan(total), F32.constant(0x7FFFFFFF), total)


def add_f32_ftz(old: Bits, value: Bits) -> Bits:
    return F32.flush(add_f32(F32.flush(old), F32.flush(value)))


@_quietly
def add_f64(old: Bits, value: Bits) -> Bits:
    total = (old.view("f8") + value.view("f8")).view("u8")
    total = np.where(F64.is_nan(total), F64.constant(0xFFF8 << 48), total)
    total = np.where(F64.is_nan(old), old, total)
    return np.where(F64.is_nan(value), value, total)


def _extreme(format: Format, largest: bool) -> Callable[[Bits, Bits], Bits]:
    """A number beats a NaN, -0 is less than +0, and two NaNs give one."""

    def ordered(bits: Bits) -> Bits:
        """Unsigned integers in the order of the numbers."""
        negative = bits & format.constant(format.sign) != 0
        return np.where(negative, ~bits, bits | format.constant(format.sign))

    def extreme(old: Bits, value: Bits) -> Bits:
        takes_old = (ordered(old) > ordered(value)) == largest
        result = np.where(takes_old, old, value)
        result = np.where(format.is_nan(old), value, result)
        result = np.where(format.is_nan(value), old, result)
        both = format.is_nan(old) & format.is_nan(value)
        return np.where(both, format.constant(0x7FFF), result)

    return extreme


def _of_integers(signed: bool, function: Callable) -> Callable[[Bits, Bits], Bits]:
    def wrapped(old: Bits, value: Bits) -> Bits:
        kind = np.dtype(f"{'i' if signed else 'u'}{old.itemsize}")
        with np.errstate(over="ignore"):
            return function(old.view(kind), value.view(kind)).view(old.dtype)

    return wrapped


def _inc(old: Bits, value: Bits) -> Bits:
    return np.where(old >= value, old.dtype.type(0), old + old.dtype.type(1))


def _dec(old: Bits, value: Bits) -> Bits:
    return np.where((old == 0) | (old > value), value, old - old.dtype.type(1))


INTEGER = {
    "add": np.add,
    "min": np.minimum,
    "max": np.maximum,
    "inc": _inc,
    "dec": _dec,
    "and": np.bitwise_and,
    "or": np.bitwise_or,
    "xor": np.bitwise_xor,
}
FLOAT = {
    ("f16", "add"): add_f16,
    ("f16", "min"): _extreme(F16, False),
    ("f16", "max"): _extreme(F16, True),
    ("bf16", "add"): add_bf16,
    ("bf16", "min"): _extreme(BF16, False),
    ("bf16", "max"): _extreme(BF16, True),
    ("f32", "add"): add_f32,
    ("tf32", "add"): add_f32,
    ("f32_ftz", "add"): add_f32_ftz,
    ("tf32_ftz", "add"): add_f32_ftz,
    ("f64", "add"): add_f64,
}


def is_integer(format: str) -> bool:
    return format[0] in "uisb" and format[1].isdigit()


def reduce(format: str, operator: str, old: Bits, value: Bits) -> Bits:
    """The elements after a reduction; `format` is that of the map, or the type of the
    opcode: u32, i32 or s32, f16, tf32, ..."""
    if is_integer(format):
        return _of_integers(format[0] in "is", INTEGER[operator])(old, value)
    return FLOAT[format, operator](old, value)


def corners(format: str, size: int) -> np.ndarray:
    """Bit patterns where reductions turn."""
    top = 1 << (8 * size - 1)
    if is_integer(format):
        values = [0, 1, 2, 3, 7, 8, top - 2, top - 1, top, top + 1, 2 * top - 2, 2 * top - 1]
        values += [0x5555555555555555 % (2 * top), 0xAAAAAAAAAAAAAAAA % (2 * top)]
    else:
        shape = {"f16": F16, "bf16": BF16, "f64": F64}.get(format, F32)
        unit, infinity = 1 << shape.mantissa, shape.infinity
        one = (infinity >> 1) & ~(unit - 1)
        # Zero, denormals, the least normal numbers, one and its neighbours, halves of a
        # last place, the largest numbers, infinity, quiet and signalling NaNs.
        values = [0, 1, 2, unit // 2, unit - 1, unit, unit + 1, one - 1, one, one + 1, one + 2]
        values += [one - shape.mantissa * unit, one - (shape.mantissa + 1) * unit]
        values += [one - (shape.mantissa + 1) * unit + 1, infinity - 1, infinity - unit]
        values += [infinity - (shape.mantissa + 2) * unit, infinity - (shape.mantissa + 1) * unit]
        values += [infinity, infinity + 1, infinity + unit // 2, infinity + unit // 2 + 5]
        values += [value | top for value in values]
    return np.array(values, f"u{size}")


def pairs(format: str, size: int, count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """`count` old values and as many reduced into them: each pair of corners, then random
    bits, of which a quarter are nearly equal."""
    edges = corners(format, size)
    old, value = (grid.reshape(-1) for grid in np.meshgrid(edges, edges, indexing="ij"))
    rest = count - len(old)
    if rest < 0:
        raise ValueError(f"expected room for {len(old)} pairs of corners, got {count}")
    generator = np.random.default_rng(seed)
    bits = generator.integers(0, 1 << 8 * size, (2, rest), dtype=f"u{size}")
    near = rest // 4
    bits[1, :near] = bits[0, :near] + generator.integers(0, 3, near, dtype=f"u{size}")
    return np.concatenate([old, bits[0]]), np.concatenate([value, bits[1]])

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Element types, and random values of them as bit patterns.

Arrays are kept as unsigned integers of the element's width, so that a comparison
is one of bits: NaN payloads and the sign of zero count.
"""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Element:
    """An element type of tile IR."""

    name: str
    size: int
    #: What numpy calls it; bf16, which numpy lacks, is a pair of bytes.
    dtype: str
    #: What `oob_fill(nan)` delivers (measured on an H200); None for integers.
    nan_fill: int | None = None

    @property
    def bits(self) -> np.dtype:
        return np.dtype(f"u{self.size}")

    @property
    def is_float(self) -> bool:
        return self.nan_fill is not None

    def random(self, shape: tuple[int, ...] | int, seed: int) -> np.ndarray:
        """Random bit patterns: every value, NaNs and denormals too."""
        generator = np.random.default_rng(seed)
        return generator.integers(0, 1 << 8 * self.size, shape, dtype=self.bits)

    def poison(self, shape: tuple[int, ...] | int) -> np.ndarray:
        """What tilery-run fills outputs with before a run."""
        return np.full(shape, int("e7" * self.size, 16), dtype=self.bits)


ELEMENTS = {
    element.name: element
    for element in (
        Element("i8", 1, "i1"),
        Element("i16", 2, "i2"),
        Element("i32", 4, "i4"),
        Element("i64", 8, "i8"),
        Element("f16", 2, "f2", nan_fill=0x7FF7),
        Element("bf16", 2, "V2", nan_fill=0x7FF7),
        Element("f32", 4, "f4", nan_fill=0x7FF77FF7),
        Element("f64", 8, "f8", nan_fill=0x7FF77FF77FF77FF7),
    )
}

#: Types that are moved only; the hardware knows them as unsigned integers or by
#: `format`.
STORAGE = {
    element.name: element
    for element in (
        Element("si8", 1, "i1"),
        Element("ui8", 1, "u1"),
        Element("si16", 2, "i2"),
        Element("ui16", 2, "u2"),
        Element("si32", 4, "i4"),
        Element("ui32", 4, "u4"),
        Element("si64", 8, "i8"),
        Element("ui64", 8, "u8"),
        Element("f8E4M3FN", 1, "V1"),
        Element("f8E5M2", 1, "V1"),
    )
}

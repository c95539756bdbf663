# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Element types: DLPack's codes, and the names that numpy and ml_dtypes give them."""

from __future__ import annotations

# DLPack's DLDataTypeCode.
INT, UINT, FLOAT, BFLOAT, COMPLEX, BOOL = 0, 1, 2, 4, 5, 6

_KINDS = {"i": INT, "u": UINT, "f": FLOAT, "c": COMPLEX, "b": BOOL}

# (code, bits) of the types of ml_dtypes, which numpy's kinds do not tell apart.
_EXTENSIONS = {
    "bfloat16": (BFLOAT, 16),
    "float8_e3m4": (7, 8),
    "float8_e4m3": (8, 8),
    "float8_e4m3b11fnuz": (9, 8),
    "float8_e4m3fn": (10, 8),
    "float8_e4m3fnuz": (11, 8),
    "float8_e5m2": (12, 8),
    "float8_e5m2fnuz": (13, 8),
    "float8_e8m0fnu": (14, 8),
}


def of_numpy(dtype) -> tuple[int, int] | None:
    """(code, bits) of a numpy dtype; None where DLPack has none."""
    if known := _EXTENSIONS.get(dtype.name):
        return known
    if not dtype.isnative or dtype.kind not in _KINDS:
        return None
    return _KINDS[dtype.kind], dtype.itemsize * 8


def of_typestr(typestr: str) -> tuple[int, int] | None:
    """(code, bits) of an array interface's type ("<f4"); None where DLPack has none."""
    order, kind, size = typestr[0], typestr[1], typestr[2:]
    if order == ">" or kind not in _KINDS or not size.isdigit():
        return None
    return _KINDS[kind], int(size) * 8


_NAMES = {code_bits: name for name, code_bits in _EXTENSIONS.items()}
_WORDS = {INT: "int", UINT: "uint", FLOAT: "float", COMPLEX: "complex"}


def name(code: int, bits: int) -> str:
    """ "float32", "bfloat16", "bool"."""
    if (code, bits) in _NAMES:
        return _NAMES[code, bits]
    return "bool" if code == BOOL else f"{_WORDS.get(code, f'code{code}_bits')}{bits}"

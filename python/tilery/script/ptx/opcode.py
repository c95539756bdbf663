# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Spellings of opcodes: `T.ptx.mbarrier.init.shared.b64` and `T.ptx["mbarrier.init.shared.b64"]`."""

from __future__ import annotations

import difflib
import keyword

from .table import APPLY


def decode(token: str) -> str:
    """A Python name as a token of PTX: `async_` is `async`, `shared__cta` is `shared::cta`."""
    bare = token[:-1] if token.endswith("_") and keyword.iskeyword(token[:-1]) else token
    if bare == token and token.endswith("_") and not token.endswith("__"):
        bare = token[:-1]
    return bare.replace("__colon__", ":").replace("__", "::")


class Opcode:
    """An instruction, or the beginning of one. It does nothing until a kernel calls it."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __getattr__(self, token: str) -> Opcode:
        if token.startswith("__") and token.endswith("__"):
            raise AttributeError(token)
        return Opcode(f"{self.text}.{decode(token)}")

    def __call__(self, *args: object, **kwargs: object) -> object:
        raise TypeError(f"T.ptx.{self.text} is for kernels: call it in a @T.function or @T.inline")

    def __repr__(self) -> str:
        return f'T.ptx["{self.text}"]'


class PtxNamespace:
    """`T.ptx`: names by attributes, or the text of an opcode in brackets.

    operands  other names that it has: `T.ptx.SINK`
    """

    def __init__(self, **operands: object) -> None:
        self.__dict__.update(operands)

    def __getattr__(self, token: str) -> Opcode:
        if token.startswith("__") and token.endswith("__"):
            raise AttributeError(token)
        return Opcode(decode(token))

    def __getitem__(self, text: str) -> Opcode:
        if not isinstance(text, str):
            raise KeyError(f"expected the text of an opcode, got {text!r}")
        from .forms import FORMS

        if text not in APPLY and text not in FORMS:
            raise KeyError(unknown(text))
        return Opcode(text)


# Tokens of tensor copies that PTX has and tile IR does not have yet.
LATER = ("im2col", "gather4", "scatter4", "cta_group", "override", "cp_mask")


def unknown(text: str) -> str:
    """What to say of an opcode that is not there."""
    from .forms import FORMS

    if any(token in text for token in LATER) or text.split(".")[0] in (
        "wgmma",
        "tcgen05",
        "tensormap",
    ):
        return f"not yet implemented: {text}"
    tokens = sorted(text.split("."))
    shuffled = [o for o in APPLY if sorted(o.split(".")) == tokens]
    if shuffled:
        return f"expected the tokens of {text} in PTX's order: {shuffled[0]}"
    close = difflib.get_close_matches(text, [*APPLY, *FORMS], 1, 0.5)
    return f"there is no opcode {text}" + (f"; did you mean {close[0]}?" if close else "")

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of the language: what `T.cuda.cta_sync` and its like are."""

from __future__ import annotations

import inspect
from collections.abc import Callable

from .errors import Stop


class Intrinsic:
    """A function that stands in kernels only. `emit(state, ...)` makes its ops.

    host  it may also stand before device_entry, in the launcher's code
    """

    def __init__(self, name: str, emit: Callable, host: bool) -> None:
        self.name = name
        self.emit = emit
        self.host = host
        self.__doc__ = emit.__doc__
        self.signature: inspect.Signature | None = None

    def __call__(self, *args: object, **kwargs: object) -> object:
        raise TypeError(f"{self.name} is for kernels: call it in a @T.function or @T.inline")

    def __repr__(self) -> str:
        return self.name

    def invoke(self, state: object, args: list, kwargs: dict) -> object:
        if state.host and not self.host:
            raise Stop(
                f"{self.name} is device code, and stands before T.device_entry",
                "move it below T.device_entry(...)",
            )
        try:
            return self.emit(state, *args, **kwargs)
        except TypeError as error:
            # A call that does not fit the parameters; anything else is a mistake of ours.
            if self._fits(args, kwargs):
                raise
            raise Stop(
                f"{self.name}: {self._misfit(args, kwargs) or error}", self._usage()
            ) from None

    def _parameters(self) -> inspect.Signature:
        if self.signature is None:
            full = inspect.signature(self.emit)
            self.signature = full.replace(
                parameters=list(full.parameters.values())[1:], return_annotation=full.empty
            )
        return self.signature

    def _fits(self, args: list, kwargs: dict) -> bool:
        return self._misfit(args, kwargs) is None

    def _misfit(self, args: list, kwargs: dict) -> str | None:
        try:
            self._parameters().bind(*args, **kwargs)
        except TypeError as error:
            return str(error)
        return None

    def _usage(self) -> str:
        names = []
        for p in self._parameters().parameters.values():
            star = "*" if p.kind is p.VAR_POSITIONAL else ""
            names.append(f"{star}{p.name}" + ("" if p.default is p.empty else f"={p.default!r}"))
        return f"write {self.name}({', '.join(names)})"


def intrinsic(name: str, host: bool = False) -> Callable[[Callable], Intrinsic]:
    """Makes a function of the language of its emitter."""
    return lambda emit: Intrinsic(name, emit, host)

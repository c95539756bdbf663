# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operands of instructions that are no values of Python's: `T.ptx.addr`, `.pred`, `.SINK`."""

from __future__ import annotations

from ..arithmetic import static_int
from ..errors import Stop
from ..intrinsics import Intrinsic, intrinsic
from ..translator import State
from ..values import Buffer, Pointer, Value, kind_of


class Sink:
    """Stands where PTX has `_`: the result is not wanted."""

    def __repr__(self) -> str:
        return "T.ptx.SINK"


SINK = Sink()


@intrinsic("T.ptx.pred")
def pred(state: State, condition: object) -> object:
    """A condition as a predicate. As a destination, it is the name in it."""
    return state.arithmetic.truth(condition)


@intrinsic("T.ptx.addr")
def addr(state: State, base: object, byte_offset: object = 0) -> Pointer:
    """The address that many bytes behind another one, in the same tensor."""
    if isinstance(base, Buffer):
        base = Pointer(base, (0,) * base.ndim)
    if not isinstance(base, Pointer):
        raise Stop(f"expected an address, got {kind_of(base)}", "write x.ptr_to([0, 0])")
    buffer = base.buffer
    name = buffer.name[1:]
    known = static_int(byte_offset)
    if known == 0:
        return base
    if buffer.layout.swizzle:
        raise Stop(
            f"{name} is swizzled: its bytes are not in the order of its elements",
            f"write {name}.ptr_to([...])",
        )
    if known is None:
        return _behind(state, base, byte_offset)
    rest, remainder = divmod(known, buffer.dtype.bytes)
    if remainder:
        raise Stop(
            f"expected a multiple of {buffer.dtype.bytes} bytes, an element of {name}, got {known}"
        )
    indices = list(base.indices)
    for axis, stride in enumerate(buffer.strides):
        if stride is None:
            continue
        turns, rest = divmod(rest, stride)
        indices[axis] = state.memory.check_index(
            name, axis, state.memory.add(indices[axis], turns), buffer.shape[axis]
        )
    return Pointer(buffer, tuple(indices), base.rank)


def _behind(state: State, base: Pointer, byte_offset: object) -> Pointer:
    """An offset that is known at run time, in a tensor of one axis."""
    buffer = base.buffer
    if not isinstance(byte_offset, Value) or not byte_offset.dtype.is_int or buffer.ndim != 1:
        raise Stop(
            f"expected a byte offset that is known now, got {kind_of(byte_offset)}",
            f"write {buffer.name[1:]}.ptr_to([...])",
        )
    index = state.arithmetic.binary("//", byte_offset, buffer.dtype.bytes)
    return Pointer(buffer, (state.memory.add(base.indices[0], index),), base.rank)


OPERANDS: dict[str, Sink | Intrinsic] = {"SINK": SINK, "pred": pred, "addr": addr}

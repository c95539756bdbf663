# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of `T` itself: allocation, loops, mathematics, device_entry."""

from __future__ import annotations

from .arithmetic import is_number, static_int
from .calls import BUILTINS, absolute
from .dtypes import INDEX, as_dtype
from .errors import Control, Stop
from .intrinsics import Intrinsic, intrinsic
from .launch import KernelAttributes, LaunchConfig
from .meta import store_cell
from .translator import State
from .types import Tensor, as_layout, extents
from .values import Buffer, Cell, LocalArray, Range, Undefined, Value, kind_of


def _dtype(value: object):
    try:
        return as_dtype(value)
    except TypeError as error:
        raise Stop(str(error)) from None


def _shape(shape: object) -> tuple[int, ...]:
    items = shape if isinstance(shape, (tuple, list)) else (shape,)
    found = []
    for item in items:
        known = static_int(item)
        if known is None:
            raise Stop(
                f"expected extents that are known now, got {kind_of(item)}",
                "give them by T.constexpr",
            )
        found.append(known)
    try:
        return extents(tuple(found))
    except (TypeError, ValueError) as error:
        raise Stop(str(error)) from None


@intrinsic("T.alloc_shared")
def alloc_shared(
    state: State,
    shape: object,
    dtype: object = "float32",
    data: None = None,
    *,
    layout: object = "default",
    align: int = -1,
) -> Buffer:
    """A tensor in shared memory, row-major; `layout` may add a swizzle.

    align   at most 1024. The planner gives 128 bytes, and the period of a swizzle.
    """
    if data is not None:
        raise Stop("a tensor in shared memory lies where the planner puts it", "leave data= out")
    if not isinstance(align, int) or (align > 0 and (align & (align - 1) or align > 1024)):
        raise Stop(f"expected align to be a power of two up to 1024, got {kind_of(align)}")
    try:
        found = as_layout(layout)
    except (TypeError, ValueError) as error:
        raise Stop(str(error)) from None
    name = state.target_name or "shared"
    return state.memory.alloc_shared(name, _shape(shape), _dtype(dtype), found, state.place)


smem = Intrinsic("T.smem", alloc_shared.emit, False)


@intrinsic("T.alloc_local")
def alloc_local(
    state: State,
    shape: object,
    dtype: object = "float32",
    *,
    layout: object = "default",
    align: int = -1,
) -> LocalArray:
    """Registers of a thread; their indices are known when the kernel is compiled."""
    if layout not in (None, "default"):
        raise Stop(f"registers are row-major, got the layout {kind_of(layout)}", "leave it out")
    array = LocalArray(state.target_name or "local", _dtype(dtype), _shape(shape))
    if array.size > 1024:
        raise Stop(f"expected at most 1024 registers, got {array.size}", "use shared memory")
    for k in range(array.size):
        state.locals[(array, k)] = Undefined(
            f"{array.name}[{k}] is read before anything is stored to it",
            f"store to {array.name} first",
        )
    return array


@intrinsic("T.alloc_tensor")
def alloc_tensor(state: State, tensor: object = None, *, ty_args: object = None) -> object:
    """A tensor of the kernel's by its type: `T.alloc_tensor(ty_args=[T.Tensor(...)])`."""
    given = ty_args if tensor is None else tensor
    found = given[0] if isinstance(given, (list, tuple)) and len(given) == 1 else given
    if not isinstance(found, Tensor):
        raise Stop(
            f"expected one T.Tensor, got {kind_of(given)}",
            'write T.alloc_tensor(ty_args=[T.Tensor((64, 64), "float16", scope="shared")])',
        )
    if found.scope == "local":
        return alloc_local.emit(state, found.shape, found.dtype)
    if found.scope == "global":
        raise Stop("a kernel allocates no global memory", 'write scope="shared", or a parameter')
    layout = "default" if found.layout is None else found.layout
    return alloc_shared.emit(
        state, found.shape, found.dtype, layout=layout, align=found.align or -1
    )


@intrinsic("T.local_scalar")
def local_scalar(state: State, dtype: object, init: object = None) -> Cell:
    """A register of a type: what is assigned to its name goes into it."""
    cell = Cell(state.target_name or "scalar", _dtype(dtype))
    if init is None:
        state.locals[(cell, 0)] = Undefined(
            f"'{cell.name}' is read before it has a value", f"write {cell.name} = ... first"
        )
    else:
        store_cell(state, cell, init)
    return cell


@intrinsic("T.meta_var", host=True)
def meta_var(state: State, value: object) -> object:
    """The value itself: names are known when a kernel is translated."""
    return value


# Loops.


def _loop(name: str, unroll: bool) -> Intrinsic:
    def emit(state: State, *args: object, annotations: object = None) -> Range:
        found = BUILTINS[range](state, *args)
        found.unroll = unroll
        return found

    return Intrinsic(f"T.{name}", emit, True)


serial = _loop("serial", False)
unroll = _loop("unroll", True)


@intrinsic("T.vectorized")
def vectorized(state: State, *args: object, annotations: object = None) -> Range:
    """A loop of known bounds whose accesses the compiler may join to wider ones."""
    found = BUILTINS[range](state, *args)
    if None in (static_int(found.start), static_int(found.stop), static_int(found.step)):
        raise Stop("expected the bounds of T.vectorized to be known now", "write range(...)")
    found.unroll = found.vector = True
    return found


# Arithmetic.


def _operator(name: str, op: str) -> Intrinsic:
    def emit(state: State, a: object, b: object) -> object:
        return state.arithmetic.binary(op, a, b)

    return Intrinsic(f"T.{name}", emit, True)


floordiv = _operator("floordiv", "//")
floormod = _operator("floormod", "%")
bitwise_and = _operator("bitwise_and", "&")
bitwise_or = _operator("bitwise_or", "|")
bitwise_xor = _operator("bitwise_xor", "^")
shift_left = _operator("shift_left", "<<")
shift_right = _operator("shift_right", ">>")


@intrinsic("T.ceildiv", host=True)
def ceildiv(state: State, a: object, b: object) -> object:
    """a / b, rounded up."""
    if static_int(a) is not None and static_int(b):
        return -(-static_int(a) // static_int(b))
    if static_int(b) == 0:
        raise Stop("division by zero", "divide by another number, or under a condition")
    arithmetic = state.arithmetic
    x, y, dtype = arithmetic.unify(a, b, "/")
    if not dtype.is_int:
        raise Stop(f"expected integers, got {kind_of(x)}")
    op = "ceildivui" if x.nonneg and y.nonneg else "ceildivsi"
    text = f"arith.{op} {arithmetic.ssa(x)}, {arithmetic.ssa(y)} : {dtype.mlir}"
    nonneg = x.nonneg and y.nonneg
    return Value(state.builder.value(text, pure=bool(y.const)), dtype, lo=0 if nonneg else None)


cdiv = Intrinsic("T.cdiv", ceildiv.emit, True)


def _truncated(name: str, op: str) -> Intrinsic:
    def emit(state: State, a: object, b: object) -> object:
        arithmetic = state.arithmetic
        x, y, dtype = arithmetic.unify(
            a if isinstance(b, Value) else arithmetic.to_value(a), b, "/"
        )
        if not dtype.is_int:
            raise Stop(f"expected integers, got {kind_of(x)}")
        suffix = "si" if dtype.kind == "i" else "ui"
        return arithmetic._emit(f"arith.{op}{suffix}", x, y, dtype, pure=bool(y.const))

    emit.__doc__ = "As C divides: towards zero."
    return Intrinsic(f"T.{name}", emit, True)


truncdiv = _truncated("truncdiv", "div")
truncmod = _truncated("truncmod", "rem")
min_ = Intrinsic("T.min", BUILTINS[min], True)
max_ = Intrinsic("T.max", BUILTINS[max], True)
abs_ = Intrinsic("T.abs", absolute, True)


@intrinsic("T.cast", host=True)
def cast(state: State, value: object, dtype: object) -> Value:
    """The number in another type, as C converts."""
    if not is_number(value):
        raise Stop(f"expected a number to convert, got {kind_of(value)}")
    return state.arithmetic.cast(value, _dtype(dtype))


@intrinsic("T.reinterpret")
def reinterpret(state: State, dtype: object, value: object) -> Value:
    """The same bits as another type."""
    found, source = _dtype(dtype), state.arithmetic.to_value(value)
    if found.bits != source.dtype.bits or INDEX in (found, source.dtype):
        raise Stop(f"expected types of one width, got {source.dtype.name} and {found.name}")
    name = state.arithmetic.ssa(source)
    if found.mlir != source.dtype.mlir:
        name = state.builder.value(f"arith.bitcast {name} : {source.dtype.mlir} to {found.mlir}")
    return Value(name, found)


@intrinsic("T.if_then_else", host=True)
def if_then_else(state: State, condition: object, a: object, b: object) -> object:
    """One of two numbers; both are computed."""
    truth = state.arithmetic.truth(condition)
    if isinstance(truth, bool):
        return a if truth else b
    return state.arithmetic.select(truth, a, b)


Select = Intrinsic("T.Select", if_then_else.emit, True)


def _math(name: str, op: str) -> Intrinsic:
    def emit(state: State, x: object) -> object:
        if not is_number(x):
            raise Stop(f"expected a number, got {kind_of(x)}")
        return state.arithmetic.unary_math(op, x)

    return Intrinsic(f"T.{name}", emit, False)


MATH = {
    name: _math(name, op)
    for name, op in {
        "exp": "exp", "exp2": "exp2", "log": "log", "log2": "log2", "log10": "log10",
        "log1p": "log1p", "sqrt": "sqrt", "rsqrt": "rsqrt", "sin": "sin", "cos": "cos",
        "tan": "tan", "tanh": "tanh", "sinh": "sinh", "cosh": "cosh", "asin": "asin",
        "acos": "acos", "atan": "atan", "erf": "erf", "floor": "floor", "ceil": "ceil",
        "round": "roundeven", "nearbyint": "roundeven", "trunc": "trunc", "fabs": "absf",
    }.items()
}  # fmt: skip


def _binary_math(name: str, op: str) -> Intrinsic:
    def emit(state: State, a: object, b: object) -> Value:
        x, y, dtype = state.arithmetic.unify(
            a if isinstance(b, Value) else state.arithmetic.to_value(a), b, ","
        )
        if not dtype.is_float:
            raise Stop(f"expected floats, got {kind_of(x)}", "convert: T.float32(...)")
        return state.arithmetic._emit(op, x, y, dtype)

    return Intrinsic(f"T.{name}", emit, False)


MATH |= {
    "pow": _binary_math("pow", "math.powf"),
    "atan2": _binary_math("atan2", "math.atan2"),
    "copysign": _binary_math("copysign", "math.copysign"),
    "fmod": _binary_math("fmod", "arith.remf"),
    "minimum": _binary_math("minimum", "arith.minimumf"),
    "maximum": _binary_math("maximum", "arith.maximumf"),
}


@intrinsic("T.fma")
def fma(state: State, a: object, b: object, c: object) -> Value:
    """a * b + c, rounded once."""
    x, y, dtype = state.arithmetic.unify(
        a if isinstance(b, Value) else state.arithmetic.to_value(a), b, "*"
    )
    z, _, whole = state.arithmetic.unify(c if isinstance(c, Value) else float(c), x, "+")
    if not dtype.is_float or whole is not dtype:
        raise Stop(f"expected floats of one type, got {kind_of(x)} and {kind_of(z)}")
    names = ", ".join(state.arithmetic.ssa(v) for v in (x, y, z))
    return Value(state.builder.value(f"math.fma {names} : {dtype.mlir}"), dtype)


# The launch.


class DeviceEntry(Control):
    """The kernel begins: what stood before is the launcher's."""

    def __init__(self, config: LaunchConfig, attributes: KernelAttributes | None) -> None:
        super().__init__()
        self.config = config
        self.attributes = attributes


@intrinsic("T.device_entry", host=True)
def device_entry(
    state: State,
    *,
    launch: object = None,
    kernel_attrs: object = None,
    backend_config: object = None,
) -> None:
    """The rest of the function is the kernel, launched so."""
    if state.in_kernel:
        raise Stop("T.device_entry stands once: this is the kernel already", "remove it")
    if backend_config is not None:
        raise Stop(
            "backend_config is not of the kernel: one text serves all targets",
            'write tilery.compile(kernel, target="sm_90a")',
        )
    if launch is None:
        raise Stop(
            "T.device_entry lacks launch=",
            "write T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))",
        )
    if not isinstance(launch, LaunchConfig):
        raise Stop(f"expected launch to be a T.cuda.LaunchConfig, got {kind_of(launch)}")
    if kernel_attrs is not None and not isinstance(kernel_attrs, KernelAttributes):
        raise Stop(
            f"expected kernel_attrs to be T.cuda.KernelAttributes, got {kind_of(kernel_attrs)}"
        )
    raise DeviceEntry(launch, kernel_attrs)

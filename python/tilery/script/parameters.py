# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Parameters of a kernel: annotations, names of symbols, arguments in tile IR."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from .dtypes import DTYPES, Dim, DType
from .errors import Fault, Place
from .memory import row_major
from .source import Source
from .translator import State
from .types import OpenMap, Parameter, Tensor, TensorMap, constexpr
from .values import Buffer, MapParam, Value


@dataclass
class Argument:
    """A parameter that the launcher has: its name and what it is annotated with."""

    name: str
    type: Tensor | TensorMap | OpenMap | DType
    place: Place


class Annotations:
    """The annotations of a function, evaluated where constexprs have values."""

    def __init__(self, source: Source, constants: dict[str, object], place) -> None:
        self.source = source
        self.constants = constants
        self.place = place
        self.faults: list[Fault] = []
        self.arguments: list[Argument] = []
        self.fixed: dict[str, object] = {}
        self.spelled: dict[str, str] = {}
        self.maps: dict[str, MapParam] = {}
        names: dict[str, object] = {}
        for outer in reversed(source.outer()):
            names.update(outer)
        self.names = {**names, **constants}
        self._read()
        self._name_symbols()

    def _read(self) -> None:
        arguments = self.source.tree.args
        for extra in (arguments.vararg, arguments.kwarg):
            if extra is not None:
                self._fault("a kernel has a fixed number of parameters", extra)
        positional = arguments.posonlyargs + arguments.args
        defaults = [None] * (len(positional) - len(arguments.defaults)) + list(arguments.defaults)
        for node, default in [
            *zip(positional, defaults, strict=True),
            *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
        ]:
            self._one(node, default)
        unknown = set(self.constants) - {a.arg for a in positional + arguments.kwonlyargs}
        for name in sorted(unknown):
            self._fault(f"specialize got '{name}', which is no parameter", self.source.tree)

    def _one(self, node: ast.arg, default: ast.expr | None) -> None:
        name = node.arg
        if node.annotation is None:
            self._fault(
                f"parameter '{name}' has no type",
                node,
                f'write {name}: T.Tensor((8, 32), "float32")',
            )
            return
        if name in self.constants and self.constants[name] is None:
            self.fixed[name] = None
            return
        try:
            found = self._evaluate(node.annotation)
        except Exception as error:
            self._fault(f"{type(error).__name__}: {error}", node.annotation)
            return
        if found is constexpr:
            self._constant(node, default)
        elif isinstance(found, (Tensor, TensorMap, OpenMap, DType)):
            if name in self.constants:
                self._fault(
                    f"'{name}' is an argument of the launch: specialize takes None, or T.constexpr parameters",
                    node,
                )
            if isinstance(found, Tensor):
                self._check_tensor(found, node)
            if isinstance(found, Tensor) and found.dtype.kind == "b":
                self._fault("a tensor of bool is not there", node.annotation, "use uint8")
            if isinstance(found, DType) and found.kind == "m":
                self._fault(
                    f"a number of {found.name} is not passed", node.annotation, "pass a uint8"
                )
            if default is not None and getattr(default, "value", default) is not None:
                self._fault(
                    f"'{name}' is passed at each launch, and has no default",
                    default,
                    f"leave it out, or write {name}: T.constexpr",
                )
            self.arguments.append(Argument(name, found, self.place(node)))
        else:
            self._fault(
                f"expected T.Tensor(...), T.TensorMap(...) or a type such as T.int32, got {found!r}",
                node.annotation,
                f'write {name}: T.Tensor((8, 32), "float32")',
            )

    def _check_tensor(self, found: Tensor, node: ast.arg) -> None:
        if found.scope != "global":
            self._fault(
                f"a parameter is in global memory, got scope={found.scope!r}",
                node.annotation,
                "make a shared tensor in the kernel: T.alloc_shared(shape, dtype)",
            )
        if found.layout not in (None, "default"):
            self._fault(
                "not yet implemented: a layout of a parameter; it is row-major",
                node.annotation,
                "leave layout= out",
            )

    def _constant(self, node: ast.arg, default: ast.expr | None) -> None:
        if node.arg in self.constants:
            self.fixed[node.arg] = self.constants[node.arg]
        elif default is not None:
            self.fixed[node.arg] = self._run(default)
        else:
            self._fault(
                f"'{node.arg}' is a T.constexpr without a value",
                node,
                f"write .specialize({node.arg}=...)",
            )

    def _evaluate(self, node: ast.expr) -> object:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node = ast.parse(node.value, mode="eval").body
        return self._run(node)

    def _run(self, node: ast.expr) -> object:
        code = compile(ast.Expression(node), self.source.filename, "eval")
        return eval(code, self.source.function.__globals__, self.names)

    def _fault(self, message: str, node: ast.AST, cure: str = "") -> None:
        self.faults.append(Fault(message, self.place(node), cure))

    def _name_symbols(self) -> None:
        """A symbol is called as the variable that holds it."""
        unnamed = [
            d
            for a in self.arguments
            if isinstance(a.type, Tensor)
            for d in a.type.shape
            if isinstance(d, Dim) and d.name is None
        ]
        if not unnamed:
            return
        for name, value in self.names.items():
            if isinstance(value, Dim) and value.name is None:
                value.name = name
        for k, dim in enumerate(unnamed):
            dim.name = dim.name or f"d{k}"

    # What tile IR says of them.

    def bind(self, state: State) -> None:
        """Gives the parameters to a translation."""
        for argument in self.arguments:
            name = self.spelled[argument.name] = state.builder.named(argument.name)
            if isinstance(argument.type, (TensorMap, OpenMap)):
                state.scope.values[argument.name] = self._map(argument, name)
            else:
                state.scope.values[argument.name] = self._value(argument, name, state)
        state.scope.values.update(self.fixed)

    def _map(self, argument: Argument, name: str) -> MapParam:
        """One object for launcher and kernel: the kernel's copies may show what it describes."""
        known = argument.type if isinstance(argument.type, TensorMap) else None
        return self.maps.setdefault(argument.name, MapParam(name, known))

    def unsettled(self) -> list[Fault]:
        """Maps of which no copy has shown what they describe."""
        return [
            Fault(
                f"no copy shows what the map '{a.name}' describes",
                a.place,
                f'write {a.name}: T.TensorMap(box=(64, 64), dtype="float16", swizzle="128B")',
            )
            for a in self.arguments
            if a.name in self.maps and self.maps[a.name].type is None
        ]

    @staticmethod
    def _value(argument: Argument, name: str, state: State) -> object:
        found = argument.type
        if isinstance(found, DType):
            return _scalar(state, name, found)
        shape = tuple(e if isinstance(e, int) else None for e in found.shape)
        buffer = Buffer(name, found.dtype, shape, "global", argument.place, row_major(shape))
        for axis, extent in enumerate(found.shape):
            if isinstance(extent, Dim):
                state.dims.setdefault(extent.name, (buffer, axis))
        return buffer

    def text(self, state: State) -> str:
        """The parameter list of the kernel and of its launcher."""
        parts = []
        for argument in self.arguments:
            name, mlir = self._spelling(argument, state)
            parts.append(
                f"{name}: {mlir}{self._attributes(argument)} loc({_alias(state, argument.place)})"
            )
        return ", ".join(parts)

    def call(self, state: State) -> str:
        """The operands of launch.kernel, with their types."""
        found = [self._spelling(a, state) for a in self.arguments]
        if not found:
            return "()"
        return f"({', '.join(n for n, _ in found)}) : {', '.join(t for _, t in found)}"

    def _spelling(self, argument: Argument, state: State) -> tuple[str, str]:
        value = state.scope.values[argument.name]
        if isinstance(value, MapParam):
            return value.name, value.type.mlir
        if isinstance(value, Value):
            return self.spelled[argument.name], carrier(argument.type).mlir
        return value.name, value.mlir

    @staticmethod
    def _attributes(argument: Argument) -> str:
        found = argument.type
        if not isinstance(found, Tensor):
            return ""
        words = []
        if found.align:
            words.append(f"tile.align = {found.align} : i64")
        if any(isinstance(e, Dim) for e in found.shape):
            names = ", ".join(f'"{e.name}"' if isinstance(e, Dim) else '""' for e in found.shape)
            words.append(f"tile.dims = [{names}]")
        return f" {{{', '.join(words)}}}" if words else ""

    def signature(self) -> tuple[Parameter, ...]:
        found = []
        for a in self.arguments:
            if isinstance(a.type, Tensor):
                shape = tuple(e.name if isinstance(e, Dim) else e for e in a.type.shape)
                found.append(Parameter(a.name, "tensor", a.type.dtype.name, shape, a.type.align))
            elif a.name in self.maps:
                kind = self.maps[a.name].type
                found.append(Parameter(a.name, "tensor_map", kind.dtype.name, kind.box))
            else:
                found.append(Parameter(a.name, "scalar", a.type.name))
        return tuple(found)


def carrier(dtype: DType) -> DType:
    """The type that brings a scalar: arguments of a launch are signed, so that the next wider one
    brings an unsigned one. 64 bits are brought as they are, a bool as a byte."""
    if dtype.kind == "b":
        return DTYPES["int8"]
    if dtype.kind == "u" and dtype.bits < 64:
        return DTYPES[f"int{2 * dtype.bits}"]
    return dtype


def _scalar(state: State, name: str, dtype: DType) -> Value:
    brought = carrier(dtype)
    if brought is dtype:
        return Value(name, dtype)
    return state.arithmetic.cast(Value(name, brought), dtype)


def _alias(state: State, place: Place) -> str:
    return state.locations.at(place.filename, place.line, place.column + 1)

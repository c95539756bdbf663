# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From Python's syntax tree to ops: what every part of the translation shares."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Mapping
from dataclasses import dataclass

from .arithmetic import Arithmetic
from .builder import Builder, Locations
from .dtypes import INDEX, Dim, DType
from .errors import Fault, Place, Stop
from .launch import KernelFacts
from .memory import Memory
from .spelling import cure_of_name
from .values import Buffer, Cell, Poison, Undefined, Value

MISSING = object()


@dataclass(frozen=True, slots=True)
class Declared:
    """The type of a name; fixed where it is a `T.let`, which is assigned once."""

    dtype: DType | None
    fixed: bool
    node: ast.AST


class Scope:
    """The names that one function of the source sees, and where its text is.

    values   what the function has assigned
    types    of names that were declared: `x: T.float32 = 0`
    outer    names of the enclosing scopes, in order
    around   the scope of the kernel that the function is defined in
    """

    def __init__(
        self,
        filename: str,
        line_offset: int,
        outer: tuple[Mapping[str, object], ...],
        around: Scope | None = None,
    ) -> None:
        self.filename = filename
        self.line_offset = line_offset
        self.outer = outer
        self.around = around
        self.values: dict[str, object] = {}
        self.types: dict[str, Declared] = {}
        self.called_at = ""
        self.caller: Place | None = None

    def place(self, node: ast.AST) -> Place:
        line = node.lineno
        end = node.end_col_offset if node.end_lineno == line else 1 << 16
        return Place(self.filename, line + self.line_offset, node.col_offset, end)

    def find(self, name: str) -> object:
        found = self.values.get(name, MISSING)
        if found is not MISSING:
            return found
        if self.around is not None:
            return self.around.find(name)
        for names in self.outer:
            if name in names:
                return names[name]
        return getattr(builtins, name, MISSING)

    def known_names(self) -> list[str]:
        names = list(self.values) + (self.around.known_names() if self.around else [])
        for mapping in self.outer:
            names.extend(mapping)
        return names


class State:
    """State of one translation, for intrinsics and for the parts that translate syntax.

    host    the launcher is being translated, not the kernel
    in_kernel  what is translated stands behind device_entry
    endless    functions that have turned out to call themselves
    unrolled   turns of loops that are unrolled so far
    facts   block and cluster; None before device_entry
    locals  registers, by (array, number), (cell, 0) or (instance, field)
    """

    def __init__(self, name: str, locations: Locations, host: bool) -> None:
        self.name = name
        self.host = host
        self.locations = locations
        self.builder = Builder(self.locate, host)
        self.arithmetic = Arithmetic(self.builder)
        self.memory = Memory(self.arithmetic, self.extent)
        self.faults: list[Fault] = []
        self.scope: Scope | None = None
        self.node: ast.AST | None = None
        self.locals: dict[tuple[object, int | str], object] = {}
        self.facts: KernelFacts | None = None
        self.dims: dict[str, tuple[Buffer, int]] = {}
        self.sizes: dict[tuple[str, int], Value] = {}
        self.in_kernel = False
        self.endless: list[object] = []
        self.unrolled = 0
        self.inline_depth = 0
        self.target_name = ""
        self.discarded: ast.AST | None = None
        self.inline_floor = 0

    # Places.

    def at(self, node: ast.AST) -> None:
        """What follows belongs to this piece of the source."""
        self.node = node
        self.builder.location_of = (self.scope, node)

    def locate(self, scope: Scope, node: ast.AST) -> str:
        """The location alias of a piece of the source."""
        line = node.lineno + scope.line_offset
        name = self.locations.at(scope.filename, line, node.col_offset + 1)
        return self.locations.called(name, scope.called_at) if scope.called_at else name

    @property
    def place(self) -> Place:
        return self.scope.place(self.node)

    def record(self, stop: Stop, node: ast.AST) -> None:
        """Keeps a fault; one without a message has been told."""
        if not stop.message:
            return
        at = stop.node if isinstance(stop.node, ast.AST) else node
        place = at if isinstance(at, Place) else self.scope.place(at)
        notes = stop.notes
        if self.scope.caller is not None:
            notes = (*notes, ("called here", self.scope.caller))
        fault = Fault(stop.message, place, stop.cure, notes)
        if fault not in self.faults:
            self.faults.append(fault)

    # Names.

    def read(self, name: str) -> object:
        found = self.scope.find(name)
        if found is MISSING and name in self.dims:
            return self.extent(*self.dims[name])
        if found is MISSING:
            raise Stop(
                f"name '{name}' is not defined",
                cure_of_name(name, self.scope.known_names())
                or "assign it before, or define it outside",
            )
        return self.resolve(found)

    def resolve(self, found: object) -> object:
        if isinstance(found, Poison):
            raise Stop()
        if isinstance(found, Undefined):
            notes = [("it is assigned here", found.place)] if found.place else []
            raise Stop(found.message, found.cure, notes=notes)
        if isinstance(found, Dim):
            return self.size_of(found)
        if isinstance(found, Cell):
            return self.resolve(self.locals[(found, 0)])
        return found

    def size_of(self, dim: Dim) -> Value:
        """A symbolic dimension: the size of the first tensor that has it."""
        where = self.dims.get(dim.name or "")
        if where is None:
            raise Stop(
                f"{dim} is a dimension of none of the parameters",
                "write it in the shape of a T.Tensor, or make it a parameter",
            )
        return self.extent(*where)

    def extent(self, buffer: Buffer, axis: int) -> Value:
        key = (buffer.name, axis)
        found = self.sizes.get(key)
        if found is None:
            position = self.builder.constant(axis, INDEX)
            name = self.builder.at_top(f"memref.dim {buffer.name}, {position} : {buffer.mlir}")
            found = self.sizes[key] = Value(name, INDEX, lo=0)
        return found

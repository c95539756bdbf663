# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`@T.function`, `@T.jit` and `@T.inline`: functions of Python that become tile IR."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Mapping
from types import FunctionType

from .builder import Locations
from .errors import Fault, KernelError, Place, Stop
from .functions import DeviceEntry
from .inlining import Inline, run_function
from .launch import examine
from .parameters import Annotations
from .returns import returned_values
from .source import Source
from .statements import run_body
from .translator import Scope, State
from .types import Parameter


class Function:
    """A kernel and its launcher, as tile IR.

    name       of the launcher; the kernel is called NAME_kernel
    signature  the arguments of a launch
    """

    def __init__(self, source: Source, constants: dict[str, object]) -> None:
        self.name = source.function.__name__
        self.__name__ = self.name
        self.__doc__ = source.function.__doc__
        self._text, self.signature = _translate(source, constants)

    signature: tuple[Parameter, ...]

    def ir_text(self) -> str:
        """The module: `tile.kernel`, `launch.func`, and where each op comes from."""
        return self._text

    def specialize(self, **constants: object) -> Function:
        if constants:
            raise TypeError(f"{self.name} has no T.constexpr parameters; write @T.jit")
        return self

    def __call__(self, *args: object, **kwargs: object) -> object:
        raise TypeError(f"{self.name} is not compiled: write tilery.compile({self.name})(...)")

    def __repr__(self) -> str:
        shapes = ", ".join(p.name for p in self.signature)
        return f"<tilery function {self.name}({shapes})>"


class Template:
    """A kernel whose `T.constexpr` parameters are still open."""

    def __init__(self, source: Source) -> None:
        self.name = source.function.__name__
        self.__name__ = self.name
        self.__doc__ = source.function.__doc__
        self._source = source

    def specialize(self, **constants: object) -> Function:
        """The kernel for these values; None leaves an optional tensor out."""
        try:
            return Function(self._source, constants)
        except KernelError as error:
            raise error.with_traceback(None) from None

    def __call__(self, *args: object, **kwargs: object) -> object:
        raise TypeError(f"{self.name} has open parameters: write {self.name}.specialize(...)")


def _translate(source: Source, constants: dict[str, object]) -> tuple[str, tuple[Parameter, ...]]:
    name = source.function.__name__

    def place(node: ast.AST) -> Place:
        end = node.end_col_offset if node.end_lineno == node.lineno else node.col_offset + 1
        return Place(source.filename, node.lineno + source.offset, node.col_offset, end)

    def give_up(faults: list[Fault]) -> None:
        raise KernelError(name, sorted(faults, key=lambda f: (f.place.line, f.place.column)))

    annotations = Annotations(source, constants, place)
    if annotations.faults:
        give_up(annotations.faults)
    locations = Locations()

    def begin(host: bool) -> State:
        state = State(name, locations, host)
        state.scope = Scope(source.filename, source.offset, source.outer())
        state.at(source.tree)
        annotations.bind(state)
        return state

    host = begin(True)
    before, rest, entry = _run_host(host, source.tree)
    if host.faults or entry is None:
        give_up(host.faults)
    device = begin(False)
    device.facts = host.facts
    run_body(device, before)
    device.faults.clear()
    device.at(source.tree)
    for node in returned_values(rest):
        device.record(Stop("a kernel returns nothing", "store to a tensor"), node)
    device.in_kernel = True
    run_function(device, rest, name)
    device.faults += annotations.unsettled() if not device.faults else []
    if device.faults:
        give_up(device.faults)
    text = _kernel_text(device, annotations, source) + _launch_text(host, annotations, source)
    return text + locations.text(), annotations.signature()


def _run_host(state: State, tree: ast.FunctionDef) -> tuple[list, list, object]:
    """The statements before device_entry, those after it, and what it says."""
    for k, statement in enumerate(tree.body):
        call, body = statement, None
        if isinstance(statement, ast.With) and len(statement.items) == 1:
            call = ast.copy_location(ast.Expr(statement.items[0].context_expr), statement)
            body = statement.body
        try:
            run_body(state, [call])
        except DeviceEntry as entry:
            if not isinstance(call, ast.Expr) or state.inline_depth:
                cure = "write it as a statement of the function itself"
                state.record(Stop("T.device_entry stands in no other statement", cure), call)
                return [], [], None
            try:
                state.facts = examine(entry.config, entry.attributes)
            except Stop as stop:
                state.record(stop, _keyword(call))
                return [], [], None
            after = tree.body[k + 1 :]
            if body is not None and after:
                state.record(Stop("the kernel ends with T.device_entry's block"), after[0])
            return tree.body[:k], after if body is None else body, entry
        if state.faults and isinstance(call, ast.Expr):
            break
    if not _mentions_device_entry(tree):
        state.faults.clear()  # device code in the launcher: one cause
    if not state.faults:
        state.record(
            Stop(
                f"{tree.name} does not say how it is launched",
                "begin with T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))",
            ),
            _head(tree),
        )
    return [], [], None


def _mentions_device_entry(tree: ast.FunctionDef) -> bool:
    names = (getattr(node, "attr", getattr(node, "id", "")) for node in ast.walk(tree))
    return "device_entry" in names


def _keyword(call: ast.stmt) -> ast.AST:
    """The launch= of a device_entry, to point at."""
    value = call.value if isinstance(call, ast.Expr) else call
    if isinstance(value, ast.Call) and value.keywords:
        return value.keywords[0].value
    return call


def _head(tree: ast.FunctionDef) -> ast.AST:
    return ast.copy_location(ast.Name(tree.name, ast.Load()), tree)


def _kernel_text(state: State, annotations: Annotations, source: Source) -> str:
    location = state.locate(state.scope, source.tree)
    head = f"tile.kernel @{state.name}_kernel({annotations.text(state)}) {state.facts.kernel_text}"
    return f"{head} {{\n{state.builder.text()}}} loc({location})\n"


def _launch_text(state: State, annotations: Annotations, source: Source) -> str:
    location = state.locate(state.scope, source.tree)
    grid = ", ".join(
        str(e) if isinstance(e, int) else state.arithmetic.index(e) for e in state.facts.grid
    )
    state.builder.op(
        f"launch.kernel @{state.name}_kernel grid [{grid}]{state.facts.options} {annotations.call(state)}"
    )
    head = f"launch.func @{state.name}({annotations.text(state)})"
    return f"{head} {{\n{state.builder.text()}}} loc({location})\n"


# The decorators.


def _source(function: FunctionType, names: Mapping[str, object], decorator: str) -> Source:
    if not isinstance(function, FunctionType):
        raise TypeError(f"expected @T.{decorator} on a function, got {function!r}")
    return Source(function, names, decorated=decorator != "inline")


def function(
    func: FunctionType | None = None,
    /,
    *,
    private: bool = False,
    check_well_formed: bool = True,
    persistent: bool = False,
) -> Function | Callable[[FunctionType], Function]:
    """Translates a kernel where it is defined. The keywords are TIRx's, and change nothing."""
    names = sys._getframe(1).f_locals

    def translate(function: FunctionType) -> Function:
        try:
            return Function(_source(function, names, "function"), {})
        except KernelError as error:
            # Its text has the places in the kernel; those in here tell nothing.
            raise error.with_traceback(None) from None

    return translate if func is None else translate(func)


def jit(func: FunctionType | None = None, /, **_: object) -> Template | Callable:
    """A kernel that is translated when `.specialize(...)` gives its `T.constexpr` parameters."""
    names = dict(sys._getframe(1).f_locals)
    if func is None:
        return lambda f: Template(_source(f, names, "jit"))
    return Template(_source(func, names, "jit"))


def inline(func: FunctionType) -> Inline:
    """A helper of kernels, put in where it is called. It may be one that Python calls, too."""
    return Inline(_source(func, sys._getframe(1).f_locals, "inline"))


__all__ = ["Function", "Inline", "Template", "function", "inline", "jit"]

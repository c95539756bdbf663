# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiled modules: libtilery's programs as Python objects."""

from __future__ import annotations

import ctypes
import json
import os
import sys
from dataclasses import dataclass

from . import dtypes
from . import library as lib
from .errors import CompileError, Diagnostic, Place


@dataclass(frozen=True)
class Parameter:
    """An argument of a launcher."""

    name: str
    type: str  # as the IR writes it
    kind: int  # library.KIND_*
    dtype_name: str
    shape: tuple[int | str | None, ...]  # a size, a symbol, or None
    is_read: bool
    is_written: bool


@dataclass(frozen=True)
class Entry:
    """A launcher of a module."""

    name: str
    signature: str
    parameters: tuple[Parameter, ...]


@dataclass(frozen=True)
class KernelInfo:
    """The code of a kernel."""

    name: str
    target: str
    ptx: tuple[int, int] | None  # its version; None in the simulator
    registers: int | None  # of a thread; None where ptxas has not run
    block: tuple[int, int, int]
    cluster: tuple[int, int, int]
    static_shared: int  # bytes
    dynamic_shared: int  # bytes


def _text(value: bytes | None) -> str:
    return (value or b"").decode("utf-8", "replace")


def _encode(text: str, what: str) -> bytes:
    """For C, which ends a text at its first zero byte."""
    if not isinstance(text, str):
        raise TypeError(f"expected a text as the {what}, got {text!r}")
    if "\0" in text:
        raise ValueError(f"expected a {what} without a zero byte, got {text!r}")
    return text.encode()


def _read_diagnostic(struct) -> Diagnostic:
    return Diagnostic(
        lib.SEVERITIES[struct.severity],
        _text(struct.text),
        Place(_text(struct.file), struct.line, struct.column),
        tuple(_read_diagnostic(struct.notes[i].contents) for i in range(struct.num_notes)),
    )


def _read_parameter(struct) -> Parameter:
    shape = []
    for i in range(struct.rank):
        symbol = _text(struct.symbols[i]) if struct.symbols else ""
        shape.append(struct.shape[i] if struct.shape[i] >= 0 else symbol or None)
    return Parameter(
        _text(struct.name),
        _text(struct.type),
        struct.kind,
        dtypes.name(struct.dtype.code, struct.dtype.bits),
        tuple(shape),
        bool(struct.is_read),
        bool(struct.is_written),
    )


class Program:
    """A module, compiled for a GPU or for the simulator. Threads may share it."""

    def __init__(self, text: str, name: str, target: str, simulate: bool, **options):
        self.text, self.name = text, name
        self.target, self.simulate, self.options = target, simulate, options
        self.address = None
        self._lib = lib.load()
        self._compile()

    def _compile(self):
        library, options = self._lib, lib.CompileOptions()
        library.tileryInitCompileOptions(options, ctypes.sizeof(options))
        options.target = _encode(self.target, "target")
        options.simulate = self.simulate
        options.ptx = self.options.get("ptx") or 0
        options.cubin = bool(self.options.get("cubin"))
        options.line_info = bool(self.options.get("line_info"))
        options.checks = bool(self.options.get("checks", True))
        cubins = self.options.get("cubins")
        options.cubins = _encode(cubins, "list of targets") if cubins else None
        source = self.text.encode()
        program = ctypes.c_void_p()
        status = library.tileryCompile(
            source, len(source), _encode(self.name, "name"), options, ctypes.byref(program)
        )
        if not program:
            raise CompileError(f"{_text(library.tileryGetStatusText(status))} ({status})")
        self.address = program.value
        self.diagnostics = self._read(
            library.tileryProgramGetDiagnostics, lib.DiagnosticStruct, _read_diagnostic
        )
        if self.options.get("is_script"):
            from .wording import diagnostic_in_python

            self.diagnostics = tuple(map(diagnostic_in_python, self.diagnostics))
        if status != lib.OK:
            sources = {self.name: self.text.splitlines()}
            message = "\n".join(diagnostic.render(sources) for diagnostic in self.diagnostics)
            raise CompileError(message, self.diagnostics)
        self.entries = self._read(library.tileryProgramGetEntries, lib.Entry, self._read_entry)
        self.kernels = self._read(
            library.tileryProgramGetKernels, lib.KernelInfo, self._read_kernel
        )

    def _read(self, function, struct, convert) -> tuple:
        items = ctypes.POINTER(ctypes.POINTER(struct))()
        count = function(self.address, ctypes.byref(items))
        return tuple(convert(items[i].contents) for i in range(count))

    @staticmethod
    def _read_entry(struct) -> Entry:
        parameters = (struct.parameters[i].contents for i in range(struct.num_parameters))
        return Entry(
            _text(struct.name),
            _text(struct.signature),
            tuple(_read_parameter(parameter) for parameter in parameters),
        )

    @staticmethod
    def _read_kernel(struct) -> KernelInfo:
        return KernelInfo(
            _text(struct.name),
            _text(struct.target),
            divmod(struct.ptx, 10) if struct.ptx else None,
            struct.registers if struct.registers >= 0 else None,
            tuple(struct.block),
            tuple(struct.cluster),
            struct.static_shared,
            struct.dynamic_shared,
        )

    def stage(self, name: str) -> bytes:
        """The module after a stage; CompileError with the reason where there is none."""
        if not isinstance(name, str) or "\0" in name:
            raise KeyError(f"expected the name of a stage, got {name!r}")
        text, size = ctypes.c_void_p(), ctypes.c_size_t()
        status = self._lib.tileryProgramGetStage(
            self.address, name.encode(), ctypes.byref(text), ctypes.byref(size)
        )
        content = ctypes.string_at(text, size.value) if text else b""
        if status == lib.BAD_ARGUMENT:
            raise KeyError(_text(content))
        if status != lib.OK:
            raise CompileError(_text(content))
        return content

    def export(self, folder: str, form: str, host: str | None, **options: bool) -> None:
        """Writes the launchers below a folder; `options` are no_cuda_header and tvm_ffi."""
        struct = lib.ExportOptions(ctypes.sizeof(lib.ExportOptions), _encode(form, "form"))
        struct.host = _encode(host, "host") if host else None
        path = os.fsencode(folder)
        if b"\0" in path:
            raise ValueError(f"expected a folder without a zero byte, got {folder!r}")
        for name, value in options.items():
            setattr(struct, name, bool(value))
        status = self._lib.tileryProgramExport(self.address, path, struct)
        if status == lib.OK:
            return
        message = _text(self._lib.tileryGetLastError())
        if status == lib.BAD_ARGUMENT:
            raise ValueError(message)
        raise OSError(message) if status == lib.WRITE_FAILED else CompileError(message)

    def times(self) -> dict[str, float]:
        """Milliseconds of each stage of the compilation, and their "total"."""
        return json.loads(self._lib.tileryProgramGetTimes(self.address))["first_ms"]

    def __del__(self):
        # At the end of the process, what the library needs may be gone.
        if getattr(self, "address", None) and not sys.is_finalizing():
            self._lib.tileryProgramRelease(self.address)

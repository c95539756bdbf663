# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels that can be called."""

from __future__ import annotations

import ctypes
import functools
import re
import sys
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path

from . import library as lib
from .arguments import Arguments, Unusable, meet_streams, stream_handle
from .errors import (
    ArgumentError,
    ArgumentTypeError,
    LaunchError,
    SimulationError,
    SimulationWarning,
)
from .program import Entry, KernelInfo, Program
from .simulator import SimulationReport, make_options, simulate

_STAGES = (
    *("source", "tile", "core", "launch", "sim", "nvvm", "llvm", "ptx", "sass", "ptxas"),
    *("launcher", "launcher.h", "metadata"),
)


class Stages(Mapping):
    """`kernel.asm`: the module after each stage, made when it is asked for. All are text but
    "cubin", an ELF image; "record" is what a call asks of the CUDA driver, "launcher" C++ that
    can be compiled without Tilery, and "metadata" JSON of all that is known of the launchers."""

    def __init__(self, kernel: Kernel):
        self._kernel = kernel

    def __getitem__(self, stage: str):
        if stage == "record":
            return self._kernel.record()
        if stage == "cubin":
            return self._kernel.program.stage(stage)
        return self._kernel.program.stage(stage).decode()

    def __iter__(self):
        yield from (*_STAGES, "cubin", "record")

    def __len__(self):
        return len(_STAGES) + 2


@functools.cache
def _types_of(module) -> frozenset[type]:
    """The types of arguments that go through tvm-ffi; none where it is not imported."""
    return frozenset((module.Tensor, int, float, bool) if module else ())


def _bind(program: Program, entry: int):
    """The entry as a function of tvm-ffi."""
    import tvm_ffi

    module = tvm_ffi.load_module(lib.find_library())
    return module["tilery_bind_entry"](program.address, entry)


class Kernel(lib.callable_base()):
    """A kernel of a program, with its launcher. Calls take the launcher's arguments in
    order or by name, start it, and return None; they do not wait for a GPU. Threads may
    share it."""

    def __init__(self, program: Program, entry: int = 0):
        self.program = program
        self._entry = entry
        # The entry for the tensors of tvm-ffi, looked for at their first call.
        self._tvm_ffi = None
        if not program.simulate:
            lib.load_for_python().tileryPythonBind(self, program.address, entry)

    @property
    def entry(self) -> Entry:
        return self.program.entries[self._entry]

    @property
    def name(self) -> str:
        return self.entry.name

    __name__ = name

    @property
    def signature(self) -> str:
        """ "add_one(A: Tensor([m, 32], float32), n: int32)" """
        return self.entry.signature

    @property
    def target(self) -> str:
        """ "sm_90a", or "sim"."""
        return "sim" if self.program.simulate else self.program.target

    @property
    def kernels(self) -> tuple[KernelInfo, ...]:
        """The device code of the program."""
        return self.program.kernels

    @property
    def asm(self) -> Stages:
        return Stages(self)

    def __repr__(self) -> str:
        return f"<tilery kernel {self.signature} for {self.target}>"

    def __getitem__(self, name: str) -> Kernel:
        """Another launcher of the same program; "main" is this one."""
        if name == "main":
            return self
        for index, entry in enumerate(self.program.entries):
            if entry.name == name:
                return Kernel(self.program, index)
        names = ", ".join(entry.name for entry in self.program.entries)
        raise KeyError(f"expected one of {names}, got {name!r}")

    def __reduce__(self):
        return _restore, (
            self.program.text,
            self.program.name,
            self.program.target,
            self.program.simulate,
            self.program.options,
            self._entry,
        )

    #
    # Calls
    #

    def _call(self, *args, stream=None, **named) -> None:
        """Calls that the base class leaves to Python: in the simulator, with numpy arrays,
        with arguments by name, and those that are refused."""
        if named:
            args = self._order(args, named)
        if self.program.simulate:
            report = self.simulate(*args)
            if report.output:
                sys.stdout.write(report.output)
            if not report.is_clean:
                raise SimulationError(report.findings, report.output)
            for finding in report.findings:
                warnings.warn(finding.rendered.rstrip(), SimulationWarning, stacklevel=2)
            return
        if stream is None and self._call_tvm_ffi(args):
            return
        if stream is None:
            handle = meet_streams(args)
        else:
            handle = stream_handle(stream)
        arguments = self._convert(args, on_gpu=True)
        launch, text = self._launch(arguments, handle)
        status = lib.load().tileryLaunchEntry(self.program.address, self._entry, launch)
        if status != lib.OK:
            self._raise(status, text.value.decode("utf-8", "replace"), arguments.faults)

    def _call_tvm_ffi(self, args) -> bool:
        """Calls with tensors of tvm-ffi; False where there are none, or others too."""
        types = _types_of(sys.modules.get("tvm_ffi"))
        if not types or not types.issuperset(map(type, args)):
            return False
        if self._tvm_ffi is None:
            self._tvm_ffi = _bind(self.program, self._entry)
        status = self._tvm_ffi(*args)
        if status > 0:
            message = lib.load().tileryGetLastError().decode("utf-8", "replace")
            self._raise(status, message)
        return status == 0

    def _order(self, args, named) -> tuple:
        """The arguments in the order of the parameters."""
        names = [parameter.name for parameter in self.entry.parameters]
        faults = [f"got {name!r}, which is no parameter" for name in named if name not in names]
        taken = [name for name in names[: len(args)] if name in named]
        faults += [f"got {name!r} twice" for name in taken]
        missing = [name for name in names[len(args) :] if name not in named]
        faults += [f"got none for {name!r}" for name in missing]
        if faults or len(args) > len(names):
            faults = faults or [f"got {len(args) + len(named)}"]
            raise ArgumentTypeError(
                f"Expected {len(names)} arguments when calling:\n  `{self.signature}`,\n"
                f"  {', '.join(faults)}"
            )
        return (*args, *(named[name] for name in names[len(args) :]))

    def simulate(
        self, *args, seed=None, order=None, checks=True, workers=0, trace=False
    ) -> SimulationReport:
        """Runs in the simulator and returns what it has shown, faults and all.

        `order` says when asynchronous copies complete: "late" (when no thread can run
        without; the default), "early" (when they are issued) or "shuffled", as a seed says;
        a seed alone shuffles. Without `checks`, only what ends a kernel is found. `workers`
        is the number of threads, 0 one for each core. With `trace`, the report has what
        happened when.
        """
        if not self.program.simulate:
            raise ValueError(f"expected a kernel that was compiled with target='sim', got {self!r}")
        options = make_options(seed, order, checks, workers, trace)
        arguments = self._convert(args)
        launch, text = self._launch(arguments, 0)
        status, report = simulate(self.program, self._entry, launch, options)
        if report is None:
            self._raise(status, text.value.decode("utf-8", "replace"), arguments.faults)
        return report

    def record(self, *args) -> str:
        """What a call asks of the CUDA driver, one call a line; nothing is launched. Without
        arguments, of arrays of the shapes in the signature, where these are all known."""
        if self.program.simulate:
            program = self.program
            compiled = Program(program.text, program.name, program.target, False, **program.options)
            return Kernel(compiled, self._entry).record(*args)
        arguments = self._convert(args) if args else self._make_arguments()
        launch, text = self._launch(arguments, 0)
        library, log = lib.load(), ctypes.c_void_p()
        status = library.tileryRecordEntry(
            self.program.address, self._entry, launch, ctypes.byref(log)
        )
        if status != lib.OK:
            self._raise(status, text.value.decode("utf-8", "replace"), arguments.faults)
        try:
            return ctypes.string_at(log).decode()
        finally:
            library.tileryFreeText(log)

    def _make_arguments(self) -> Arguments:
        import numpy

        values = []
        for parameter in self.entry.parameters:
            if parameter.kind in (lib.KIND_INT, lib.KIND_FLOAT):
                values.append(0)
                continue
            known = all(isinstance(extent, int) for extent in parameter.shape)
            if parameter.kind == lib.KIND_MAP or not known:
                raise ValueError(
                    f"expected arguments, as the signature leaves sizes open: {self.signature}; "
                    "call kernel.record(...) with some"
                )
            values.append(numpy.zeros(parameter.shape, _plain_dtype(parameter.dtype_name)))
        return self._convert(values)

    def export(
        self,
        folder,
        form: str = "launcher-cpp",
        *,
        host: str | None = None,
        cuda_header: bool = True,
        tvm_ffi: bool = False,
        cubins: Sequence[str] = (),
    ) -> Path:
        """Writes the launchers of the program, with their device code, for programs without
        Tilery; gives the folder, which is made where it is missing.

        `form`: "launcher-cpp" (C++ source and the runtime that it calls), "launcher-obj"
        (objects for `host`, "x86_64" or "aarch64"), "package" (the same with a static library,
        for CMake's find_package) or "metadata". Without `cuda_header`, nothing includes cuda.h;
        `tvm_ffi` also makes a function of tvm-ffi of each. `cubins` are targets such as
        ("sm_90a", "sm_100a"), for each of which ptxas makes a cubin beside the PTX.

        Raises ValueError for a form or host that there is not, CompileError for kernels that
        have none, and OSError where files cannot be written.
        """
        path = Path(folder)
        program = self.program
        if cubins:
            names = (cubins,) if isinstance(cubins, str) else cubins
            more = {**program.options, "cubins": ",".join(names)}
            program = Program(program.text, program.name, program.target, False, **more)
        options = {"no_cuda_header": not cuda_header, "tvm_ffi": tvm_ffi}
        program.export(str(path), form, host, **options)
        return path

    #
    # Arguments and faults
    #

    def _convert(self, args, on_gpu=False) -> Arguments:
        """The arguments for the C API. What cannot be handed over is in their `faults`: a
        call with them is refused, and `_raise` puts both kinds of faults together."""
        parameters = self.entry.parameters
        if len(args) != len(parameters):
            raise ArgumentTypeError(
                f"Expected {len(parameters)} arguments when calling:\n  `{self.signature}`,\n"
                f"  got {len(args)}"
            )
        return Arguments(parameters, args, self.program.simulate, on_gpu)

    def _launch(self, arguments: Arguments, stream: int):
        """(the C API's launch, the buffer of its text)"""
        text = ctypes.create_string_buffer(16384)
        launch = lib.Launch()
        launch.struct_size = ctypes.sizeof(lib.Launch)
        launch.args, launch.kinds = arguments.values, arguments.kinds
        launch.num_args = arguments.count
        launch.stream = stream
        launch.error = ctypes.cast(text, ctypes.c_char_p)
        launch.error_size = len(text)
        return launch, text

    def _raise(self, status: int, message: str, faults: dict[int, Unusable] | None = None):
        """The exception of a failed call. `faults` are those of arguments that the
        launcher has seen as being of an unknown kind."""
        if not message:
            message = lib.load().tileryGetStatusText(status).decode()
        is_type = status == lib.BAD_ARGUMENT_TYPE
        if faults:
            first = _FAULT.search(message)
            if first and int(first["index"]) in faults:
                is_type = faults[int(first["index"])].is_type
            message = _FAULT.sub(lambda match: _describe_fault(match, faults), message)
        if is_type:
            raise ArgumentTypeError(message)
        if status in (lib.BAD_ARGUMENT, lib.BAD_ARGUMENT_TYPE, lib.BAD_TENSOR_MAP, lib.BAD_LAUNCH):
            raise ArgumentError(message)
        raise LaunchError(message, status)

    #
    # Explanations
    #

    def explain(self) -> str:
        """What the kernel is, in words: arguments, device code, what a call does."""
        lines = [f"{self.signature} for {self.target}", "", "arguments:"]
        for parameter in self.entry.parameters:
            uses = [word for word, is_so in _uses(parameter) if is_so]
            lines.append(f"  {parameter.name}: {parameter.type}" + _brackets(uses))
        for kernel in self.kernels:
            lines += ["", f"kernel {kernel.name} ({kernel.target}):"]
            lines.append(f"  block {kernel.block}, cluster {kernel.cluster}")
            lines.append(
                f"  shared memory: {kernel.static_shared} bytes static, "
                f"{kernel.dynamic_shared} bytes dynamic"
            )
            if kernel.ptx:
                lines.append(f"  PTX ISA {kernel.ptx[0]}.{kernel.ptx[1]}")
            if kernel.registers is not None:
                lines.append(f"  {kernel.registers} registers a thread")
        lines += ["", "compiled in ms:"]
        lines += [f"  {stage}: {time:.2f}" for stage, time in self.program.times().items()]
        try:
            record = self.record()
        except ValueError:
            record = ""
        if record:
            lines += ["", "a first call asks of the driver:"]
            lines += ["  " + line for line in record.splitlines()]
        return "\n".join(lines) + "\n"


# A fault of a launcher: what is wrong, with which argument, and what was expected. The
# signature stands on a line of its own behind the first.
_FAULT = re.compile(
    r"^(?P<what>.*) on argument #(?P<index>\d+)(?P<when>, | when calling:\n.*\n  )(?P<rest>.*)$",
    re.MULTILINE,
)


def _describe_fault(match: re.Match, faults) -> str:
    fault = faults.get(int(match["index"]))
    if fault is None:
        return match[0]
    return (
        f"{fault.what} on argument #{match['index']}{match['when']}"
        f"expected {fault.expected}, got {fault.got}"
    )


def _uses(parameter):
    return (("read", parameter.is_read), ("written", parameter.is_written))


def _brackets(words) -> str:
    return f" ({', '.join(words)})" if words else ""


def _plain_dtype(name: str) -> str:
    """A numpy dtype of that width, for arrays whose contents do not matter."""
    if name in ("bool", "float16", "float32", "float64"):
        return name
    if name.startswith(("int", "uint")):
        return name
    return "uint16" if name == "bfloat16" else "uint8"


def _restore(text, name, target, simulate_, options, entry) -> Kernel:
    return Kernel(Program(text, name, target, simulate_, **options), entry)

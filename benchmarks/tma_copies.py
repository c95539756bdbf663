#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Speed of copies by the copy engine against cudaMemcpy and torch, in one process.

Needs a GPU of compute capability 9.0, numpy, tileryc and a ptxas; torch is a peer where
it is installed. Five kernels (tma_kernels.py): a matrix, plain memory in chunks, a
five-dimensional tensor with strides, and the transposes of f32 and f16 matrices through
swizzled tiles. Each takes turns with device-to-device copies of as many bytes (A B C A B
C ...), over a gigabyte, far more than the L2, with CUDA events around enough launches to
last about 20 ms. Every kernel's result is compared with numpy's, bit for bit, over
poisoned memory, before and after it is timed. Bandwidth counts bytes read and written.

What is predicted stands in the result file beside what was measured. --tune measures
variants of each kernel first, and then the best one.
"""

import argparse
import hashlib
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import common
import numpy as np
import tma_kernels
from count_copies import count_copies
from cuda_driver import LOCAL_BYTES, MAX_DYNAMIC_SHARED, REGISTERS, SHARED_BYTES, DriverError
from device import L2_CACHE_SIZE, Device, RecordedKernel

try:
    import torch
except ImportError:
    torch = None

MIB = 1 << 20
TARGET = "sm_90a"
WINDOW_MS = 20.0


def transposed(kernel: tma_kernels.Transpose, source: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(source.reshape(kernel.rows, kernel.columns).T).reshape(-1)


def strided(kernel: tma_kernels.StridedCopy, source: np.ndarray) -> np.ndarray:
    a, b, c, rows, columns = kernel.shape
    padded = source.reshape(a, b, c, rows, columns + 32)[..., :columns]
    return np.ascontiguousarray(padded.transpose(2, 1, 0, 3, 4)).reshape(-1)


@dataclass(frozen=True)
class Benchmark:
    """A kernel, the least ratio to the ceiling that it has to reach, and the one that was
    expected before it was measured."""

    kernel: object
    target: float
    predicted: float
    reason: str
    #: What the target holds, of what the source holds; None: the same.
    result: Callable[[object, np.ndarray], np.ndarray] | None = None


BENCHMARKS = {
    "tensor copy, f32 16384x16384": Benchmark(
        tma_kernels.TensorCopy(16384, 16384),
        0.97,
        1.00,
        "the example's kernel, which was measured at 1.00",
    ),
    "bulk copy, 1 GiB": Benchmark(
        tma_kernels.BulkCopy(1 << 30),
        0.97,
        1.00,
        "as the tensor copy, without a descriptor to fetch; as many bytes in flight",
    ),
    "strided copy, 5-d, f32 8x16x32x256x256": Benchmark(
        tma_kernels.StridedCopy((8, 16, 32, 256, 256), slots=5, order="target"),
        0.95,
        0.98,
        "rows of 1 KiB are whole sectors; more pages of the memory are open at once",
        strided,
    ),
    "transpose, f32 16384x16384": Benchmark(
        tma_kernels.Transpose(16384, 16384, "f32", 128, 64, 512, promotion="256B"),
        0.90,
        0.93,
        "pieces of 256 bytes a row; shared memory"
        " carries 16 bytes an element, a third of what it can",
        transposed,
    ),
    "transpose, f16 16384x32768": Benchmark(
        tma_kernels.Transpose(16384, 32768, "f16", 128, 128, 512, promotion="256B"),
        0.90,
        0.92,
        "as f32, with the 2-byte halves of words exchanged in registers",
        transposed,
    ),
}


@dataclass
class Compiled:
    """What the tools make of a kernel."""

    kernel: object
    cubin: bytes
    ptx: str
    record: str


def compile_kernel(tools: Path, kernel: object) -> Compiled:
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "kernel.mlir"
        source.write_text(kernel.text())
        outputs = {}
        for kind in ("cubin", "ptx"):
            path = Path(folder) / f"kernel.{kind}"
            common.run(
                tools / "tileryc", source, f"--emit={kind}", f"--target={TARGET}", "-o", path
            )
            outputs[kind] = path.read_bytes()
        # What is recorded does not depend on the sizes but where they are replaced.
        source.write_text(kernel.small().text())
        record = common.run(tools / "tilery-run", source, "--device=record", "--json")
    return Compiled(kernel, outputs["cubin"], outputs["ptx"].decode(), record)


class Buffers:
    """A source and a target of a kernel; together far more than the L2."""

    def __init__(self, device: Device, benchmark: Benchmark) -> None:
        kernel = benchmark.kernel
        self.device, self.bytes = device, kernel.bytes
        is_strided = isinstance(kernel, tma_kernels.StridedCopy)
        source_bytes = kernel.source_strides[0] * kernel.shape[0] * 4 if is_strided else self.bytes
        kind = np.dtype("u2" if getattr(kernel, "element", "f32") == "f16" else "u4")
        generator = np.random.default_rng(1)
        # Random normal numbers, a block of them again and again: the memory does not
        # care, and a gigabyte of new ones takes ten seconds.
        piece = generator.standard_normal(MIB + 12345, "f4")
        piece = piece.astype("f2").view("u2") if kind.itemsize == 2 else piece.view("u4")
        values = np.resize(piece, source_bytes // kind.itemsize)
        self.expected = values if benchmark.result is None else benchmark.result(kernel, values)
        self.source = device.allocate(source_bytes)
        self.target = device.allocate(self.bytes)
        device.upload(self.source, values)

    def check(self, name: str, work: Callable[[], None]) -> None:
        """One run over poison, bit for bit."""
        self.device.poison(self.target, self.bytes)
        work()
        self.device.synchronize()
        actual = np.empty_like(self.expected)
        self.device.download(self.target, actual)
        wrong = np.flatnonzero(actual != self.expected)
        if len(wrong):
            raise SystemExit(
                f"error: {name}: {len(wrong)} of {len(actual)} elements differ, the first at"
                f" {wrong[0]}: expected 0x{int(self.expected[wrong[0]]):x},"
                f" got 0x{int(actual[wrong[0]]):x}"
            )

    def free(self) -> None:
        self.device.free(self.source)
        self.device.free(self.target)


def memcpy(device: Device, buffers: Buffers) -> Callable[[], None]:
    return lambda: device.copy(buffers.target, buffers.source, buffers.bytes)


def peers(device: Device, buffers: Buffers) -> dict[str, Callable[[], None]]:
    """Copies of as many bytes within the device."""
    found = {"cudaMemcpy": memcpy(device, buffers)}
    if torch is not None:
        source = torch.randn(buffers.bytes // 4, device="cuda")
        target = torch.empty_like(source)
        found["torch copy_"] = lambda: target.copy_(source)
    return found


def load(device: Device, compiled: Compiled, buffers: Buffers) -> tuple[RecordedKernel, dict]:
    """The launch of a compiled kernel over the buffers, and what is known of it."""
    counts = count_copies(compiled.ptx)[0]
    function = device.load(compiled.cubin, counts.kernel)
    kernel = compiled.kernel
    operands = [
        (address, *operand)
        for address, operand in zip((buffers.source, buffers.target), kernel.operands, strict=True)
    ]
    launch = RecordedKernel(device, function, compiled.record, operands, kernel.grid)
    if launch.shared:
        device.call("cuFuncSetAttribute", function, MAX_DYNAMIC_SHARED, launch.shared)
    facts = {
        "variant": kernel.name,
        "ptx_sha256": hashlib.sha256(compiled.ptx.encode()).hexdigest(),
        "grid": launch.grid,
        "block": launch.block,
        "shared_bytes": launch.shared + device.attribute(function, SHARED_BYTES),
        "registers": device.attribute(function, REGISTERS),
        "local_bytes": device.attribute(function, LOCAL_BYTES),
        "ptx_copies": {
            "loads": len(counts.loads),
            "stores": len(counts.stores),
            "dimensions": sorted(set(counts.loads + counts.stores)),
            "loads_in_loops": counts.loop_loads,
            "stores_in_loops": counts.loop_stores,
        },
    }
    return launch, facts


def measure(device: Device, works: dict, bytes: int, rounds: int, window_ms: float) -> dict:
    """Interleaved rounds: GB/s of each contender, reads and writes counted."""
    launches = max(1, round(window_ms / (2 * bytes / 4.2e12 * 1e3)))

    def repeated(work: Callable[[], None]) -> Callable[[], None]:
        return lambda: [work() for _ in range(launches)]

    windows = {name: repeated(work) for name, work in works.items()}
    for window in windows.values():
        window()
    device.synchronize()
    rates = {name: [] for name in works}
    for _ in range(rounds):
        for name, window in windows.items():
            milliseconds = device.milliseconds(window)
            rates[name].append(2 * bytes * launches / milliseconds / 1e6)
    return {name: common.spread(values) for name, values in rates.items()}


def tune(device: Device, tools: Path, benchmark: Benchmark, buffers: Buffers, jobs: int) -> list:
    """All variants in turns with cudaMemcpy, best first; those that do not compile,
    launch or copy are left out, with the reason."""
    variants = tma_kernels.tuning(benchmark.kernel)
    rows, works = [], {}

    def compile_variant(variant: object) -> Compiled | str:
        try:
            return compile_kernel(tools, variant)
        except SystemExit as error:
            return str(error)

    with ThreadPoolExecutor(jobs) as pool:
        compiled = list(pool.map(compile_variant, variants))
    for variant, result in zip(variants, compiled, strict=True):
        if isinstance(result, str):
            rows.append({"variant": variant.name, "error": result[:500]})
            continue
        try:
            launch, facts = load(device, result, buffers)
            buffers.check(variant.name, launch.enqueue)
        except (DriverError, SystemExit) as error:
            rows.append({"variant": variant.name, "error": str(error)})
            continue
        rows.append({**facts, "compiled": result})
        works[variant.name] = launch.enqueue
    works["cudaMemcpy"] = memcpy(device, buffers)
    rates = measure(device, works, buffers.bytes, 5, WINDOW_MS / 2)
    for row in rows:
        if row["variant"] in rates:
            rate = rates[row["variant"]]
            ratio = rate["median"] / rates["cudaMemcpy"]["median"]
            row.update(gb_per_s=rate, ratio_to_memcpy=ratio)
    rows.sort(key=lambda row: -row.get("ratio_to_memcpy", 0))
    for row in rows:
        shown = row.get("error") or f"{row['ratio_to_memcpy']:.3f}"
        print(f"    {row['variant']}: {shown}", flush=True)
    return rows


def run_benchmark(
    device: Device, tools: Path, name: str, benchmark: Benchmark, options: argparse.Namespace
) -> dict:
    print(f"{name}:", flush=True)
    buffers = Buffers(device, benchmark)
    result = {
        "bytes": buffers.bytes,
        "target": benchmark.target,
        "predicted": benchmark.predicted,
        "reason": benchmark.reason,
    }
    compiled = None
    if options.tune:
        rows = tune(device, tools, benchmark, buffers, options.jobs)
        compiled = rows[0].get("compiled")
        result["tuning"] = [
            {key: value for key, value in row.items() if key != "compiled"} for row in rows
        ]
    compiled = compiled or compile_kernel(tools, benchmark.kernel)
    launch, result["kernel"] = load(device, compiled, buffers)
    works = {"tilery": launch.enqueue, **peers(device, buffers)}
    buffers.check(name, launch.enqueue)
    rates = measure(device, works, buffers.bytes, options.rounds, WINDOW_MS)
    buffers.check(name, launch.enqueue)
    best = max(rate["median"] for peer, rate in rates.items() if peer != "tilery")
    ratio = rates["tilery"]["median"] / best
    result.update(gb_per_s=rates, ratio=ratio, reached=ratio >= benchmark.target)
    shown = ", ".join(f"{peer} {rate['median']:.0f}" for peer, rate in rates.items())
    print(
        f"  {compiled.kernel.name}: {shown} GB/s: ratio {ratio:.3f},"
        f" predicted {benchmark.predicted:.2f}, target {benchmark.target:.2f}",
        flush=True,
    )
    buffers.free()
    if torch is not None:
        torch.cuda.empty_cache()
    return result


def check_only(tools: Path, tuned: bool) -> int:
    """Compiles and records every kernel: for machines without a GPU."""
    for name, benchmark in BENCHMARKS.items():
        kernels = tma_kernels.tuning(benchmark.kernel) if tuned else [benchmark.kernel]
        for kernel in kernels:
            common.run(tools / "tileryc", "-", "--emit=ptx", input=kernel.text())
            common.run(
                tools / "tilery-run", "-", "--device=record", "--json", input=kernel.small().text()
            )
        print(f"{name}: {len(kernels)} kernels compile")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tools", type=Path, metavar="DIR", help="the folder of tileryc")
    parser.add_argument("--out", type=Path, metavar="FILE.json")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--only", metavar="WORD", default="", help="benchmarks with this word")
    parser.add_argument("--jobs", type=int, default=4, help="compilations at a time")
    parser.add_argument("--tune", action="store_true", help="measure variants first")
    parser.add_argument("--check", action="store_true", help="compile all kernels, run none")
    options = parser.parse_args()

    tools = next(iter(common.find_tools(options.tools).values()))
    if options.check:
        return check_only(tools, options.tune)
    if options.out is None:
        parser.error("expected --out FILE.json")
    if torch is not None:
        torch.cuda.init()
        torch.empty(1, device="cuda")
    device = Device()
    result = common.header("tma_copies") | {
        "torch": torch.__version__ if torch is not None else None,
        "ptxas": common.ptxas_version(),
        "l2_bytes": device.device_attribute(L2_CACHE_SIZE),
        "rounds": options.rounds,
        "window_ms": WINDOW_MS,
        "copies": {},
    }
    for name, benchmark in BENCHMARKS.items():
        if options.only in name:
            result["copies"][name] = run_benchmark(device, tools, name, benchmark, options)
            common.write(options.out, result)
    return 0 if all(copy["reached"] for copy in result["copies"].values()) else 1


if __name__ == "__main__":
    sys.exit(main())

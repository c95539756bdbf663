#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Speed of examples/copy.mlir against cudaMemcpy and torch, in one process.

Needs torch, a GPU of compute capability 9.0 and tileryc with ptxas. The three copies
take turns (A B C A B C ...), over buffers that rotate beyond the L2; CUDA events
around enough copies to last about 20 ms; medians, and the same again under replay of
a CUDA graph. Every contender's result is compared with the source, bit for bit, over
poisoned memory, before and after it is timed. Bandwidth counts bytes read and written.

--tune measures the variants of copy_kernel.py too, and then the one that is best on
average like the example: at all sizes, launched and as a graph.
"""

import hashlib
import statistics
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import common
import torch
from copy_kernel import TUNING, CopyVariant
from count_copies import count_copies
from cuda_driver import LOCAL_BYTES, MAX_DYNAMIC_SHARED, REGISTERS, Driver, Launch, RecordedLaunch

MIB = 1 << 20
#: Rows and columns of floats. The last has rows that begin at any multiple of 16
#: bytes, so that tiles share the 32-byte sectors of the L2 at their edges.
SHAPES = {
    "64 MiB": (4096, 4096),
    "1 GiB": (16384, 16384),
    "4 GiB": (32768, 32768),
    "1 GiB, rows of 1 KiB": (1048576, 256),
    "482 MiB, 12347 x 10240": (12347, 10240),
    "471 MiB, 12347 x 10004": (12347, 10004),
}
#: Where variants are compared.
TUNED_SIZES = [size for size in SHAPES if size != "4 GiB"]
#: Sizes that the launch is recorded with: none of its other numbers.
RECORDED_ROWS, RECORDED_COLUMNS = 97, 3076
TARGET = "sm_90a"
WINDOW_MS = 20.0


@dataclass
class Kernel:
    """A compiled copy kernel and what is known of it."""

    name: str
    function: object
    recorded: RecordedLaunch
    facts: dict
    element_size: int


@dataclass
class Compiled:
    """What the tools make of a copy module."""

    name: str
    cubin: bytes
    ptx: str
    recorded: RecordedLaunch
    element_size: int


def compile_source(tools: Path, name: str, source: Path, element: str = "f32") -> Compiled:
    with tempfile.TemporaryDirectory() as folder:
        outputs = {}
        for kind in ("cubin", "ptx"):
            path = Path(folder) / f"copy.{kind}"
            command = [tools / "tileryc", source, f"--emit={kind}", f"--target={TARGET}"]
            common.run(*command, "-o", path)
            outputs[kind] = path.read_bytes()
    shape = f"{element}[{RECORDED_ROWS}x{RECORDED_COLUMNS}]"
    record = common.run(
        tools / "tilery-run", source, "--device=record", "--json", "--arg", f"src=zeros:{shape}"
    )
    recorded = RecordedLaunch.parse(record, RECORDED_ROWS, RECORDED_COLUMNS)
    size = {"f32": 4, "f64": 8}[element]
    return Compiled(name, outputs["cubin"], outputs["ptx"].decode(), recorded, size)


def load_kernel(driver: Driver, compiled: Compiled) -> Kernel:
    recorded = compiled.recorded
    function = driver.load(compiled.cubin, recorded.kernel)
    if recorded.shared:
        driver.call("cuFuncSetAttribute", function, MAX_DYNAMIC_SHARED, recorded.shared)
    counts = count_copies(compiled.ptx)[0]
    facts = {
        "ptx_sha256": hashlib.sha256(compiled.ptx.encode()).hexdigest(),
        "grid": recorded.grid,
        "block": recorded.block,
        "shared_bytes": recorded.shared,
        "registers": driver.attribute(function, REGISTERS),
        "local_bytes": driver.attribute(function, LOCAL_BYTES),
        "ptx_copies": {
            "loads": len(counts.loads),
            "stores": len(counts.stores),
            "loads_in_loops": counts.loop_loads,
            "stores_in_loops": counts.loop_stores,
        },
    }
    return Kernel(compiled.name, function, recorded, facts, compiled.element_size)


class Buffers:
    """Pairs of source and target that rotate beyond the L2."""

    def __init__(self, rows: int, columns: int, least_bytes: int = 768 * MIB) -> None:
        self.rows, self.columns = rows, columns
        self.bytes = rows * columns * 4
        count = max(2, -(-least_bytes // (2 * self.bytes)))
        generator = torch.Generator("cuda").manual_seed(rows + columns)
        self.pairs = []
        for _ in range(count):
            source = torch.randn(rows, columns, device="cuda", generator=generator)
            self.pairs.append((source, torch.empty_like(source)))

    def poison(self) -> None:
        for _, target in self.pairs:
            target.view(torch.int32).fill_(-0x18181819)

    def check(self, name: str) -> None:
        """Bits, so that a NaN would count."""
        torch.cuda.synchronize()
        for source, target in self.pairs:
            if not torch.equal(source.view(torch.int32), target.view(torch.int32)):
                raise SystemExit(f"error: {name}: expected a copy of the source, got other bits")


#: Enqueues copy number n on a stream.
Enqueue = Callable[[int, int], None]


def kernel_contender(driver: Driver, kernel: Kernel, buffers: Buffers) -> Enqueue:
    launches = [
        Launch(
            driver,
            kernel.function,
            kernel.recorded,
            [source.data_ptr(), target.data_ptr()],
            buffers.rows,
            buffers.columns * 4 // kernel.element_size,
        )
        for source, target in buffers.pairs
    ]
    return lambda n, stream: launches[n % len(launches)].enqueue(stream)


def memcpy_contender(driver: Driver, buffers: Buffers) -> Enqueue:
    from ctypes import c_size_t, c_uint64, c_void_p

    def enqueue(n: int, stream: int) -> None:
        source, target = buffers.pairs[n % len(buffers.pairs)]
        driver.call(
            "cuMemcpyDtoDAsync_v2",
            c_uint64(target.data_ptr()),
            c_uint64(source.data_ptr()),
            c_size_t(buffers.bytes),
            c_void_p(stream),
        )

    return enqueue


def torch_contender(buffers: Buffers) -> Enqueue:
    def enqueue(n: int, stream: int) -> None:
        source, target = buffers.pairs[n % len(buffers.pairs)]
        target.copy_(source)

    return enqueue


def current_stream() -> int:
    return torch.cuda.current_stream().cuda_stream


def verify(contenders: dict[str, Enqueue], buffers: Buffers) -> None:
    for name, enqueue in contenders.items():
        buffers.poison()
        for n in range(len(buffers.pairs)):
            enqueue(n, current_stream())
        buffers.check(name)


def time_window(work: Callable[[], None]) -> float:
    """Milliseconds between two events around the work."""
    start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    start.record()
    work()
    end.record()
    end.synchronize()
    return start.elapsed_time(end)


def copies_of(buffers: Buffers, window_ms: float) -> int:
    """How many copies last about that long, in whole rotations."""
    estimate = 2 * buffers.bytes / 4.2e12 * 1e3
    rotation = len(buffers.pairs)
    return max(1, round(window_ms / (estimate * rotation))) * rotation


def direct(enqueue: Enqueue, copies: int) -> Callable[[], None]:
    def work() -> None:
        for n in range(copies):
            enqueue(n, current_stream())

    return work


def captured(enqueue: Enqueue, copies: int) -> Callable[[], None]:
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for n in range(copies):
            enqueue(n, current_stream())
    return graph.replay


def measure(works: dict[str, Callable[[], None]], copies: int, bytes: int, rounds: int) -> dict:
    """Interleaved rounds: GB/s of each contender, reads and writes counted."""
    for work in works.values():
        work()
    torch.cuda.synchronize()
    rates = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            milliseconds = time_window(work)
            rates[name].append(2 * bytes * copies / milliseconds / 1e6)
    return {name: common.spread(values) for name, values in rates.items()}


def compare(kernel: Kernel, driver: Driver, size: str, rounds: int) -> dict:
    rows, columns = SHAPES[size]
    buffers = Buffers(rows, columns)
    contenders = {
        "tilery": kernel_contender(driver, kernel, buffers),
        "cudaMemcpy": memcpy_contender(driver, buffers),
        "torch copy_": torch_contender(buffers),
    }
    verify(contenders, buffers)
    copies = copies_of(buffers, WINDOW_MS)
    result = {"rows": rows, "columns": columns, "bytes": buffers.bytes, "copies": copies}
    modes = {"launched": direct, "graph": captured}
    for mode, wrap in modes.items():
        works = {name: wrap(enqueue, copies) for name, enqueue in contenders.items()}
        rates = measure(works, copies, buffers.bytes, rounds)
        best = max(rates["cudaMemcpy"]["median"], rates["torch copy_"]["median"])
        ratio = rates["tilery"]["median"] / best
        result[mode] = {"gb_per_s": rates, "ratio_to_better_peer": ratio}
        shown = ", ".join(f"{name} {rate['median']:.0f}" for name, rate in rates.items())
        print(f"{size:24} {mode:9} {shown} GB/s: ratio {ratio:.3f}", flush=True)
        del works
    verify(contenders, buffers)
    return result


def compile_variants(tools: Path) -> list[Compiled]:
    with tempfile.TemporaryDirectory() as folder:

        def compile_variant(entry: tuple[int, CopyVariant]) -> Compiled:
            number, variant = entry
            source = Path(folder) / f"copy{number}.mlir"
            source.write_text(variant.text())
            return compile_source(tools, variant.name, source, variant.element)

        with ThreadPoolExecutor() as pool:
            return list(pool.map(compile_variant, enumerate(TUNING)))


def tune(driver: Driver, kernels: list[Kernel], rounds: int) -> list[dict]:
    """All variants in turns with cudaMemcpy, best first: by the mean ratio over the
    sizes."""
    rows = {
        kernel.name: {"variant": kernel.name, **kernel.facts, "sizes": {}} for kernel in kernels
    }
    for size in TUNED_SIZES:
        buffers = Buffers(*SHAPES[size])
        contenders = {kernel.name: kernel_contender(driver, kernel, buffers) for kernel in kernels}
        contenders["cudaMemcpy"] = memcpy_contender(driver, buffers)
        verify(contenders, buffers)
        copies = copies_of(buffers, WINDOW_MS / 2)
        works = {name: direct(enqueue, copies) for name, enqueue in contenders.items()}
        rates = measure(works, copies, buffers.bytes, rounds)
        peer = rates.pop("cudaMemcpy")["median"]
        for name, rate in rates.items():
            rows[name]["sizes"][size] = {**rate, "ratio": rate["median"] / peer}
        del buffers, contenders, works
        torch.cuda.empty_cache()

    def ratios(row: dict) -> list[float]:
        return [figures["ratio"] for figures in row["sizes"].values()]

    ranked = sorted(rows.values(), key=lambda row: -statistics.mean(ratios(row)))
    print(f"ratio to cudaMemcpy at {', '.join(TUNED_SIZES)}")
    for row in ranked:
        print(f"{row['variant']:32} {'  '.join(f'{ratio:.3f}' for ratio in ratios(row))}")
    return ranked


def compare_sizes(kernel: Kernel, driver: Driver, rounds: int) -> dict:
    print(f"{kernel.name}:")
    sizes = {}
    for size in SHAPES:
        sizes[size] = compare(kernel, driver, size, rounds)
        torch.cuda.empty_cache()
    return {"kernel": kernel.facts, "sizes": sizes}


def ceiling(driver: Driver, rounds: int) -> dict:
    """The device-to-device copy of 2 GiB, before anything else."""
    buffers = Buffers(16384, 32768)
    works = {"cudaMemcpy": direct(memcpy_contender(driver, buffers), 8)}
    rate = measure(works, 8, buffers.bytes, rounds)["cudaMemcpy"]
    print(f"ceiling: {rate['median']:.0f} GB/s, device-to-device copy of 2 GiB", flush=True)
    return {"device_to_device_gb_per_s": rate, "bytes": buffers.bytes}


def main() -> int:
    parser = common.make_parser(__doc__, "tileryc")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--tune", action="store_true", help="measure the variants too")
    options = parser.parse_args()

    tools = next(iter(common.find_tools(options.tools).values()))
    torch.cuda.init()
    torch.empty(1, device="cuda")
    driver = Driver()
    result = common.header("copy_bandwidth") | {
        "torch": torch.__version__,
        "ptxas": common.ptxas_version(),
        "l2_bytes": torch.cuda.get_device_properties(0).L2_cache_size,
        "rounds": options.rounds,
        "window_ms": WINDOW_MS,
        "ceiling": ceiling(driver, options.rounds),
    }
    example = common.EXAMPLES / "copy.mlir"
    kernel = load_kernel(driver, compile_source(tools, "examples/copy.mlir", example))
    result |= compare_sizes(kernel, driver, options.rounds)
    common.write(options.out, result)
    if options.tune:
        kernels = [load_kernel(driver, compiled) for compiled in compile_variants(tools)]
        result["tuning"] = tune(driver, kernels, 5)
        common.write(options.out, result)
        best = next(each for each in kernels if each.name == result["tuning"][0]["variant"])
        result["best_variant"] = {
            "variant": best.name,
            **compare_sizes(best, driver, options.rounds),
        }
    common.write(options.out, result)
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Host time of calling a kernel from Python, over the bare cuLaunchKernelEx.

Needs a GPU of compute capability 9.0. add_one is called with two torch tensors, by us and by
TIRx, tilelang and Triton (launch_peers.py), and with tensors of tvm-ffi and arrays with
`__cuda_array_interface__`; `module` is the emitted launcher, compiled here to a module of
tvm-ffi, with torch tensors. A peer that cannot be imported, or cannot compile the kernel, is
reported as absent, with the reason. The same launch is made through ctypes with its
TensorMaps encoded and its arguments converted beforehand; what ctypes itself takes for a call
of four arguments, measured with a function that does nothing, is taken off. The contenders
take turns within one process, in rounds short of the driver's queue; tilelang, which needs
another tvm-ffi than TIRx, has a process of its own, with our calls and the bare one in it.
"""

import argparse
import ctypes
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import common
import launch_peers
import numpy as np
from cuda_driver import Launch, RecordedLaunch
from device import Device

PACKAGE = common.ROOT / "python"
CALLS = 200  # a round; the driver's queue holds 1,024 launches


@dataclass
class Contender:
    call: Callable[[], None]
    #: What the call has written, and how to spoil it; none of a call that writes nothing.
    result: Callable[[], np.ndarray] | None = None
    clear: Callable[[], None] | None = None


class LaunchConfig(ctypes.Structure):
    """CUlaunchConfig (CUDA driver API)."""

    _fields_ = [
        ("grid", ctypes.c_uint * 3),
        ("block", ctypes.c_uint * 3),
        ("shared_bytes", ctypes.c_uint),
        ("stream", ctypes.c_void_p),
        ("attributes", ctypes.c_void_p),
        ("num_attributes", ctypes.c_uint),
    ]


class DeviceArray:
    """Device memory as frameworks present it."""

    def __init__(self, gpu: Device, array: np.ndarray):
        self.array, self.address = array, gpu.allocate(array.nbytes)
        gpu.upload(self.address, array)

    @property
    def __cuda_array_interface__(self) -> dict:
        return {
            "shape": self.array.shape,
            "typestr": self.array.dtype.str,
            "data": (self.address, False),
            "version": 3,
        }

    def __dlpack_device__(self) -> tuple[int, int]:
        return (2, 0)

    def __dlpack__(self, **_):
        sys.path.insert(0, str(common.ROOT / "test" / "Integration" / "sm90"))
        from python_checks.dlpack_capsule import make_capsule

        return make_capsule(self.address, self.array)


def bare_launch(gpu: Device, kernel, addresses: list[int], library) -> tuple[Callable, Callable]:
    """The launch through ctypes, and a call of a function that does nothing."""
    log = kernel.record().replace("ptr#", "dev#").splitlines()
    recorded = RecordedLaunch.parse(json.dumps({"log": log}), 8, 32)
    function = gpu.load(kernel.asm["ptx"].encode() + b"\0", recorded.kernel)
    launch = Launch(gpu, function, recorded, addresses, 8, 32)
    config = LaunchConfig((1, 1, 1), (32, 1, 1), recorded.shared, None, None, 0)
    reference = ctypes.byref(config)

    def call(native) -> Callable[[], None]:
        def enqueue(_kept=(launch, config, function)):
            native(reference, function, launch.params, None)

        return enqueue

    return call(gpu.library.cuLaunchKernelEx), call(library.tileryGetVersion)


def contenders(gpu: Device, kernel, a: np.ndarray) -> dict[str, Contender]:
    """Our own calls by name."""
    from tilery import library

    arrays = DeviceArray(gpu, a), DeviceArray(gpu, np.zeros_like(a))

    def result() -> np.ndarray:
        got = np.zeros_like(a)
        gpu.download(arrays[1].address, got)
        return got

    def clear() -> None:
        gpu.poison(arrays[1].address, a.nbytes)

    found = {"cuda_array_interface": Contender(lambda: kernel(*arrays), result, clear)}
    try:
        import tvm_ffi
    except ImportError as error:
        print(f"tvm_ffi: absent, {error}")
    else:
        p, q = (tvm_ffi.from_dlpack(array) for array in arrays)
        found["tvm_ffi"] = Contender(lambda: kernel(p, q), result, clear)
    plain = ctypes.CDLL(library.find_library())  # a handle whose functions have no prototypes
    addresses = [array.address for array in arrays]
    bare, nothing = bare_launch(gpu, kernel, addresses, plain)
    found["bare"] = Contender(bare, result, clear)
    found["nothing"] = Contender(nothing)
    return found


def emitted_module(folder: Path) -> Callable:
    """The function of add_one's emitted launcher."""
    sys.path.insert(0, str(common.ROOT / "test" / "Integration" / "sm90"))
    import launchers
    import tvm_ffi
    from harness import Session

    tools = next(iter(common.find_tools(None).values()))
    session = Session(tools, "cuda", folder, time.monotonic() + 120)
    return tvm_ffi.load_module(str(launchers.build_module(session))).add_one


def torch_contenders(kernel, a: np.ndarray, group: str) -> tuple[dict[str, Contender], dict]:
    """Calls with two torch tensors, ours and the peers', and the peers' versions or why
    they are absent."""
    peers = {}
    try:
        import torch
    except ImportError as error:
        reason = f"torch: {error}"
        return {}, {make.__name__: {"absent": reason} for make in launch_peers.GROUPS[group]}
    x = torch.from_numpy(a).cuda()
    y = torch.zeros_like(x)

    def contender(call: Callable[[], None]) -> Contender:
        return Contender(call, lambda: y.cpu().numpy(), lambda: y.fill_(float("nan")))

    found = {"torch": contender(lambda: kernel(x, y))}
    folder = Path(tempfile.mkdtemp())
    try:
        emitted = emitted_module(folder)
        found["module"] = contender(lambda: emitted(x, y))
    except Exception as error:
        peers["module"] = {"absent": f"{type(error).__name__}: {error}"}
        print(f"module: absent, {error}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    for make in launch_peers.GROUPS[group]:
        name = make.__name__
        try:
            call = make(x, y)
            call()
        except Exception as error:
            reason = (str(error).strip().splitlines() or [""])[-1]
            peers[name] = {"absent": f"{type(error).__name__}: {reason}"}
            print(f"{name}: absent, {peers[name]['absent']}")
            continue
        module = sys.modules[{"tirx": "tvm_tirx"}.get(name, name.partition("_")[0])]
        peers[name] = {"version": getattr(module, "__version__", "unknown")}
        found[name] = contender(call)
    return found, peers


def microseconds(call: Callable) -> float:
    start = time.perf_counter()
    for _ in range(CALLS):
        call()
    return (time.perf_counter() - start) / CALLS * 1e6


def check(name: str, contender: Contender, gpu: Device, wanted: np.ndarray) -> None:
    if contender.result is None:
        return
    contender.clear()
    contender.call()
    gpu.synchronize()
    if not np.array_equal(contender.result(), wanted):
        raise SystemExit(f"error: expected {name} to give the input and one, got something else")


def measure(group: str, rounds: int) -> dict:
    """One process: our calls, the bare one, and the peers of a group, in turns."""
    import tilery

    gpu = Device()
    kernel = tilery.compile(common.EXAMPLES / "add_one.mlir", target="cuda")
    a = np.random.default_rng(1).standard_normal((8, 32), dtype=np.float32)
    calls = contenders(gpu, kernel, a)
    more, peers = torch_contenders(kernel, a, group)
    calls |= more
    for name, contender in calls.items():
        check(name, contender, gpu, a + 1)
    samples = {name: [] for name in calls}
    for _ in range(rounds):
        for name, contender in calls.items():
            samples[name].append(microseconds(contender.call))
            gpu.synchronize()
    for name, contender in calls.items():
        check(name, contender, gpu, a + 1)
    spreads = {name: common.spread(values) for name, values in samples.items()}
    bare = spreads["bare"]["median"] - spreads["nothing"]["median"]
    over = {
        name: spread["median"] - bare
        for name, spread in spreads.items()
        if name not in ("bare", "nothing")
    }
    return {"calls_us": spreads, "bare_us": bare, "over_bare_us": over, "peers": peers}


def packages(group: str, peers: Path | None) -> list[str]:
    """Folders to import from: ours, the peers', and the bundle's tvm-ffi where the peers
    bring none."""
    version = f"cp{sys.version_info.major}{sys.version_info.minor}"
    folders = [PACKAGE, *([peers / group] if peers else [])]
    return [str(folder) for folder in (*folders, common.ROOT / "lib" / "tvm-ffi" / version)]


def run_group(group: str, options: argparse.Namespace) -> dict:
    """What a process of its own has measured, or why there is nothing."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "group.json"
        command = [sys.executable, __file__, "--group", group, "--out", str(out)]
        command += ["--rounds", str(options.rounds)]
        if options.peers:
            command += ["--peers", str(options.peers.resolve())]
        status = subprocess.run(command).returncode
        if not out.exists():
            raise SystemExit(f"error: exit status {status} from the process of {group}")
        return json.loads(out.read_text())


def show(group: str, measured: dict) -> None:
    print(f"process with {group}: bare cuLaunchKernelEx {measured['bare_us']:.2f} us")
    for name, over in sorted(measured["over_bare_us"].items(), key=lambda item: item[1]):
        median = measured["calls_us"][name]["median"]
        print(f"  {name}: {median:.2f} us, over bare {over:.2f} us")
    for name, facts in measured["peers"].items():
        if "absent" in facts:
            print(f"  {name}: absent, {facts['absent']}")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, metavar="FILE.json", required=True)
    parser.add_argument("--rounds", type=int, default=31)
    parser.add_argument(
        "--peers",
        type=Path,
        metavar="DIR",
        help="has folders tirx and tilelang with these packages and what they import",
    )
    parser.add_argument("--group", choices=launch_peers.GROUPS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.group:
        sys.path[:0] = packages(options.group, options.peers)
        options.out.write_text(json.dumps(measure(options.group, options.rounds)))
        return 0
    groups = {group: run_group(group, options) for group in launch_peers.GROUPS}
    result = common.header("python_launch") | {
        "python": sys.version.split()[0],
        **groups["tirx"],
        "peers": {
            name: facts for group in groups.values() for name, facts in group["peers"].items()
        },
        "with_tilelang": {
            key: groups["tilelang"][key] for key in ("calls_us", "bare_us", "over_bare_us")
        },
    }
    for group, measured in groups.items():
        show(group, measured)
    common.write(options.out, result)
    return 0


if __name__ == "__main__":
    sys.exit(main())

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The lit suite: .mlir and .test files.

Features that a test can require:

  ptxas, nvdisasm        the tool was found (CUDA_HOME, PATH, .venv)
  multicall              the build has one binary for all tools
  plain-build            no sanitizer build: tests of times, and of what programs need
  dylib                  and LLVM is linked as a shared library: there is a plugin
  libdevice              the toolkit of ptxas has CUDA's device library
  cuda-header, clang-tidy  the C++ compiler finds cuda.h; clang-tidy 22 was found
  sm90                   this machine has a GPU of compute capability 9.0
  torch, triton, jax, cupy   the Python package is installed
  asan, tsan             a sanitizer build
"""

import os
import shutil
import subprocess
from pathlib import Path

import lit.formats

config.name = "Tilery"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.tilery_binary_root, "test")

venv_bin = Path(config.tilery_source_root) / ".venv" / "bin"
path = [os.path.join(config.tilery_binary_root, "bin"), config.llvm_tools_dir]
path += [os.path.join(os.environ["CUDA_HOME"], "bin")] if os.environ.get("CUDA_HOME") else []
path += [os.environ["PATH"], str(venv_bin)]
config.environment["PATH"] = os.pathsep.join(path)
for name in ("CUDA_HOME", "HOME", "ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

config.substitutions += [
    ("%python", config.python),
    ("%root", config.tilery_source_root),
    ("%examples", os.path.join(config.tilery_source_root, "examples")),
    ("%bin", os.path.join(config.tilery_binary_root, "bin")),
    ("%fake_cuda", os.path.join(config.test_exec_root, "FakeCuda")),
    ("%standalone", os.path.join(config.test_exec_root, "Launcher", "Standalone")),
    ("%utils", os.path.join(config.tilery_source_root, "utils")),
    # Programs without a sanitizer, in `env %preload PROGRAM`, that load what may have one.
    ("%preload", f"LD_PRELOAD={config.sanitizer_runtime}" if config.sanitizer_runtime else ""),
    # The time limits of the GPU suite are multiplied by this.
    ("%limit_scale", "5" if config.sanitizer_runtime else "1"),
    # Shuffled orders of the GPU suite on the simulator, and of its large tests;
    # `lit --param sim_seeds=50 --param sim_large_seeds=50` runs more.
    ("%sim_seeds", lit_config.params.get("sim_seeds", "4")),
    ("%sim_large_seeds", lit_config.params.get("sim_large_seeds", "1")),
]

if os.path.exists(os.path.join(config.tilery_binary_root, "bin", "tilery")):
    config.available_features.add("multicall")
if config.sanitizers == [""]:
    config.available_features.add("plain-build")
    if "multicall" not in config.available_features:
        config.available_features.add("dylib")
for tool in ("ptxas", "nvdisasm"):
    if shutil.which(tool, path=config.environment["PATH"]):
        config.available_features.add(tool)

if "ptxas" in config.available_features:
    ptxas = os.path.realpath(shutil.which("ptxas", path=config.environment["PATH"]))
    toolkit = Path(ptxas).parent.parent
    if (toolkit / "nvvm" / "libdevice" / "libdevice.10.bc").exists():
        config.available_features.add("libdevice")

if shutil.which("clang-tidy-22", path=config.environment["PATH"]):
    config.available_features.add("clang-tidy")
asks_for_cuda = ["c++", "-fsyntax-only", "-include", "cuda.h", "-xc++", "/dev/null"]
if subprocess.run(asks_for_cuda, capture_output=True, check=False).returncode == 0:
    config.available_features.add("cuda-header")

has_package = "import sys, importlib.util as u; sys.exit(u.find_spec(sys.argv[1]) is None)"
for package in ("torch", "triton", "jax", "cupy"):
    if subprocess.run([config.python, "-c", has_package, package], check=False).returncode == 0:
        config.available_features.add(package)


def compute_capabilities() -> list[str]:
    """Of the GPUs of this machine, as `9.0`."""
    query = ["nvidia-smi", "--query-gpu=compute_cap", "--format=csv,noheader"]
    try:
        answer = subprocess.run(query, capture_output=True, text=True, timeout=60, check=True)
    except (OSError, subprocess.SubprocessError):
        return []
    return answer.stdout.split()


if "9.0" in compute_capabilities():
    config.available_features.add("sm90")

for sanitizer in config.sanitizers:
    config.available_features.add({"address": "asan", "thread": "tsan"}.get(sanitizer, "none"))
if "address" in config.sanitizers:
    # The LLVM libraries are not instrumented: their containers look poisoned,
    # and what they leak at exit is not ours.
    config.environment.setdefault(
        "ASAN_OPTIONS", "allow_user_poisoning=0:detect_leaks=0:detect_container_overflow=0"
    )
if "thread" in config.sanitizers:
    # Nor does the thread sanitizer see the locks inside of them. Forked interpreters
    # start threads of their own.
    config.environment.setdefault(
        "TSAN_OPTIONS", "ignore_noninstrumented_modules=1:die_after_fork=0"
    )

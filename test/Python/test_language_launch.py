# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Attributes of launches and kernels: what they become, and what is refused."""

import pytest
from Inputs.faults import check, faults_of
from Inputs.sim import verify
from Inputs.text import define
from tilery.script import tirx as T
from tilery.script.launch import _REFUSED

TEXT = """
@T.function
def kernel(A: T.Tensor((64, 32), "float32"), n: T.int32):
    T.device_entry(launch=T.cuda.LaunchConfig({launch}){extra})
"""
LINE = 4


def text_of(launch: str, extra: str = "") -> str:
    return TEXT.format(launch=launch, extra=f", {extra}" if extra else "")


def launcher(launch: str, extra: str = "") -> str:
    found = define(text_of(launch, extra)).ir_text()
    verify(found)
    return next(line for line in found.splitlines() if "launch.kernel" in line)


@pytest.mark.parametrize(
    ("window", "says"),
    [
        ("T.cuda.AccessPolicyWindow(A)", "hit_ratio 1.0, hit persisting, miss streaming)"),
        (
            "T.cuda.AccessPolicyWindow(A.data, num_bytes=4096, hit_ratio=0.5, hit='streaming', miss='normal')",
            "hit_ratio 0.5, hit streaming, miss normal, bytes 4096)",
        ),
        (
            "dict(base_ptr=A.ptr_to([0, 0]), num_bytes=128, hit_ratio=1, hit_prop='normal')",
            "hit_ratio 1.0, hit normal, miss streaming, bytes 128)",
        ),
    ],
)
def test_window(window, says):
    line = launcher(f"grid=4, block=32, access_policy_window={window}")
    assert f"access_window(%A : memref<64x32xf32>, {says}" in line


def test_all_together():
    line = launcher(
        "grid=(8, n, 2), block=(32, 2), cluster=(2, 1), preferred_cluster=(4, 1), priority=-2, "
        "programmatic_stream_serialization=True, preferred_shared_memory_carveout=50, "
        "cooperative=False"
    )
    for word in ("programmatic", "priority -2", "preferred_cluster [4, 1]", "carveout 50"):
        assert f" {word}" in line
    assert "cooperative" not in line


@pytest.mark.parametrize("name", _REFUSED)
def test_refused(name):
    found = faults_of(text_of(f"grid=4, block=32, {name}=1"))
    check(found, LINE, f"{name} of LaunchConfig is no attribute of our launches", "")
    assert found[0].cure


@pytest.mark.parametrize(
    ("launch", "message", "cure"),
    [
        ("grid=1, block=32, foo=3", "T.cuda.LaunchConfig has no foo", "it has grid, block"),
        ("grid=1, block=32, clusters=3", "T.cuda.LaunchConfig has no clusters", "did you mean 'cluster'?"),
        ("block=32", "missing 1 required keyword-only argument: 'grid'", "grid=..., block=..."),
        ("grid=(1, 2, 3, 4), block=32", "expected grid to have one to three extents, got 4", ""),
        ("grid=1, block=(32, 64)", "block must contain at most 1024 threads, got 2048", ""),
        ("grid=1, block='32'", "expected block to be known now, got '32'", "T.constexpr"),
        ("grid=1, block=n", "expected block to be known now, got a run-time int32", "T.constexpr"),
        ("grid=1.5, block=32", "expected extents of grid to be integers, got 1.5", ""),
        ("grid=1, block=32, cooperative='yes'", "expected cooperative to be True or False, got 'yes'", ""),
        ("grid=1, block=32, priority=1.5", "expected priority to be -2147483648 to 2147483647, got 1.5", ""),
        ("grid=1, block=32, preferred_shared_memory_carveout=200", "to be 0 to 100, got 200", ""),
        ("grid=3, block=32, cluster=2", "grid must be divisible by cluster in every dimension", ""),
        ("grid=32, block=32, cluster=32", "expected a cluster of at most 16 blocks, got 32", ""),
        ("grid=4, block=32, access_policy_window=3", "expected access_policy_window to be", "AccessPolicyWindow"),
        ("grid=4, block=32, access_policy_window={'size': 3}", "access_policy_window", "AccessPolicyWindow"),
        (
            "grid=4, block=32, access_policy_window=T.cuda.AccessPolicyWindow(n)",
            "expected the tensor of an access policy window, got a run-time int32",
            "",
        ),
        (
            "grid=4, block=32, access_policy_window=T.cuda.AccessPolicyWindow(A, hit_ratio=2)",
            "expected hit_ratio to be 0 to 1, got 2",
            "",
        ),
        (
            "grid=4, block=32, access_policy_window=T.cuda.AccessPolicyWindow(A, miss='persisting')",
            "expected miss to be one of normal, streaming, got 'persisting'",
            "",
        ),
    ],
)  # fmt: skip
def test_wrong_launch(launch, message, cure):
    check(faults_of(text_of(launch)), LINE, message, cure)


@pytest.mark.parametrize(
    ("attributes", "message"),
    [
        ("min_blocks_per_sm=0", "expected min_blocks_per_sm to be 1 to 32, got 0"),
        ("max_registers_per_thread=1000", "expected max_registers_per_thread to be 24 to 255, got 1000"),
        ("max_blocks_per_cluster=2", "expected a cluster of at most 2 blocks"),
        ("required_block_size=3", "expected required_block_size to be True or False, got 3"),
        ("blocks=3", "T.cuda.KernelAttributes has no blocks"),
    ],
)  # fmt: skip
def test_wrong_attributes(attributes, message):
    text = text_of(
        "grid=4, block=32, cluster=4", f"kernel_attrs=T.cuda.KernelAttributes({attributes})"
    )
    check(faults_of(text), LINE, message, "")


def test_attributes():
    text = text_of(
        "grid=4, block=32, cluster=4",
        "kernel_attrs=T.cuda.KernelAttributes(min_blocks_per_sm=2, max_registers_per_thread=64, "
        "max_blocks_per_cluster=8, required_block_size=True)",
    )
    first = verify(define(text).ir_text()).splitlines()
    assert any("min_blocks_per_sm 2 max_registers 64" in line for line in first)


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("T.device_entry()", "T.device_entry lacks launch="),
        ("T.device_entry(launch=dict(grid=1))", "expected launch to be a T.cuda.LaunchConfig"),
        ("T.device_entry(T.cuda.LaunchConfig(grid=1, block=32))", "too many positional arguments"),
        (
            "T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32), backend_config={})",
            "backend_config is not of the kernel",
        ),
        (
            "T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32), kernel_attrs=3)",
            "expected kernel_attrs to be T.cuda.KernelAttributes, got 3",
        ),
    ],
)
def test_wrong_entry(entry, message):
    check(faults_of(f"@T.function\ndef kernel(n: T.int32):\n    {entry}\n"), 3, message, "")


def test_configuration_is_frozen():
    config = T.cuda.LaunchConfig(grid=4, block=32, priority=1)
    assert config.replace(priority=2, grid=(1, 2)).grid == (1, 2)
    assert config.priority == 1

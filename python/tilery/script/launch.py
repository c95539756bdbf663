# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How a kernel is launched: `T.cuda.LaunchConfig` and `T.cuda.KernelAttributes`."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field

from .arithmetic import static_int
from .errors import Stop
from .values import Value, kind_of

AXES = "xyz"


def _dims(value: object) -> tuple[object, ...]:
    return tuple(value) if isinstance(value, (tuple, list)) else (value,)


@dataclass(frozen=True, kw_only=True)
class LaunchConfig:
    """Grid, block and attributes of a launch; sizes are x, y, z.

    The grid may be computed from sizes and scalar arguments. Those attributes that the launcher
    does not have are refused by name when the kernel is translated.
    """

    grid: object
    block: object
    cluster: object = None
    preferred_cluster: object = None
    dynamic_smem_bytes: object = None
    stream: object = None
    cooperative: bool | None = None
    programmatic_stream_serialization: bool | None = None
    cluster_scheduling_policy: object = None
    priority: int | None = None
    mem_sync_domain: object = None
    mem_sync_domain_map: object = None
    access_policy_window: object = None
    preferred_shared_memory_carveout: object = None
    nvlink_util_centric_scheduling: object = None
    portable_cluster_size_mode: object = None
    shared_memory_mode: object = None
    programmatic_event: object = None
    launch_completion_event: object = None

    def replace(self, **changes: object) -> LaunchConfig:
        return dataclasses.replace(self, **changes)


@dataclass(frozen=True, kw_only=True)
class KernelAttributes:
    """What the kernel is compiled for beside its block."""

    min_blocks_per_sm: int | None = None
    max_blocks_per_cluster: int | None = None
    max_registers_per_thread: int | None = None
    required_block_size: bool = False


@dataclass
class KernelFacts:
    """A launch, looked at: constants of the kernel, and the grid as text of the launcher."""

    block: tuple[int, ...]
    cluster: tuple[int, ...] | None
    grid: tuple[object, ...]
    kernel_text: str
    options: str = ""
    threads: int = field(init=False)

    def __post_init__(self) -> None:
        self.threads = 1
        for extent in self.block:
            self.threads *= extent

    def extent(self, axis: str) -> int:
        """Threads of the block along an axis."""
        k = AXES.index(axis)
        return self.block[k] if k < len(self.block) else 1

    def cluster_extent(self, axis: str) -> int:
        k = AXES.index(axis)
        return self.cluster[k] if self.cluster and k < len(self.cluster) else 1

    @property
    def cluster_size(self) -> int:
        size = 1
        for extent in self.cluster or ():
            size *= extent
        return size


def _static_dims(what: str, value: object) -> tuple[int, ...]:
    dims = _dims(value)
    if not 1 <= len(dims) <= 3:
        raise Stop(f"expected {what} to have one to three extents, got {len(dims)}")
    found = []
    for extent in dims:
        known = static_int(extent)
        if known is None:
            raise Stop(
                f"expected {what} to be known now, got {kind_of(extent)}",
                f"a kernel is compiled for its {what}; give it by T.constexpr and .specialize",
            )
        if known < 1:
            raise Stop(f"expected extents of {what} of at least 1, got {known}")
        found.append(known)
    return tuple(found)


def examine(config: LaunchConfig, attributes: KernelAttributes | None) -> KernelFacts:
    """Checks a launch, and says it in tile IR."""
    block = _static_dims("block", config.block)
    threads = 1
    for extent in block:
        threads *= extent
    if threads > 1024:
        raise Stop(f"block must contain at most 1024 threads, got {threads}")
    cluster = None if config.cluster is None else _static_dims("cluster", config.cluster)
    grid = _dims(config.grid)
    if not 1 <= len(grid) <= 3:
        raise Stop(f"expected grid to have one to three extents, got {len(grid)}")
    for k, extent in enumerate(grid):
        known = static_int(extent)
        if known is None:
            if not isinstance(extent, Value) or not extent.dtype.is_int:
                raise Stop(f"expected extents of grid to be integers, got {kind_of(extent)}")
            continue
        if known < 1:
            raise Stop(f"grid dimensions must be positive uint32 values, got {known}")
        if cluster and k < len(cluster) and known % cluster[k]:
            raise Stop(
                "grid must be divisible by cluster in every dimension, "
                f"got {known} and {cluster[k]} along {AXES[k]}"
            )
    if cluster and len(cluster) > len(grid) and any(c > 1 for c in cluster[len(grid) :]):
        raise Stop("grid must be divisible by cluster in every dimension")
    _check_dropped(config)
    return KernelFacts(
        block, cluster, grid, _kernel_text(block, cluster, attributes), _options(config, cluster)
    )


_DROPPED = (
    "cluster_scheduling_policy", "mem_sync_domain", "mem_sync_domain_map", "access_policy_window",
    "nvlink_util_centric_scheduling", "portable_cluster_size_mode", "shared_memory_mode",
    "programmatic_event", "launch_completion_event",
)  # fmt: skip


def _check_dropped(config: LaunchConfig) -> None:
    for name in _DROPPED:
        if getattr(config, name) is not None:
            raise Stop(f"not yet implemented: {name} of LaunchConfig")
    if config.stream is not None:
        raise Stop("the stream is an argument of the call", "write kernel(a, b, stream=...)")
    if config.dynamic_smem_bytes is not None:
        raise Stop(
            "dynamic_smem_bytes is computed from the kernel's shared tensors", "leave it out"
        )


def _kernel_text(block, cluster, attributes: KernelAttributes | None) -> str:
    text = f"block [{', '.join(map(str, block))}]"
    if cluster:
        size = 1
        for extent in cluster:
            size *= extent
        text += f" cluster [{', '.join(map(str, cluster))}]"
        if size > 16:
            raise Stop(f"expected a cluster of at most 16 blocks, got {size}")
        if size > 8:
            text += " nonportable"
    if attributes is not None:
        if attributes.max_blocks_per_cluster is not None:
            raise Stop("not yet implemented: max_blocks_per_cluster of KernelAttributes")
        if attributes.min_blocks_per_sm is not None:
            text += f" min_blocks_per_sm {int(attributes.min_blocks_per_sm)}"
        if attributes.max_registers_per_thread is not None:
            text += f" max_registers {int(attributes.max_registers_per_thread)}"
    return text


def _options(config: LaunchConfig, cluster: tuple[int, ...] | None) -> str:
    words = []
    if config.cooperative:
        words.append("cooperative")
    if config.programmatic_stream_serialization:
        words.append("programmatic")
    if config.priority is not None:
        words.append(f"priority {int(config.priority)}")
    if config.preferred_cluster is not None:
        if cluster is None:
            raise Stop("preferred_cluster requires an explicit cluster", "add cluster=")
        preferred = _static_dims("preferred_cluster", config.preferred_cluster)
        size = 1
        for extent in preferred:
            size *= extent
        words.append(f"preferred_cluster [{', '.join(map(str, preferred))}]")
        if size > 8:
            words.append("nonportable")
    carveout = config.preferred_shared_memory_carveout
    if carveout is not None:
        words.append(f"carveout {carveout if isinstance(carveout, str) else int(carveout)}")
    return "".join(f" {word}" for word in words)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How a kernel is launched: `T.cuda.LaunchConfig` and `T.cuda.KernelAttributes`."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field

from .arithmetic import static_int
from .errors import Stop
from .values import Buffer, Pointer, Value, kind_of

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
        self.threads = _product(self.block)

    def extent(self, axis: str) -> int:
        """Threads of the block along an axis."""
        k = AXES.index(axis)
        return self.block[k] if k < len(self.block) else 1

    def cluster_extent(self, axis: str) -> int:
        k = AXES.index(axis)
        return self.cluster[k] if self.cluster and k < len(self.cluster) else 1

    @property
    def cluster_size(self) -> int:
        return _product(self.cluster or ())


@dataclass(frozen=True)
class AccessPolicyWindow:
    """The L2 policy of the first bytes of a tensor argument.

    tensor     the argument, or `A.data`
    num_bytes  None: all of it
    hit_ratio  share of the lines that get `hit`: "normal", "streaming" or "persisting";
               the others get `miss`: "normal" or "streaming"
    """

    tensor: object
    num_bytes: int | None = None
    hit_ratio: float = 1.0
    hit: str = "persisting"
    miss: str = "streaming"


WINDOW_KEYS = {"base_ptr": "tensor", "hit_prop": "hit", "miss_prop": "miss"}


def _window(found: object) -> str:
    if isinstance(found, dict):
        try:
            found = AccessPolicyWindow(**{WINDOW_KEYS.get(k, k): v for k, v in found.items()})
        except TypeError as error:
            raise Stop(
                f"access_policy_window: {error}", "write T.cuda.AccessPolicyWindow(A)"
            ) from None
    if not isinstance(found, AccessPolicyWindow):
        raise Stop(
            f"expected access_policy_window to be a T.cuda.AccessPolicyWindow, got {kind_of(found)}",
            "write T.cuda.AccessPolicyWindow(A, num_bytes=..., hit_ratio=0.5)",
        )
    tensor = found.tensor
    if isinstance(tensor, Pointer) and all(static_int(i) == 0 for i in tensor.indices):
        tensor = tensor.buffer
    if not isinstance(tensor, Buffer) or tensor.scope != "global":
        raise Stop(f"expected the tensor of an access policy window, got {kind_of(tensor)}")
    words = [f"{tensor.name} : {tensor.mlir}"]
    ratio = found.hit_ratio
    if isinstance(ratio, bool) or not isinstance(ratio, (int, float)) or not 0 <= ratio <= 1:
        raise Stop(f"expected hit_ratio to be 0 to 1, got {kind_of(ratio)}")
    words.append(f"hit_ratio {float(ratio)!r}")
    for name, allowed in (
        ("hit", ("normal", "streaming", "persisting")),
        ("miss", ("normal", "streaming")),
    ):
        value = getattr(found, name)
        if value not in allowed:
            raise Stop(f"expected {name} to be one of {', '.join(allowed)}, got {kind_of(value)}")
        words.append(f"{name} {value}")
    if found.num_bytes is not None:
        words.append(f"bytes {_number('num_bytes', found.num_bytes, 1, (1 << 63) - 1)}")
    return f"access_window({', '.join(words)})"


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
    threads = _product(block)
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
    _check_refused(config)
    return KernelFacts(
        block, cluster, grid, _kernel_text(block, cluster, attributes), _options(config, cluster)
    )


# Attributes that the launcher does not have: what to write instead.
_REFUSED = {
    "stream": "write kernel(a, b, stream=...): the stream is an argument of the call",
    "dynamic_smem_bytes": "leave it out: it is computed from the kernel's shared tensors",
    "cluster_scheduling_policy": "leave it out: the driver spreads clusters by its own policy",
    "mem_sync_domain": "leave it out: fences order all memory domains",
    "mem_sync_domain_map": "leave it out: fences order all memory domains",
    "nvlink_util_centric_scheduling": "leave it out: it is for kernels that write to other GPUs",
    "portable_cluster_size_mode": "leave it out: clusters of over 8 blocks are allowed by themselves",
    "shared_memory_mode": "leave it out: shared memory over 48 KiB is allowed by itself",
    "programmatic_event": "write programmatic_stream_serialization=True, and "
    "T.ptx.griddepcontrol.launch_dependents() in the kernel",
    "launch_completion_event": "record an event behind the call, on its stream",
}


def _check_refused(config: LaunchConfig) -> None:
    for name, cure in _REFUSED.items():
        if getattr(config, name) is not None:
            raise Stop(f"{name} of LaunchConfig is no attribute of our launches", cure)


def _number(what: str, value: object, least: int, most: int) -> int:
    known = static_int(value)
    if known is None or not least <= known <= most:
        raise Stop(f"expected {what} to be {least} to {most}, got {kind_of(value)}")
    return known


def _flag(what: str, value: object) -> bool:
    if value not in (None, False, True):
        raise Stop(f"expected {what} to be True or False, got {kind_of(value)}")
    return bool(value)


def _kernel_text(block, cluster, attributes: KernelAttributes | None) -> str:
    text = f"block [{', '.join(map(str, block))}]"
    if cluster:
        size = _product(cluster)
        text += f" cluster [{', '.join(map(str, cluster))}]"
        if size > 16:
            raise Stop(f"expected a cluster of at most 16 blocks, got {size}")
        if size > 8:
            text += " nonportable"
    return text + ("" if attributes is None else _attributes(attributes, cluster))


def _attributes(attributes: KernelAttributes, cluster: tuple[int, ...] | None) -> str:
    """`required_block_size` changes nothing: a kernel is compiled for its block."""
    text = ""
    _flag("required_block_size", attributes.required_block_size)
    if attributes.max_blocks_per_cluster is not None:
        most = _number("max_blocks_per_cluster", attributes.max_blocks_per_cluster, 1, 16)
        size = _product(cluster or ())
        if size > most:
            raise Stop(
                f"expected a cluster of at most {most} blocks, as max_blocks_per_cluster says, got {size}"
            )
    if attributes.min_blocks_per_sm is not None:
        text += f" min_blocks_per_sm {_number('min_blocks_per_sm', attributes.min_blocks_per_sm, 1, 32)}"
    if attributes.max_registers_per_thread is not None:
        most = _number("max_registers_per_thread", attributes.max_registers_per_thread, 24, 255)
        text += f" max_registers {most}"
    return text


def _product(extents: tuple[int, ...]) -> int:
    size = 1
    for extent in extents:
        size *= extent
    return size


def _options(config: LaunchConfig, cluster: tuple[int, ...] | None) -> str:
    words = []
    if _flag("cooperative", config.cooperative):
        words.append("cooperative")
    programmatic = config.programmatic_stream_serialization
    if _flag("programmatic_stream_serialization", programmatic):
        words.append("programmatic")
    if config.priority is not None:
        words.append(f"priority {_number('priority', config.priority, -(1 << 31), (1 << 31) - 1)}")
    if config.preferred_cluster is not None:
        if cluster is None:
            raise Stop("preferred_cluster requires an explicit cluster", "add cluster=")
        preferred = _static_dims("preferred_cluster", config.preferred_cluster)
        size = _product(preferred)
        words.append(f"preferred_cluster [{', '.join(map(str, preferred))}]")
        if size > 8:
            words.append("nonportable")
    carveout = config.preferred_shared_memory_carveout
    if carveout in ("max_l1", "max_shared"):
        words.append(f"carveout {carveout}")
    elif carveout is not None:
        what = "preferred_shared_memory_carveout (or 'max_l1', 'max_shared')"
        words.append(f"carveout {_number(what, carveout, 0, 100)}")
    if config.access_policy_window is not None:
        words.append(_window(config.access_policy_window))
    return "".join(f" {word}" for word in words)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`T.cuda`: indices of threads and blocks, barriers, text."""

from __future__ import annotations

from .arithmetic import is_number, static_int
from .dtypes import BOOL, INT32
from .errors import Stop
from .intrinsics import Intrinsic, intrinsic
from .launch import AXES
from .ptx.forms import phase_text, remote_pointer
from .translator import State
from .values import Buffer, Pointer, Value, kind_of


def _facts(state: State):
    if state.facts is None:
        raise Stop(
            "the block of the launch is not known here", "write T.device_entry(launch=...) first"
        )
    return state.facts


def _id(state: State, op: str, most: int | None, exact: bool = False) -> Value:
    """An index of the hardware as an int32, of which the `index` is known, too.

    exact  some thread has the largest one, where all threads come here
    """
    index = state.builder.value(op)
    name = state.builder.value(f"arith.index_castui {index} : index to i32")
    reached = 0 if exact and state.memory.depth == 0 else None
    return Value(name, INT32, 0, most, index=index, exact=reached)


def _axis(axis: object) -> str:
    if axis not in tuple(AXES):
        raise Stop(f"expected an axis 'x', 'y' or 'z', got {kind_of(axis)}")
    return axis


# Extents along an axis that are known when the kernel is compiled.
def _thread_extent(state: State, axis: str) -> int:
    return _facts(state).extent(axis)


def _cluster_extent(state: State, axis: str) -> int:
    return _facts(state).cluster_extent(axis)


def _along(name: str, op: str, extent=None) -> Intrinsic:
    """An index along an axis, by default x."""

    def emit(state: State, axis: str = "x") -> Value:
        most = extent(state, _axis(axis)) - 1 if extent else None
        return _id(state, f"{op} {_axis(axis)}", most, exact=most is not None)

    emit.__doc__ = f"{name} along an axis, an int32."
    return Intrinsic(f"T.cuda.{name}", emit, False)


thread_idx = _along("thread_idx", "gpu.thread_id", _thread_extent)
block_idx = _along("block_idx", "gpu.block_id")
grid_dim = _along("grid_dim", "gpu.grid_dim")
cluster_id = _along("cluster_id", "gpu.cluster_id")
cluster_cta_id = _along("cluster_cta_id", "gpu.cluster_block_id", _cluster_extent)


@intrinsic("T.cuda.block_dim")
def block_dim(state: State, axis: str = "x") -> int:
    """Threads of the block along an axis: a number that is known now."""
    return _thread_extent(state, _axis(axis))


@intrinsic("T.cuda.cluster_dim")
def cluster_dim(state: State, axis: str = "x") -> int:
    """Blocks of the cluster along an axis: a number that is known now."""
    return _cluster_extent(state, _axis(axis))


@intrinsic("T.cuda.lane_id")
def lane_id(state: State) -> Value:
    """Number of the thread in its warp, 0 to 31."""
    most = min(_facts(state).threads, 32) - 1
    if _facts(state).block == (32,):
        return _id(state, "gpu.thread_id x", most, exact=True)
    return _id(state, "gpu.lane_id", most, exact=True)


@intrinsic("T.cuda.warp_id")
def warp_id(state: State) -> Value:
    """Number of the warp in its block, the same in all threads of the warp."""
    return _id(state, "tile.warp_id", max(_facts(state).threads // 32 - 1, 0), exact=True)


@intrinsic("T.cuda.warpgroup_id")
def warpgroup_id(state: State) -> Value:
    """Number of the group of four warps in its block."""
    return state.arithmetic.binary("//", warp_id.emit(state), 4)


@intrinsic("T.cuda.warp_in_warpgroup")
def warp_in_warpgroup(state: State) -> Value:
    """Number of the warp in its group of four, 0 to 3."""
    return state.arithmetic.binary("%", warp_id.emit(state), 4)


@intrinsic("T.cuda.linear_thread_id")
def linear_thread_id(state: State) -> Value:
    """Number of the thread in its block, x fastest."""
    facts = _facts(state)
    x = thread_idx.emit(state, "x")
    if facts.extent("y") == facts.extent("z") == 1:
        return x
    a = state.arithmetic
    outer = a.binary("*", thread_idx.emit(state, "z"), facts.extent("y"))
    outer = a.binary("+", outer, thread_idx.emit(state, "y"))
    return a.binary("+", a.binary("*", outer, facts.extent("x")), x)


thread_rank = Intrinsic("T.cuda.thread_rank", linear_thread_id.emit, False)


@intrinsic("T.cuda.cluster_cta_rank")
def cluster_cta_rank(state: State) -> Value:
    """Number of the block in its cluster."""
    return _id(state, "tile.cluster_rank", _facts(state).cluster_size - 1)


@intrinsic("T.cuda.cta_pair_id")
def cta_pair_id(state: State) -> None:
    """Not there: pairs of blocks are Blackwell's."""
    raise Stop(
        "not yet implemented: T.cuda.cta_pair_id", "write T.cuda.cluster_cta_rank() and // 2 or % 2"
    )


@intrinsic("T.cuda.cluster_size")
def cluster_size(state: State) -> int:
    """Blocks of the cluster: a number that is known now."""
    return _facts(state).cluster_size


# Barriers of threads.


def _sync(name: str, op: str, what: str) -> Intrinsic:
    def emit(state: State) -> None:
        state.builder.op(op)

    emit.__doc__ = what
    return Intrinsic(f"T.cuda.{name}", emit, False)


cta_sync = _sync("cta_sync", "tile.cta_sync", "All threads of the block meet.")
cluster_sync = _sync("cluster_sync", "tile.cluster_sync", "All threads of the cluster meet.")
grid_sync = _sync("grid_sync", "tile.grid_sync", "All threads of a cooperative grid meet.")


@intrinsic("T.cuda.warp_sync")
def warp_sync(state: State, mask: object = -1) -> None:
    """All threads of a block of one warp meet. Tile IR has no barrier of a warp among others."""
    if static_int(mask) not in (-1, 0xFFFFFFFF):
        raise Stop(f"expected all lanes to meet, got the mask {kind_of(mask)}", "leave it out")
    if _facts(state).threads > 32:
        raise Stop(
            f"not yet implemented: T.cuda.warp_sync in a block of {_facts(state).threads} threads",
            "write T.cuda.named_barrier_sync(1 + warp, 32), with warp = T.cuda.warp_id()",
        )
    state.builder.op("tile.cta_sync")


@intrinsic("T.cuda.named_barrier_sync")
def named_barrier_sync(state: State, barrier: object, threads: object) -> None:
    """The given number of threads meets at one of 16 barriers."""
    number = state.arithmetic.integer(barrier, INT32, "the barrier")
    count = state.arithmetic.integer(threads, INT32, "the number of threads")
    state.builder.op(f"tile.named_barrier.sync {number}, {count}")


@intrinsic("T.cuda.named_barrier_arrive")
def named_barrier_arrive(state: State, barrier: object, threads: object) -> None:
    """As named_barrier_sync, without waiting."""
    number = state.arithmetic.integer(barrier, INT32, "the barrier")
    count = state.arithmetic.integer(threads, INT32, "the number of threads")
    state.builder.op(f"tile.named_barrier.arrive {number}, {count}")


@intrinsic("T.cuda.warpgroup_sync")
def warpgroup_sync(state: State, barrier: object) -> None:
    """Four warps meet at a named barrier."""
    named_barrier_sync.emit(state, barrier, 128)


@intrinsic("T.cuda.elect_sync")
def elect_sync(state: State) -> Value:
    """True in one thread of the warp."""
    return Value(state.builder.value("tile.elect", pure=False), BOOL)


# mbarriers.


@intrinsic("T.cuda.mbarrier_wait")
def mbarrier_wait(state: State, barrier: object, parity: object) -> None:
    """Waits until the phase of the given parity is complete."""
    name, _ = state.memory.barrier(barrier, state.place)
    state.builder.op(f"tile.mbarrier.wait {name}, {phase_text(state, parity)}")


@intrinsic("T.cuda.mbarrier_wait_acquire_cluster")
def mbarrier_wait_acquire_cluster(state: State, barrier: object, parity: object) -> None:
    """As mbarrier_wait; what other blocks of the cluster released is seen."""
    name, _ = state.memory.barrier(barrier, state.place)
    state.builder.op(f"tile.mbarrier.wait acquire.cluster {name}, {phase_text(state, parity)}")


@intrinsic("T.cuda.cvta_generic_to_shared")
def cvta_generic_to_shared(state: State, pointer: object) -> Pointer:
    """A shared address as it is: addresses know their memory."""
    if not isinstance(pointer, Pointer) or pointer.buffer.scope == "global":
        raise Stop(f"expected a shared address, got {kind_of(pointer)}")
    return pointer


@intrinsic("T.cuda.map_shared_rank")
def map_shared_rank(state: State, target: object, rank: object) -> Pointer | Buffer:
    """An address, or a tensor, in the shared memory of another block of the cluster."""
    if isinstance(target, Buffer):
        return remote_buffer(state, target, rank)
    return remote_pointer(state, target, rank)


def remote_buffer(state: State, buffer: Buffer, rank: object) -> Buffer:
    if buffer.scope != "shared":
        raise Stop(f"expected a shared tensor, got {kind_of(buffer)}")
    known = rank if isinstance(rank, int) else None
    if known is None and not isinstance(rank, Value):
        raise Stop(f"expected a rank in the cluster, got {kind_of(rank)}")
    name = state.memory.remote(buffer.name, buffer.mlir, rank)
    return Buffer(
        name,
        buffer.dtype,
        buffer.shape,
        "shared_cluster",
        buffer.place,
        buffer.strides,
        buffer.layout,
    )


# Text.

FORMATS = {"i": ("%d", "%lld"), "u": ("%u", "%llu"), "b": ("%d", "%d"), "f": ("%g", "%g")}


@intrinsic("T.cuda.printf")
def printf(state: State, text: object, *args: object) -> None:
    """Prints as C does; each thread that comes here."""
    if not isinstance(text, str):
        raise Stop(f"expected a format, got {kind_of(text)}")
    values = []
    for arg in args:
        if not is_number(arg):
            raise Stop(f"expected numbers to print, got {kind_of(arg)}")
        value = state.arithmetic.to_value(arg)
        if value.dtype is BOOL:
            value = state.arithmetic.cast(value, INT32)
        values.append(value)
    names = ", ".join(state.arithmetic.ssa(v) for v in values)
    types = ", ".join(v.dtype.mlir for v in values)
    state.builder.op(f"tile.printf {_quoted(text)}" + (f" ({names} : {types})" if values else ""))


def _quoted(text: str) -> str:
    """A string of MLIR: bytes that are no plain text are two hexadecimal digits."""
    out = []
    for byte in text.encode():
        plain = 32 <= byte < 127 and byte not in (34, 92)
        out.append(chr(byte) if plain else f"\\{byte:02X}")
    return f'"{"".join(out)}"'


def emit_assert(state: State, condition: object, message: object) -> None:
    truth = state.arithmetic.truth(condition)
    if isinstance(truth, bool):
        if not truth:
            raise Stop(f"this assertion never holds: {message}")
        return
    state.builder.op(f"tile.assert {state.arithmetic.ssa(truth)}, {_quoted(str(message))}")


@intrinsic("T.assert_")
def assert_(state: State, condition: object, message: str = "assertion") -> None:
    """Ends the kernel with an error where the condition does not hold."""
    emit_assert(state, condition, message)


@intrinsic("T.cuda.nanosleep")
def nanosleep(state: State, ns: object) -> None:
    """The thread rests for about that many nanoseconds."""
    state.builder.op(f"tile.nanosleep {state.arithmetic.integer(ns, INT32, 'the time')}")

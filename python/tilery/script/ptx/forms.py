# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Opcodes that are ops of their own: barriers, fences, groups, policies.

Each stands with the tokens that PTX has, in PTX's order, and a function that makes the op.
Results come first among the operands, as in PTX, or are the value of the call.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..arithmetic import static_int
from ..dtypes import BOOL, DTYPES, INT32, INT64
from ..errors import Stop
from ..values import Buffer, MapParam, Pointer, Value, kind_of


@dataclass(frozen=True)
class Instruction:
    """emit(state, *operands) gives the result, where `result` names one."""

    emit: Callable
    operands: tuple[str, ...]
    optional: int = 0
    result: str = ""


FORMS: dict[str, Instruction] = {}

SPACES = ("", ".shared", ".shared::cta")
REMOTE = ".shared::cluster"


def _add(
    text: str, emit: Callable, operands: str = "", optional: int = 0, result: str = ""
) -> None:
    names = tuple(n for n in operands.replace(",", " ").split())
    FORMS[text] = Instruction(emit, names, optional, result)


def _ordering(tokens: str) -> str:
    """`.release.cta` as the clause of the op, with a space before it."""
    return f" {tokens[1:]}" if tokens else ""


# Barriers (PTX ISA, mbarrier).


def _barrier(state, pointer: object, remote: bool = False) -> str:
    name, is_remote = state.memory.barrier(pointer, state.place)
    if is_remote != remote:
        if remote:
            raise Stop(
                "expected a barrier of another block, got one of this block's own",
                "write T.cuda.map_shared_rank(bars.ptr_to([0]), rank)",
            )
        raise Stop(
            "expected a barrier of this block, got one of another block",
            "write the .shared::cluster form of the opcode",
        )
    return f"{name} <shared_cluster>" if is_remote else name


def _count(state, value: object, what: str) -> str:
    return state.arithmetic.integer(value, INT32, what)


def _init(state, pointer: object, count: object) -> None:
    known = static_int(count)
    if known is not None and not 1 <= known < 1 << 20:
        raise Stop(
            f"expected a count of 1 to {(1 << 20) - 1} arrivals, got {known}",
            "write how many threads arrive in a phase",
        )
    state.builder.op(
        f"tile.mbarrier.init {_barrier(state, pointer)}, {_count(state, count, 'the count')}"
    )


def _inval(state, pointer: object) -> None:
    state.builder.op(f"tile.mbarrier.inval {_barrier(state, pointer)}")


def _arrive(op: str, ordering: str, remote: bool, expects: bool, no_complete: bool) -> Callable:
    def emit(state, pointer: object, number: object = None, wants: bool = False) -> Value | None:
        text = f"{op}{_ordering(ordering)} {_barrier(state, pointer, remote)}"
        if number is not None:
            text += f", {_count(state, number, 'the bytes' if expects else 'the count')}"
        if no_complete:
            text += " no_complete"
        if not wants:
            state.builder.op(text)
            return None
        if remote:
            raise Stop("an arrival on a barrier of another block has no state", "leave it out")
        return Value(state.builder.value(f"{text} -> i64", pure=False), INT64)

    return emit


def _transaction(op: str, ordering: str, remote: bool) -> Callable:
    def emit(state, pointer: object, number: object) -> None:
        barrier = _barrier(state, pointer, remote)
        state.builder.op(
            f"{op}{_ordering(ordering)} {barrier}, {_count(state, number, 'the bytes')}"
        )

    return emit


def _poll(op: str, ordering: str, by_parity: bool) -> Callable:
    def emit(state, pointer: object, phase: object, hint: object = None) -> Value:
        text = f"{op}{_ordering(ordering)} {_barrier(state, pointer)}, {phase_text(state, phase, by_parity)}"
        if hint is not None:
            text += f" suspend_ns {_count(state, hint, 'the time')}"
        return Value(state.builder.value(text, pure=False), BOOL)

    return emit


def phase_text(state, phase: object, by_parity: bool = True) -> str:
    """The phase that a wait is for, by its parity or by a state."""
    if not by_parity:
        if not isinstance(phase, Value) or phase.dtype.bits != 64:
            raise Stop(
                f"expected the state of an arrival, got {kind_of(phase)}",
                "write .parity and 0 or 1",
            )
        return f"state {state.arithmetic.ssa(phase)}"
    known = static_int(phase)
    if known is None and isinstance(phase, Value) and phase.dtype is BOOL:
        phase = state.arithmetic.cast(phase, INT32)
    if known is not None and known not in (0, 1):
        raise Stop(f"expected a parity of 0 or 1, got {known}", "phases take turns: 0, 1, 0, ...")
    return _count(state, phase, "the parity")


def _pending(state, arrival: object) -> Value:
    text = f"tile.mbarrier.pending_count {phase_text(state, arrival, False)[6:]}"
    return Value(state.builder.value(text), INT32, lo=0)


def _barriers() -> None:
    for space in SPACES:
        _add(f"mbarrier.init{space}.b64", _init, "address, count")
        _add(f"mbarrier.inval{space}.b64", _inval, "address")
    _add("mbarrier.pending_count.b64", _pending, "state", result="count")
    releases = ["", *(f".{s}.{c}" for s in ("release", "relaxed") for c in ("cta", "cluster"))]
    acquires = ["", *(f".{s}.{c}" for s in ("acquire", "relaxed") for c in ("cta", "cluster"))]
    for space in (*SPACES, REMOTE):
        remote = space == REMOTE
        for name in ("arrive", "arrive_drop"):
            op = f"tile.mbarrier.{name}"
            for order in releases:
                _add(
                    f"mbarrier.{name}{order}{space}.b64",
                    _arrive(op, order, remote, False, False),
                    "address, count",
                    1,
                    "state",
                )
                emit = _arrive(f"{op}_expect_tx", order, remote, True, False)
                _add(
                    f"mbarrier.{name}.expect_tx{order}{space}.b64",
                    emit,
                    "address, bytes",
                    0,
                    "state",
                )
            if not remote:
                emit = _arrive(op, "", False, False, True)
                _add(f"mbarrier.{name}.noComplete{space}.b64", emit, "address, count", 0, "state")
        for name in ("expect_tx", "complete_tx"):
            for order in ("", ".relaxed.cta", ".relaxed.cluster"):
                emit = _transaction(f"tile.mbarrier.{name}", order, remote)
                _add(f"mbarrier.{name}{order}{space}.b64", emit, "address, bytes")
    for space, order in ((s, o) for s in SPACES for o in acquires):
        for name, hints in (("test_wait", 0), ("try_wait", 1)):
            op = f"tile.mbarrier.{name}"
            for parity in ("", ".parity"):
                operands = f"address, {'parity' if parity else 'state'}" + (
                    ", time" if hints else ""
                )
                emit = _poll(op, order, bool(parity))
                _add(f"mbarrier.{name}{parity}{order}{space}.b64", emit, operands, hints, "done")


# Order.


def _plain(text: str) -> Callable:
    return lambda state: state.builder.op(text)


def _acquire_map(scope: str) -> Callable:
    def emit(state, address: object, size: object = 128) -> None:
        if static_int(size) != 128:
            raise Stop(f"expected a size of 128 bytes, got {kind_of(size)}")
        buffer = address.buffer if isinstance(address, Pointer) else address
        if not isinstance(buffer, Buffer) or buffer.scope != "global":
            raise Stop(f"expected the address of a map in global memory, got {kind_of(address)}")
        if isinstance(address, Pointer) and any(static_int(i) != 0 for i in address.indices):
            raise Stop("not yet implemented: a map that is not at the start of its tensor")
        state.builder.op(
            f"tile.fence.proxy.tensormap acquire.{scope} [{buffer.name}] : {buffer.mlir}"
        )

    return emit


def _fences() -> None:
    for token, space in (
        ("", ""),
        (".global", " <global>"),
        (".shared::cta", " <shared_cta>"),
        (".shared::cluster", " <shared_cluster>"),
    ):
        _add(f"fence.proxy.async{token}", _plain(f"tile.fence.proxy.async{space}"))
    _add("fence.proxy.alias", _plain("tile.fence.proxy.alias"))
    _add("fence.mbarrier_init.release.cluster", _plain("tile.fence.mbarrier_init"))
    for way, tail in (("acquire", "shared::cluster.cluster"), ("release", "shared::cta.cluster")):
        text = f"fence.proxy.async::generic.{way}.sync_restrict::{tail}"
        _add(text, _plain(f"tile.fence.proxy.async_generic {way}"))
    for scope in ("cta", "cluster", "gpu", "sys"):
        name = f"fence.proxy.tensormap::generic.release.{scope}"
        _add(name, _plain(f"tile.fence.proxy.tensormap release.{scope}"))
        _add(
            f"fence.proxy.tensormap::generic.acquire.{scope}",
            _acquire_map(scope),
            "address, size",
            1,
        )
        for order in ("acq_rel", "sc"):
            _add(f"fence.{order}.{scope}", _plain(f"tile.fence {order}.{scope}"))


# Blocks, clusters, grids.


def _named(op: str) -> Callable:
    def emit(state, number: object, threads: object = None) -> None:
        if threads is None:
            if op == "sync" and static_int(number) == 0:
                state.builder.op("tile.cta_sync")
                return
            threads = state.facts.threads
        text = f"{_count(state, number, 'the barrier')}, {_count(state, threads, 'the threads')}"
        state.builder.op(f"tile.named_barrier.{op} {text}")

    return emit


def _sleep(state, ns: object) -> None:
    state.builder.op(f"tile.nanosleep {_count(state, ns, 'the time')}")


def _mapa(state, address: object, rank: object) -> Pointer:
    return remote_pointer(state, address, rank)


def remote_pointer(state, address: object, rank: object) -> Pointer:
    """The same address in another block of the cluster."""
    if not isinstance(address, Pointer):
        raise Stop(f"expected a shared address, got {kind_of(address)}", "write x.ptr_to([0])")
    known = static_int(rank)
    if known is None and not (isinstance(rank, Value) and rank.dtype.is_int):
        raise Stop(f"expected a rank in the cluster, got {kind_of(rank)}")
    return Pointer(address.buffer, address.indices, rank if known is None else known)


def _blocks() -> None:
    for name in ("bar", "barrier", "bar.cta", "barrier.cta"):
        _add(f"{name}.sync", _named("sync"), "barrier, threads", 1)
        _add(f"{name}.arrive", _named("arrive"), "barrier, threads", 0)
        _add(f"{name}.sync.aligned", _named("sync"), "barrier, threads", 1)
        _add(f"{name}.arrive.aligned", _named("arrive"), "barrier, threads", 0)
    for aligned in ("", ".aligned"):
        word = " aligned" if aligned else ""
        for order, relaxed in (("", ""), (".release", ""), (".relaxed", " relaxed")):
            name = f"barrier.cluster.arrive{order}{aligned}"
            _add(name, _plain(f"tile.cluster.arrive{relaxed}{word}"))
        for order in ("", ".acquire"):
            _add(f"barrier.cluster.wait{order}{aligned}", _plain(f"tile.cluster.wait{word}"))
    for name in ("launch_dependents", "wait"):
        _add(f"griddepcontrol.{name}", _plain(f"tile.grid_dependency.{name}"))
    _add("nanosleep.u32", _sleep, "ns")
    for width in ("u32", "u64"):
        _add(f"mapa.shared::cluster.{width}", _mapa, "address, rank", 0, "address")


# Copies.


def _wait_group(read: str) -> Callable:
    def emit(state, pending: object) -> None:
        known = static_int(pending)
        if known is None or known < 0:
            raise Stop(
                f"expected the number of groups that may be pending, at least 0 and known now, "
                f"got {kind_of(pending)}",
                "write 0 to wait for all of them",
            )
        state.builder.op(f"tile.bulk.wait_group {known}{read}")

    return emit


def _policy(priority: str) -> Callable:
    def emit(state, fraction: object = None) -> Value:
        text = f"tile.create_policy <{priority}>"
        if fraction is not None:
            if not isinstance(fraction, (int, float)):
                raise Stop(f"expected the fraction to be known now, got {kind_of(fraction)}")
            text += f" fraction {float(fraction)!r}"
        return Value(state.builder.value(text), DTYPES["uint64"])

    return emit


def _prefetch_map(text: str) -> Callable:
    def emit(state, tensor_map: object) -> None:
        if not isinstance(tensor_map, MapParam):
            raise Stop(
                f"expected a tensor map, got {kind_of(tensor_map)}",
                f'write T.cuda.tile.apply(T.ptx["{text}"], A, box=...)',
            )
        state.builder.op(f'tile.apply "{text}" ({tensor_map.name}) : {tensor_map.type.mlir}')

    return emit


def _copies() -> None:
    _add("cp.async.bulk.commit_group", _plain("tile.bulk.commit_group"))
    _add("cp.async.bulk.wait_group", _wait_group(""), "pending")
    _add("cp.async.bulk.wait_group.read", _wait_group(" read"), "pending")
    for priority in ("evict_first", "evict_last", "evict_normal", "evict_unchanged"):
        name = f"createpolicy.fractional.L2::{priority}.b64"
        _add(name, _policy(priority), "fraction", 1, "policy")
    for text in ("prefetch.tensormap", "prefetch.param.tensormap"):
        _add(text, _prefetch_map(text), "map")


_barriers()
_fences()
_blocks()
_copies()

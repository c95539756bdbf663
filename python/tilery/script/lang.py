# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Helpers of pipelines, written in the language itself: rings of barriers, and their states.

    pool = SMEMPool()
    ring = pool.alloc((STAGES, 64, 64), "float16", layout="128B")
    pipe = Pipeline(pool, STAGES, full="tma", empty="mbar")
    pool.commit()
    state = PipelineState(STAGES, phase=1)       # of the producer: nothing is full yet
    pipe.empty.wait(state.stage, state.phase)
    pipe.full.arrive(state.stage, BYTES)
    state.advance()

They emit no fence and no barrier of threads: those stand behind the initialisation, as ever.
"""

from __future__ import annotations

from . import tirx as T
from .dtypes import as_dtype


@T.meta_class
class SMEMPool:
    """Shared memory by pieces. The planner places them, so that there is nothing to count."""

    def __init__(self, ptr=None):
        if ptr is not None:
            raise ValueError("a pool begins where the planner puts it: leave ptr= out")

    def alloc(self, shape, dtype="float32", scope="shared.dyn", align=0, layout="default"):
        """A tensor, as of T.alloc_shared."""
        if scope not in ("shared", "shared.dyn"):
            raise ValueError(f"expected scope to be 'shared' or 'shared.dyn', got {scope!r}")
        return T.alloc_shared(shape, dtype, layout=layout, align=align if align > 0 else -1)

    def alloc_tcgen05_mma_AB(self, shape, dtype, swizzle_mode="auto", align=1024):
        """An operand tile, swizzled by the bytes of its rows where the mode is "auto"."""
        mode = swizzle_mode
        if mode == "auto":
            row = shape[-1] * as_dtype(dtype).bytes
            mode = "128B" if row == 128 else "64B" if row == 64 else "32B" if row == 32 else None
            if mode is None:
                raise ValueError(f"expected rows of 32, 64 or 128 bytes for a swizzle, got {row}")
        return T.alloc_shared(shape, dtype, layout=T.cuda.layout.swizzle(mode), align=align)

    def move_base_to(self, offset):
        raise ValueError("tensors of a pool have no order: leave move_base_to out")

    def commit(self, size=None):
        """Nothing is left to do; the size is computed."""


@T.meta_class
class MBarrier:
    """A ring of barriers that threads arrive at.

    phase_offset  added to the phases that are waited for
    leader        the condition of the thread that initialises; default: the block's first one
    """

    def __init__(self, pool, depth, phase_offset=0, leader=None):
        self.depth = depth
        self.phase_offset = phase_offset
        self.leader = leader
        self.bars = T.alloc_shared((depth,), "uint64")

    def init(self, count=1):
        if T.cuda.thread_rank() == 0 if self.leader is None else self.leader:
            for i in range(self.depth):
                T.ptx.mbarrier.init.shared.b64(self.bars.ptr_to([i]), count)

    def ptr_to(self, indices):
        return self.bars.ptr_to(indices)

    def remote_view(self, rank):
        """The barriers of another block of the cluster."""
        return RemoteBarrier(self, rank)

    def wait(self, stage, phase):
        T.cuda.mbarrier_wait(self.bars.ptr_to([stage]), phase ^ self.phase_offset)

    def arrive(self, stage, remote=None, pred=None, count=None):
        """remote  the rank of the block whose barrier it is"""
        number = 1 if count is None else count
        if remote is None:
            T.ptx.mbarrier.arrive.shared.b64(self.bars.ptr_to([stage]), number, pred=pred)
        else:
            T.ptx.mbarrier.arrive.release.cluster.shared__cluster.b64(
                T.cuda.map_shared_rank(self.bars.ptr_to([stage]), remote), number, pred=pred
            )


@T.meta_class
class RemoteBarrier:
    """A ring of barriers of another block."""

    def __init__(self, bar, rank):
        self.bar = bar
        self.rank = rank

    def ptr_to(self, indices):
        return T.cuda.map_shared_rank(self.bar.ptr_to(indices), self.rank)

    def arrive(self, stage, pred=None, count=None):
        self.bar.arrive(stage, remote=self.rank, pred=pred, count=count)


class TMABar(MBarrier):
    """A ring of barriers that the copy engine completes."""

    def arrive(self, stage, tx_count=None, remote=None, pred=None):
        """The arrival of the thread that copies; it expects `tx_count` bytes."""
        if tx_count is None:
            super().arrive(stage, remote=remote, pred=pred)
        elif remote is None:
            T.ptx.mbarrier.arrive.expect_tx.shared.b64(
                self.bars.ptr_to([stage]), tx_count, pred=pred
            )
        else:
            T.ptx.mbarrier.arrive.expect_tx.release.cluster.shared__cluster.b64(
                T.cuda.map_shared_rank(self.bars.ptr_to([stage]), remote), tx_count, pred=pred
            )


@T.meta_class
class PipelineState:
    """A stage of a ring, and the phase of its barriers, which turns where the ring wraps."""

    def __init__(self, depth, phase=None):
        self.depth = depth
        self.stage = T.local_scalar("int32", 0)
        self.phase = T.local_scalar("int32", 0 if phase is None else phase)

    def init(self, phase):
        self.stage = 0
        self.phase = phase

    def advance(self):
        wraps = self.stage == self.depth - 1
        self.phase = self.phase ^ 1 if wraps else self.phase
        self.stage = 0 if wraps else self.stage + 1


@T.meta_class
class Pipeline:
    """The barriers of a ring: `full` for its consumers, `empty` for its producers.

    full, empty  "tma": the copy engine completes them; "mbar": threads arrive
    """

    def __init__(
        self,
        pool,
        stages,
        *,
        full,
        empty,
        init_full=1,
        init_empty=1,
        empty_phase_offset=0,
        leader=None,
    ):
        self.stages = stages
        self.full = _barrier(full, pool, stages, 0, leader)
        self.empty = _barrier(empty, pool, stages, empty_phase_offset, leader)
        self.full.init(init_full)
        self.empty.init(init_empty)


@T.inline
def _barrier(kind, pool, stages, phase_offset, leader):
    if kind == "tma":
        return TMABar(pool, stages, phase_offset, leader)
    if kind == "mbar":
        return MBarrier(pool, stages, phase_offset, leader)
    if kind == "tcgen05":
        raise ValueError("not yet implemented: barriers of tcgen05")
    raise ValueError(f"expected 'tma' or 'mbar', got {kind!r}")


__all__ = ["MBarrier", "Pipeline", "PipelineState", "RemoteBarrier", "SMEMPool", "TMABar"]

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Variants of examples/copy.mlir, for tuning: the same kernel with other tiles, rings
and grids. `CopyVariant()` is the example's own choice."""

from dataclasses import dataclass


@dataclass(frozen=True)
class CopyVariant:
    """How the copy is cut up. Tiles are `rows` x `columns` floats."""

    rows: int = 32
    columns: int = 256
    #: Tiles in shared memory, and how many of them are loaded ahead of the store.
    stages: int = 6
    ahead: int = 5
    grid: int = 132
    promotion: str | None = None

    @property
    def name(self) -> str:
        text = f"{self.rows}x{self.columns} s{self.stages} a{self.ahead} g{self.grid}"
        return text + (f" l2-{self.promotion}" if self.promotion else "")

    @property
    def bytes(self) -> int:
        """Of one tile."""
        return self.rows * self.columns * 4

    def text(self) -> str:
        """The module."""
        row, column, stages, ahead = self.rows, self.columns, self.stages, self.ahead
        promotion = f" l2_promotion({self.promotion})" if self.promotion else ""
        return f"""\
!matrix = memref<?x?xf32, strided<[?, 1]>>
!ring = memref<{stages}x{row}x{column}xf32, #tile.shared>
!stage = memref<{row}x{column}xf32, strided<[{column}, 1], offset: ?>, #tile.shared>
!barriers = memref<{stages}x!tile.mbarrier, #tile.shared>

tile.kernel @copy(%src: !matrix {{tile.dims = ["m", "n"]}},
                  %dst: !matrix {{tile.dims = ["m", "n"]}}) block [32] {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last_stage = arith.constant {stages - 1} : index
  %ahead = arith.constant {ahead} : index
  %stages = arith.constant {stages} : index
  %row_step = arith.constant {row} : index
  %col_step = arith.constant {column} : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %ring = tile.alloc_shared : !ring
  %full = tile.alloc_shared : !barriers
  %rows = memref.dim %src, %c0 : !matrix
  %cols = memref.dim %src, %c1 : !matrix
  %tile_rows = arith.ceildivui %rows, %row_step : index
  %tile_cols = arith.ceildivui %cols, %col_step : index
  %tiles = arith.muli %tile_rows, %tile_cols : index
  %block = gpu.block_id x
  %blocks = gpu.grid_dim x
  %thread = gpu.thread_id x
  %leader = arith.cmpi eq, %thread, %c0 : index
  scf.if %leader {{
    scf.for %s = %c0 to %stages step %c1 {{
      %bar = tile.mbarrier.ref %full[%s] : !barriers
      tile.mbarrier.init %bar, 1
    }}
    tile.fence.proxy.async <shared_cta>
    scf.for %s = %c0 to %ahead step %c1 {{
      %skip = arith.muli %s, %blocks : index
      %t = arith.addi %block, %skip : index
      %exists = arith.cmpi ult, %t, %tiles : index
      scf.if %exists {{
        %tr = arith.divui %t, %tile_cols : index
        %tc = arith.remui %t, %tile_cols : index
        %row = arith.muli %tr, %row_step : index
        %col = arith.muli %tc, %col_step : index
        %bar = tile.mbarrier.ref %full[%s] : !barriers
        %stage = memref.subview %ring[%s, 0, 0] [1, {row}, {column}] [1, 1, 1] : !ring to !stage
        tile.mbarrier.arrive_expect_tx %bar, {self.bytes}
        tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
          (%stage, %src) box [{row}, {column}] coords [%row, %col] mbar %bar{promotion}
          : !stage, !matrix
      }}
    }}
    %lookahead = arith.muli %ahead, %blocks : index
    scf.for %t = %block to %tiles step %blocks
        iter_args(%s = %c0, %refill = %ahead, %phase = %i0) -> (index, index, i32) {{
      %tr = arith.divui %t, %tile_cols : index
      %tc = arith.remui %t, %tile_cols : index
      %row = arith.muli %tr, %row_step : index
      %col = arith.muli %tc, %col_step : index
      %bar = tile.mbarrier.ref %full[%s] : !barriers
      %stage = memref.subview %ring[%s, 0, 0] [1, {row}, {column}] [1, 1, 1] : !ring to !stage
      tile.mbarrier.wait %bar, %phase
      tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
        (%dst, %stage) box [{row}, {column}] coords [%row, %col] : !matrix, !stage
      tile.bulk.commit_group
      %u = arith.addi %t, %lookahead : index
      %exists = arith.cmpi ult, %u, %tiles : index
      scf.if %exists {{
        tile.bulk.wait_group {stages - ahead} read
        %ur = arith.divui %u, %tile_cols : index
        %uc = arith.remui %u, %tile_cols : index
        %urow = arith.muli %ur, %row_step : index
        %ucol = arith.muli %uc, %col_step : index
        %ubar = tile.mbarrier.ref %full[%refill] : !barriers
        %ustage = memref.subview %ring[%refill, 0, 0] [1, {row}, {column}] [1, 1, 1]
          : !ring to !stage
        tile.mbarrier.arrive_expect_tx %ubar, {self.bytes}
        tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
          (%ustage, %src) box [{row}, {column}] coords [%urow, %ucol] mbar %ubar{promotion}
          : !stage, !matrix
      }}
      %last = arith.cmpi eq, %s, %last_stage : index
      %s1 = arith.addi %s, %c1 : index
      %next = arith.select %last, %c0, %s1 : index
      %refill_last = arith.cmpi eq, %refill, %last_stage : index
      %refill1 = arith.addi %refill, %c1 : index
      %next_refill = arith.select %refill_last, %c0, %refill1 : index
      %turned = arith.xori %phase, %i1 : i32
      %next_phase = arith.select %last, %turned, %phase : i32
      scf.yield %next, %next_refill, %next_phase : index, index, i32
    }}
    tile.bulk.wait_group 0
  }}
}}

launch.func @copy_launch(%src: !matrix {{tile.dims = ["m", "n"]}},
                         %dst: !matrix {{tile.dims = ["m", "n"]}}) {{
  launch.kernel @copy grid [{self.grid}] (%src, %dst) : !matrix, !matrix
}}
"""


#: Near the example, and at the ends of what a block's 227 KiB allow.
TUNING = [
    CopyVariant(),
    *(CopyVariant(promotion=promotion) for promotion in ("128B", "256B")),
    CopyVariant(stages=6, ahead=4),
    CopyVariant(stages=6, ahead=3),
    CopyVariant(stages=4, ahead=3),
    CopyVariant(stages=3, ahead=2),
    CopyVariant(rows=16, stages=12, ahead=10),
    CopyVariant(rows=16, stages=12, ahead=6),
    CopyVariant(rows=16, stages=6, ahead=4),
    CopyVariant(rows=8, stages=24, ahead=16),
    CopyVariant(rows=64, columns=128, stages=6, ahead=5),
    CopyVariant(rows=64, columns=128, stages=6, ahead=4),
    CopyVariant(rows=64, columns=256, stages=3, ahead=2),
    CopyVariant(rows=16, stages=6, ahead=5, grid=264),
    CopyVariant(rows=16, stages=6, ahead=4, grid=264),
    CopyVariant(rows=8, stages=12, ahead=8, grid=264),
    CopyVariant(rows=32, stages=3, ahead=2, grid=264),
    CopyVariant(rows=16, stages=3, ahead=2, grid=528),
    CopyVariant(rows=8, stages=6, ahead=4, grid=528),
]

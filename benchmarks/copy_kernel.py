# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Variants of examples/copy.mlir, for tuning: the same kernel with other tiles, rings,
grids and orders."""

from dataclasses import dataclass


@dataclass(frozen=True)
class CopyVariant:
    """How the copy is cut up. Tiles are `rows` x `columns` elements."""

    rows: int = 8
    columns: int = 256
    #: Tiles in shared memory, and how many of them are loaded ahead of the store: all
    #: of them wait for a store to have been read before each load.
    stages: int = 4
    ahead: int = 3
    #: Blocks; None: as many as there are tiles.
    grid: int | None = None
    promotion: str | None = None
    #: "rows": blocks take turns at tiles, row by row of tiles; "columns": column by
    #: column; "blocked": each block has a run of tiles of its own.
    order: str = "rows"
    #: f64 makes tiles twice as wide.
    element: str = "f32"

    @property
    def name(self) -> str:
        parts = [f"{self.rows}x{self.columns}", f"s{self.stages}", f"a{self.ahead}"]
        parts.append(f"g{self.grid or 'tiles'}")
        parts += [self.order] if self.order != "rows" else []
        parts += [self.element] if self.element != "f32" else []
        parts += [f"l2-{self.promotion}"] if self.promotion else []
        return " ".join(parts)

    @property
    def element_size(self) -> int:
        return {"f32": 4, "f64": 8}[self.element]

    @property
    def bytes(self) -> int:
        """Of one tile."""
        return self.rows * self.columns * self.element_size

    def split(self, tile: str, row: str, column: str) -> str:
        """Row and column of a tile, in tiles."""
        if self.order == "columns":
            return f"""%{row} = arith.remui %{tile}, %tile_rows : index
      %{column} = arith.divui %{tile}, %tile_rows : index"""
        return f"""%{row} = arith.divui %{tile}, %tile_cols : index
      %{column} = arith.remui %{tile}, %tile_cols : index"""

    @property
    def range(self) -> str:
        """First tile of the block, the step to its next, and where it ends."""
        if self.order == "blocked":
            return """%step = arith.constant 1 : index
  %share = arith.ceildivui %tiles, %blocks : index
  %first = arith.muli %block, %share : index
  %share_end = arith.addi %first, %share : index
  %end = arith.minui %share_end, %tiles : index"""
        return """%zero = arith.constant 0 : index
  %step = arith.addi %blocks, %zero : index
  %first = arith.addi %block, %zero : index
  %end = arith.addi %tiles, %zero : index"""

    @property
    def launcher_grid(self) -> str:
        """Host code that defines %grid."""
        if self.grid is not None:
            return f"%grid = arith.constant {self.grid} : index"
        return f"""%c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %row_step = arith.constant {self.rows} : index
  %col_step = arith.constant {self.columns} : index
  %rows = memref.dim %src, %c0 : !matrix
  %cols = memref.dim %src, %c1 : !matrix
  %tile_rows = arith.ceildivui %rows, %row_step : index
  %tile_cols = arith.ceildivui %cols, %col_step : index
  %grid = arith.muli %tile_rows, %tile_cols : index"""

    def text(self) -> str:
        """The module."""
        row, column, stages, ahead = self.rows, self.columns, self.stages, self.ahead
        element = self.element
        promotion = f" l2_promotion({self.promotion})" if self.promotion else ""
        return f"""\
!matrix = memref<?x?x{element}, strided<[?, 1]>>
!ring = memref<{stages}x{row}x{column}x{element}, #tile.shared>
!stage = memref<{row}x{column}x{element}, strided<[{column}, 1], offset: ?>, #tile.shared>
!barriers = memref<{stages}x!tile.mbarrier, #tile.shared>

tile.kernel @copy(%src: !matrix {{tile.dims = ["m", "n"]}},
                  %dst: !matrix {{tile.dims = ["m", "n"]}}) block [32] {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last_stage = arith.constant {stages - 1} : index
  %ahead = arith.constant {ahead} : index
  %stages = arith.constant {stages} : index
  %first_refill = arith.constant {ahead % stages} : index
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
  {self.range}
  %thread = gpu.thread_id x
  %leader = arith.cmpi eq, %thread, %c0 : index
  scf.if %leader {{
    scf.for %s = %c0 to %stages step %c1 {{
      %bar = tile.mbarrier.ref %full[%s] : !barriers
      tile.mbarrier.init %bar, 1
    }}
    tile.fence.proxy.async <shared_cta>
    scf.for %s = %c0 to %ahead step %c1 {{
      %skip = arith.muli %s, %step : index
      %t = arith.addi %first, %skip : index
      %exists = arith.cmpi ult, %t, %end : index
      scf.if %exists {{
        {self.split("t", "tr", "tc")}
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
    %lookahead = arith.muli %ahead, %step : index
    scf.for %t = %first to %end step %step
        iter_args(%s = %c0, %refill = %first_refill, %phase = %i0) -> (index, index, i32) {{
      {self.split("t", "tr", "tc")}
      %row = arith.muli %tr, %row_step : index
      %col = arith.muli %tc, %col_step : index
      %bar = tile.mbarrier.ref %full[%s] : !barriers
      %stage = memref.subview %ring[%s, 0, 0] [1, {row}, {column}] [1, 1, 1] : !ring to !stage
      tile.mbarrier.wait %bar, %phase
      tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
        (%dst, %stage) box [{row}, {column}] coords [%row, %col] : !matrix, !stage
      tile.bulk.commit_group
      %u = arith.addi %t, %lookahead : index
      %exists = arith.cmpi ult, %u, %end : index
      scf.if %exists {{
        tile.bulk.wait_group {stages - ahead} read
        {self.split("u", "ur", "uc")}
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
  {self.launcher_grid}
  launch.kernel @copy grid [%grid] (%src, %dst) : !matrix, !matrix
}}
"""


#: A block a tile, with more or less in flight; persistent grids with rings of 32 to
#: 192 KiB a multiprocessor, and other orders.
TUNING = [
    CopyVariant(),
    CopyVariant(promotion="256B"),
    CopyVariant(stages=4, ahead=1),
    CopyVariant(stages=5, ahead=1),
    CopyVariant(rows=16, stages=2, ahead=1),
    CopyVariant(rows=16, stages=3, ahead=1),
    CopyVariant(rows=16, stages=1, ahead=1),
    CopyVariant(rows=32, stages=2, ahead=1),
    CopyVariant(rows=64, stages=1, ahead=1),
    CopyVariant(stages=2, ahead=1, element="f64"),
    CopyVariant(rows=32, stages=6, ahead=5, grid=132),
    CopyVariant(rows=32, stages=3, ahead=2, grid=132),
    CopyVariant(rows=32, stages=3, ahead=2, grid=132, order="blocked"),
    CopyVariant(rows=64, stages=3, ahead=1, grid=132),
    CopyVariant(rows=16, stages=6, ahead=4, grid=264),
    CopyVariant(rows=16, stages=2, ahead=1, grid=792),
]

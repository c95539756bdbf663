// Copies a matrix through shared memory at the speed of the memory. Each block
// takes every grid-th tile, with a ring of four stages: while one tile is stored the
// next three are loaded. Any number of rows; a row has a multiple of 16 bytes.
//
// Any grid will do. The launcher starts as many blocks as there are tiles, because
// the hardware hands them out in the order of the memory as blocks finish; the
// blocks of a persistent grid drift apart, which costs the memory some 5 percent
// (benchmarks/results).

!matrix = memref<?x?xf32, strided<[?, 1]>>
!ring = memref<4x8x256xf32, #tile.shared>
!stage = memref<8x256xf32, strided<[256, 1], offset: ?>, #tile.shared>
!barriers = memref<4x!tile.mbarrier, #tile.shared>

tile.kernel @copy(%src: !matrix {tile.dims = ["m", "n"]},
                  %dst: !matrix {tile.dims = ["m", "n"]}) block [32] {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c256 = arith.constant 256 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32

  %ring = tile.alloc_shared : !ring
  %full = tile.alloc_shared : !barriers

  // Tiles are numbered row by row.
  %rows = memref.dim %src, %c0 : !matrix
  %cols = memref.dim %src, %c1 : !matrix
  %tile_rows = arith.ceildivui %rows, %c8 : index
  %tile_cols = arith.ceildivui %cols, %c256 : index
  %tiles = arith.muli %tile_rows, %tile_cols : index
  %block = gpu.block_id x
  %blocks = gpu.grid_dim x

  // One thread does it all: it only issues copies and waits for them.
  %thread = gpu.thread_id x
  %leader = arith.cmpi eq, %thread, %c0 : index
  scf.if %leader {
    scf.for %s = %c0 to %c4 step %c1 {
      %bar = tile.mbarrier.ref %full[%s] : !barriers
      tile.mbarrier.init %bar, 1
    }
    tile.fence.proxy.async <shared_cta>

    // Three loads ahead; the fourth stage is the one being stored.
    scf.for %s = %c0 to %c3 step %c1 {
      %ahead = arith.muli %s, %blocks : index
      %t = arith.addi %block, %ahead : index
      %exists = arith.cmpi ult, %t, %tiles : index
      scf.if %exists {
        %tr = arith.divui %t, %tile_cols : index
        %tc = arith.remui %t, %tile_cols : index
        %row = arith.muli %tr, %c8 : index
        %col = arith.muli %tc, %c256 : index
        %bar = tile.mbarrier.ref %full[%s] : !barriers
        %stage = memref.subview %ring[%s, 0, 0] [1, 8, 256] [1, 1, 1] : !ring to !stage
        tile.mbarrier.arrive_expect_tx %bar, 8192
        tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
          (%stage, %src) box [8, 256] coords [%row, %col] mbar %bar
          : !stage, !matrix
      }
    }

    %lookahead = arith.muli %c3, %blocks : index
    scf.for %t = %block to %tiles step %blocks
        iter_args(%s = %c0, %refill = %c3, %phase = %i0) -> (index, index, i32) {
      %tr = arith.divui %t, %tile_cols : index
      %tc = arith.remui %t, %tile_cols : index
      %row = arith.muli %tr, %c8 : index
      %col = arith.muli %tc, %c256 : index
      %bar = tile.mbarrier.ref %full[%s] : !barriers
      %stage = memref.subview %ring[%s, 0, 0] [1, 8, 256] [1, 1, 1] : !ring to !stage
      tile.mbarrier.wait %bar, %phase
      tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
        (%dst, %stage) box [8, 256] coords [%row, %col] : !matrix, !stage
      tile.bulk.commit_group

      // The stage before this one is free once its store has read it.
      %u = arith.addi %t, %lookahead : index
      %exists = arith.cmpi ult, %u, %tiles : index
      scf.if %exists {
        tile.bulk.wait_group 1 read
        %ur = arith.divui %u, %tile_cols : index
        %uc = arith.remui %u, %tile_cols : index
        %urow = arith.muli %ur, %c8 : index
        %ucol = arith.muli %uc, %c256 : index
        %ubar = tile.mbarrier.ref %full[%refill] : !barriers
        %ustage = memref.subview %ring[%refill, 0, 0] [1, 8, 256] [1, 1, 1] : !ring to !stage
        tile.mbarrier.arrive_expect_tx %ubar, 8192
        tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
          (%ustage, %src) box [8, 256] coords [%urow, %ucol] mbar %ubar
          : !stage, !matrix
      }

      // The next stage; the phase turns when the ring wraps.
      %last = arith.cmpi eq, %s, %c3 : index
      %s1 = arith.addi %s, %c1 : index
      %next = arith.select %last, %c0, %s1 : index
      %turned = arith.xori %phase, %i1 : i32
      %next_phase = arith.select %last, %turned, %phase : i32
      scf.yield %next, %s, %next_phase : index, index, i32
    }
    tile.bulk.wait_group 0
  }
}

launch.func @copy_launch(%src: !matrix {tile.dims = ["m", "n"]},
                         %dst: !matrix {tile.dims = ["m", "n"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c256 = arith.constant 256 : index
  %rows = memref.dim %src, %c0 : !matrix
  %cols = memref.dim %src, %c1 : !matrix
  %tile_rows = arith.ceildivui %rows, %c8 : index
  %tile_cols = arith.ceildivui %cols, %c256 : index
  %tiles = arith.muli %tile_rows, %tile_cols : index
  launch.kernel @copy grid [%tiles] (%src, %dst) : !matrix, !matrix
}

// Copies a matrix through shared memory at the speed of the memory. Each block
// takes every grid-th tile, with a ring of two stages: while one tile is stored the
// next is loaded. Any number of rows; a row has a multiple of 16 bytes.
//
// Any grid will do. The launcher starts as many blocks as there are tiles, because
// the hardware hands them out in the order of the memory as blocks finish; the
// blocks of a persistent grid drift apart, which costs the memory some 5 percent
// (benchmarks/results).

!matrix = memref<?x?xf32, strided<[?, 1]>>
!ring = memref<2x16x256xf32, #tile.shared>
!stage = memref<16x256xf32, strided<[256, 1], offset: ?>, #tile.shared>
!barriers = memref<2x!tile.mbarrier, #tile.shared>

tile.kernel @copy(%src: !matrix {tile.dims = ["m", "n"]},
                  %dst: !matrix {tile.dims = ["m", "n"]}) block [32] {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c256 = arith.constant 256 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32

  %ring = tile.alloc_shared : !ring
  %full = tile.alloc_shared : !barriers

  // Tiles are numbered row by row.
  %rows = memref.dim %src, %c0 : !matrix
  %cols = memref.dim %src, %c1 : !matrix
  %tile_rows = arith.ceildivui %rows, %c16 : index
  %tile_cols = arith.ceildivui %cols, %c256 : index
  %tiles = arith.muli %tile_rows, %tile_cols : index
  %block = gpu.block_id x
  %blocks = gpu.grid_dim x

  // One thread does it all: it only issues copies and waits for them.
  %thread = gpu.thread_id x
  %leader = arith.cmpi eq, %thread, %c0 : index
  scf.if %leader {
    %first_bar = tile.mbarrier.ref %full[%c0] : !barriers
    %second_bar = tile.mbarrier.ref %full[%c1] : !barriers
    tile.mbarrier.init %first_bar, 1
    tile.mbarrier.init %second_bar, 1
    tile.fence.proxy.async <shared_cta>

    // The first tile, into stage 0.
    %any = arith.cmpi ult, %block, %tiles : index
    scf.if %any {
      %tr = arith.divui %block, %tile_cols : index
      %tc = arith.remui %block, %tile_cols : index
      %row = arith.muli %tr, %c16 : index
      %col = arith.muli %tc, %c256 : index
      %stage = memref.subview %ring[0, 0, 0] [1, 16, 256] [1, 1, 1]
        : !ring to memref<16x256xf32, strided<[256, 1]>, #tile.shared>
      tile.mbarrier.arrive_expect_tx %first_bar, 16384
      tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
        (%stage, %src) box [16, 256] coords [%row, %col] mbar %first_bar
        : memref<16x256xf32, strided<[256, 1]>, #tile.shared>, !matrix
    }

    scf.for %t = %block to %tiles step %blocks
        iter_args(%s = %c0, %phase = %i0) -> (index, i32) {
      %tr = arith.divui %t, %tile_cols : index
      %tc = arith.remui %t, %tile_cols : index
      %row = arith.muli %tr, %c16 : index
      %col = arith.muli %tc, %c256 : index
      %bar = tile.mbarrier.ref %full[%s] : !barriers
      %stage = memref.subview %ring[%s, 0, 0] [1, 16, 256] [1, 1, 1] : !ring to !stage
      tile.mbarrier.wait %bar, %phase
      tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
        (%dst, %stage) box [16, 256] coords [%row, %col] : !matrix, !stage
      tile.bulk.commit_group

      // The next tile goes into the other stage, once its store has read it: the
      // store just issued may still be pending, the one before may not.
      %other = arith.subi %c1, %s : index
      %u = arith.addi %t, %blocks : index
      %more = arith.cmpi ult, %u, %tiles : index
      scf.if %more {
        tile.bulk.wait_group 1 read
        %ur = arith.divui %u, %tile_cols : index
        %uc = arith.remui %u, %tile_cols : index
        %urow = arith.muli %ur, %c16 : index
        %ucol = arith.muli %uc, %c256 : index
        %ubar = tile.mbarrier.ref %full[%other] : !barriers
        %ustage = memref.subview %ring[%other, 0, 0] [1, 16, 256] [1, 1, 1] : !ring to !stage
        tile.mbarrier.arrive_expect_tx %ubar, 16384
        tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
          (%ustage, %src) box [16, 256] coords [%urow, %ucol] mbar %ubar
          : !stage, !matrix
      }

      // The phase turns when the ring wraps.
      %wraps = arith.cmpi eq, %s, %c1 : index
      %turned = arith.xori %phase, %i1 : i32
      %next_phase = arith.select %wraps, %turned, %phase : i32
      scf.yield %other, %next_phase : index, i32
    }
    tile.bulk.wait_group 0
  }
}

launch.func @copy_launch(%src: !matrix {tile.dims = ["m", "n"]},
                         %dst: !matrix {tile.dims = ["m", "n"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c256 = arith.constant 256 : index
  %rows = memref.dim %src, %c0 : !matrix
  %cols = memref.dim %src, %c1 : !matrix
  %tile_rows = arith.ceildivui %rows, %c16 : index
  %tile_cols = arith.ceildivui %cols, %c256 : index
  %tiles = arith.muli %tile_rows, %tile_cols : index
  launch.kernel @copy grid [%tiles] (%src, %dst) : !matrix, !matrix
}

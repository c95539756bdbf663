// Adds a row to each row of a matrix. The four blocks of a cluster work on tiles of the
// same columns, so that all need the same part of the row: each block loads a quarter of
// it, once, and the copy engine writes that into the shared memory of all four.

!matrix = memref<?x1024xf32>
!row = memref<1x1024xf32>
!part = memref<4x1x64xf32, #tile.shared>
!quarter = memref<1x1x64xf32, strided<[64, 64, 1], offset: ?>, #tile.shared>
!tile = memref<32x256xf32, #tile.shared>

tile.kernel @add_row(%in: !matrix {tile.dims = ["m", "n"]}, %row: !row,
                     %out: !matrix {tile.dims = ["m", "n"]}) block [256] cluster [4] {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index

  %part = tile.alloc_shared : !part
  %tile = tile.alloc_shared : !tile
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>

  // The blocks of a cluster follow each other along x.
  %x = gpu.block_id x
  %y = gpu.block_id y
  %first_row = arith.muli %x, %c32 : index
  %first_col = arith.muli %y, %c256 : index
  %rank = tile.cluster_rank
  %skipped = arith.muli %rank, %c64 : index
  %my_col = arith.addi %first_col, %skipped : index

  %thread = gpu.thread_id x
  %leader = arith.cmpi eq, %thread, %c0 : index
  scf.if %leader {
    tile.mbarrier.init %bar, 1
    tile.fence.mbarrier_init
  }
  // Before the first copy, all four blocks are there, with their barriers.
  tile.cluster_sync
  scf.if %leader {
    // All of the row's part, which comes from four blocks, and the own tile.
    %part_bytes = tile.tx_bytes %part : !part
    %tile_bytes = tile.tx_bytes %tile box [32, 256] : !tile
    %bytes = arith.addi %part_bytes, %tile_bytes : i32
    tile.mbarrier.arrive_expect_tx %bar, %bytes
    %quarter = memref.subview %part[%rank, 0, 0] [1, 1, 64] [1, 1, 1] : !part to !quarter
    tile.apply "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster"
      (%quarter, %row) box [1, 64] coords [0, %my_col] mbar %bar cta_mask 15
      : !quarter, !row
    tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
      (%tile, %in) box [32, 256] coords [%first_row, %first_col] mbar %bar
      : !tile, !matrix
  }
  tile.mbarrier.wait %bar, 0

  // A thread a column.
  %quarter_of = arith.divui %thread, %c64 : index
  %within = arith.remui %thread, %c64 : index
  %b = memref.load %part[%quarter_of, %c0, %within] : !part
  scf.for %r = %c0 to %c32 step %c1 {
    %a = memref.load %tile[%r, %thread] : !tile
    %sum = arith.addf %a, %b : f32
    memref.store %sum, %tile[%r, %thread] : !tile
  }
  tile.fence.proxy.async <shared_cta>
  tile.cta_sync
  scf.if %leader {
    tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
      (%out, %tile) box [32, 256] coords [%first_row, %first_col] : !matrix, !tile
    tile.bulk.commit_group
    tile.bulk.wait_group 0
  }
  // No block ends while another one still sends to it.
  tile.cluster_sync
}

launch.func @add_row_launch(%in: !matrix {tile.dims = ["m", "n"]}, %row: !row,
                            %out: !matrix {tile.dims = ["m", "n"]}) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c128 = arith.constant 128 : index
  %rows = memref.dim %in, %c0 : !matrix
  // Whole clusters: blocks past the last row load fill, and store nothing.
  %clusters = arith.ceildivui %rows, %c128 : index
  %blocks = arith.muli %clusters, %c4 : index
  launch.kernel @add_row grid [%blocks, 4] (%in, %row, %out) : !matrix, !row, !matrix
}

// Adds one to 252 columns of rows that are 256 floats apart. The last column of
// tiles hangs over the edge: the load fills it with zeros, the store clips it, and
// the four floats of padding are never written.

tile.kernel @ragged(%in: memref<256x252xf32, strided<[256, 1]>>, %out: memref<256x252xf32, strided<[256, 1]>>) block [256] {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %c4096 = arith.constant 4096 : index
  %one = arith.constant 1.0 : f32

  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %thread = gpu.thread_id x
  %leader = arith.cmpi eq, %thread, %c0 : index

  // The block's tile.
  %tile_row = gpu.block_id y
  %tile_col = gpu.block_id x
  %row = arith.muli %tile_row, %c64 : index
  %col = arith.muli %tile_col, %c64 : index

  scf.if %leader {
    tile.mbarrier.init %bar, 1
  }
  tile.fence.proxy.async <shared_cta>
  tile.cta_sync

  scf.if %leader {
    tile.mbarrier.arrive_expect_tx %bar, 16384
    tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
      (%tile, %in) box [64, 64] coords [%row, %col] mbar %bar
      : memref<64x64xf32, #tile.shared>, memref<256x252xf32, strided<[256, 1]>>
  }
  tile.mbarrier.wait %bar, 0

  scf.for %i = %thread to %c4096 step %c256 {
    %r = arith.divui %i, %c64 : index
    %c = arith.remui %i, %c64 : index
    %x = memref.load %tile[%r, %c] : memref<64x64xf32, #tile.shared>
    %y = arith.addf %x, %one : f32
    memref.store %y, %tile[%r, %c] : memref<64x64xf32, #tile.shared>
  }

  tile.fence.proxy.async <shared_cta>
  tile.cta_sync
  scf.if %leader {
    tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
      (%out, %tile) box [64, 64] coords [%row, %col]
      : memref<256x252xf32, strided<[256, 1]>>, memref<64x64xf32, #tile.shared>
    tile.bulk.commit_group
    tile.bulk.wait_group 0
  }
}

launch.func @ragged_launch(%in: memref<256x252xf32, strided<[256, 1]>>, %out: memref<256x252xf32, strided<[256, 1]>>) {
  launch.kernel @ragged grid [4, 4] (%in, %out)
    : memref<256x252xf32, strided<[256, 1]>>, memref<256x252xf32, strided<[256, 1]>>
}

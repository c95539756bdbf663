// A row of 250 floats has 1000 bytes, no multiple of 16. Loads do not mind: they
// fill. A store would write up to the next 16 bytes, columns 250 and 251, past the
// edge of the tensor, so it is refused where the columns become known: at compile
// time for a static shape, at the launch for this one. `allow_edge_spill` says that
// the two columns of padding may be written.

// Refused with 250 columns: the store would write past the edge.
tile.kernel @refused(%in: memref<256x?xf32, strided<[256, 1]>>, %out: memref<256x?xf32, strided<[256, 1]>>) block [256] {
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
      : memref<64x64xf32, #tile.shared>, memref<256x?xf32, strided<[256, 1]>>
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
      : memref<256x?xf32, strided<[256, 1]>>, memref<64x64xf32, #tile.shared>
    tile.bulk.commit_group
    tile.bulk.wait_group 0
  }
}

launch.func @refused_launch(%in: memref<256x?xf32, strided<[256, 1]>>,
                           %out: memref<256x?xf32, strided<[256, 1]>>) {
  launch.kernel @refused grid [4, 4] (%in, %out)
    : memref<256x?xf32, strided<[256, 1]>>, memref<256x?xf32, strided<[256, 1]>>
}

// Writes columns 250 and 251 of the padding, and says so.
tile.kernel @spill(%in: memref<256x?xf32, strided<[256, 1]>>, %out: memref<256x?xf32, strided<[256, 1]>>) block [256] {
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
      : memref<64x64xf32, #tile.shared>, memref<256x?xf32, strided<[256, 1]>>
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
      (%out, %tile) box [64, 64] coords [%row, %col] allow_edge_spill
      : memref<256x?xf32, strided<[256, 1]>>, memref<64x64xf32, #tile.shared>
    tile.bulk.commit_group
    tile.bulk.wait_group 0
  }
}

launch.func @spill_launch(%in: memref<256x?xf32, strided<[256, 1]>>,
                           %out: memref<256x?xf32, strided<[256, 1]>>) {
  launch.kernel @spill grid [4, 4] (%in, %out)
    : memref<256x?xf32, strided<[256, 1]>>, memref<256x?xf32, strided<[256, 1]>>
}

// Loads with the copy engine and writes with plain stores: exact at any width.
tile.kernel @load_only(%in: memref<256x?xf32, strided<[256, 1]>>, %out: memref<256x?xf32, strided<[256, 1]>>) block [256] {
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
      : memref<64x64xf32, #tile.shared>, memref<256x?xf32, strided<[256, 1]>>
  }
  tile.mbarrier.wait %bar, 0

  %c1 = arith.constant 1 : index
  %cols = memref.dim %out, %c1 : memref<256x?xf32, strided<[256, 1]>>
  scf.for %i = %thread to %c4096 step %c256 {
    %r = arith.divui %i, %c64 : index
    %c = arith.remui %i, %c64 : index
    %x = memref.load %tile[%r, %c] : memref<64x64xf32, #tile.shared>
    %y = arith.addf %x, %one : f32
    %out_row = arith.addi %row, %r : index
    %out_col = arith.addi %col, %c : index
    %inside = arith.cmpi ult, %out_col, %cols : index
    scf.if %inside {
      memref.store %y, %out[%out_row, %out_col] : memref<256x?xf32, strided<[256, 1]>>
    }
  }
}

launch.func @load_only_launch(%in: memref<256x?xf32, strided<[256, 1]>>,
                           %out: memref<256x?xf32, strided<[256, 1]>>) {
  launch.kernel @load_only grid [4, 4] (%in, %out)
    : memref<256x?xf32, strided<[256, 1]>>, memref<256x?xf32, strided<[256, 1]>>
}

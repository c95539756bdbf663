// The barrier expects more bytes than the copy delivers, in a way that only shows at run time.
tile.kernel @bad(%in: memref<8x32xf32>, %out: memref<8x32xf32>) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<8x32xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %lane = gpu.thread_id x
  %leader = arith.cmpi eq, %lane, %c0 : index
  scf.if %leader {
    tile.mbarrier.init %bar, 1
  }
  tile.fence.proxy.async <shared_cta>
  tile.cta_sync
  %n = arith.index_cast %lane : index to i32
  %bytes = arith.constant 2048 : i32
  %more = arith.addi %bytes, %n : i32
  scf.if %leader {
    tile.mbarrier.arrive_expect_tx %bar, %more
    tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
      (%tile, %in) box [8, 32] coords [0, 0] mbar %bar
      : memref<8x32xf32, #tile.shared>, memref<8x32xf32>
  }
  tile.mbarrier.wait %bar, 0
  %x = memref.load %tile[%c0, %lane] : memref<8x32xf32, #tile.shared>
  memref.store %x, %out[%c0, %lane] : memref<8x32xf32>
}
launch.func @bad_launch(%in: memref<8x32xf32>, %out: memref<8x32xf32>) {
  launch.kernel @bad grid [1] (%in, %out) : memref<8x32xf32>, memref<8x32xf32>
}

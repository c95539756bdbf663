// Copies a part of a tensor through maps of views.

// The rows from %first on; the tile at (8, 0) of what is left.
tile.kernel @rows(%in: memref<?x64xf32>, %out: memref<?x64xf32>, %first: index) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<8x32xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %rows = memref.dim %in, %c0 : memref<?x64xf32>
  %rest = arith.subi %rows, %first : index
  %from = memref.subview %in[%first, 0] [%rest, 64] [1, 1]
    : memref<?x64xf32> to memref<?x64xf32, strided<[64, 1], offset: ?>>
  %to = memref.subview %out[%first, 0] [%rest, 64] [1, 1]
    : memref<?x64xf32> to memref<?x64xf32, strided<[64, 1], offset: ?>>
  %lane = gpu.thread_id x
  %leader = arith.cmpi eq, %lane, %c0 : index
  scf.if %leader {
    tile.mbarrier.init %bar, 1
  }
  tile.fence.proxy.async <shared_cta>
  tile.cta_sync
  scf.if %leader {
    tile.mbarrier.arrive_expect_tx %bar, 1024
    tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
      (%tile, %from) box [8, 32] coords [8, 0] mbar %bar
      : memref<8x32xf32, #tile.shared>, memref<?x64xf32, strided<[64, 1], offset: ?>>
  }
  tile.mbarrier.wait %bar, 0
  scf.if %leader {
    tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
      (%to, %tile) box [8, 32] coords [8, 0]
      : memref<?x64xf32, strided<[64, 1], offset: ?>>, memref<8x32xf32, #tile.shared>
    tile.bulk.commit_group
    tile.bulk.wait_group 0
  }
}

launch.func @rows_launch(%in: memref<?x64xf32> {tile.dims = ["n", ""]},
                         %out: memref<?x64xf32> {tile.dims = ["n", ""]}, %first: index) {
  launch.kernel @rows grid [1] (%in, %out, %first) : memref<?x64xf32>, memref<?x64xf32>, index
}

// One plane of three, every second row of it, from column 4 on.
tile.kernel @plane(%in: memref<3x64x64xf32>, %out: memref<32x32xf32>) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<32x32xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %from = memref.subview %in[2, 0, 4] [1, 32, 60] [1, 2, 1]
    : memref<3x64x64xf32> to memref<32x60xf32, strided<[128, 1], offset: 8196>>
  %lane = gpu.thread_id x
  %leader = arith.cmpi eq, %lane, %c0 : index
  scf.if %leader {
    tile.mbarrier.init %bar, 1
  }
  tile.fence.proxy.async <shared_cta>
  tile.cta_sync
  scf.if %leader {
    tile.mbarrier.arrive_expect_tx %bar, 4096
    tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
      (%tile, %from) box [32, 32] coords [0, 0] mbar %bar
      : memref<32x32xf32, #tile.shared>, memref<32x60xf32, strided<[128, 1], offset: 8196>>
  }
  tile.mbarrier.wait %bar, 0
  scf.if %leader {
    tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
      (%out, %tile) box [32, 32] coords [0, 0]
      : memref<32x32xf32>, memref<32x32xf32, #tile.shared>
    tile.bulk.commit_group
    tile.bulk.wait_group 0
  }
}

launch.func @plane_launch(%in: memref<3x64x64xf32>, %out: memref<32x32xf32>) {
  launch.kernel @plane grid [1] (%in, %out) : memref<3x64x64xf32>, memref<32x32xf32>
}

// A load and a store through maps of tensors of which nothing is known.

tile.kernel @load_any(%in: memref<?x?xf16, strided<[?, ?]>>, %out: memref<8x64xf16>) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<8x64xf16, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
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
      (%tile, %in) box [8, 64] coords [0, 0] mbar %bar
      : memref<8x64xf16, #tile.shared>, memref<?x?xf16, strided<[?, ?]>>
  }
  tile.mbarrier.wait %bar, 0
  scf.if %leader {
    tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
      (%out, %tile) box [8, 64] coords [0, 0]
      : memref<8x64xf16>, memref<8x64xf16, #tile.shared>
    tile.bulk.commit_group
    tile.bulk.wait_group 0
  }
}

launch.func @load_launch(%in: memref<?x?xf16, strided<[?, ?]>>, %out: memref<8x64xf16>) {
  launch.kernel @load_any grid [1] (%in, %out) : memref<?x?xf16, strided<[?, ?]>>, memref<8x64xf16>
}

tile.kernel @store_any(%out: memref<?x?xf16, strided<[?, ?]>>) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<8x64xf16, #tile.shared>
  %lane = gpu.thread_id x
  %leader = arith.cmpi eq, %lane, %c0 : index
  scf.if %leader {
    tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
      (%out, %tile) box [8, 64] coords [0, 0]
      : memref<?x?xf16, strided<[?, ?]>>, memref<8x64xf16, #tile.shared>
    tile.bulk.commit_group
    tile.bulk.wait_group 0
  }
}

launch.func @store_launch(%out: memref<?x?xf16, strided<[?, ?]>>) {
  launch.kernel @store_any grid [1] (%out) : memref<?x?xf16, strided<[?, ?]>>
}

tile.kernel @store_3d(%out: memref<?x?x?xf16, strided<[?, ?, ?]>>) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<1x8x64xf16, #tile.shared>
  %lane = gpu.thread_id x
  %leader = arith.cmpi eq, %lane, %c0 : index
  scf.if %leader {
    tile.apply "cp.async.bulk.tensor.3d.global.shared::cta.tile.bulk_group"
      (%out, %tile) box [1, 8, 64] coords [0, 0, 0]
      : memref<?x?x?xf16, strided<[?, ?, ?]>>, memref<1x8x64xf16, #tile.shared>
    tile.bulk.commit_group
    tile.bulk.wait_group 0
  }
}

launch.func @store_3d_launch(%out: memref<?x?x?xf16, strided<[?, ?, ?]>>) {
  launch.kernel @store_3d grid [1] (%out) : memref<?x?x?xf16, strided<[?, ?, ?]>>
}

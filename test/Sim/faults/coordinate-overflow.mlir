// A coordinate has 32 bits.
tile.kernel @far(%in: memref<8x32xf32>, %row: index) block [32] {
  %c0 = arith.constant 0 : index
  %thread = gpu.thread_id x
  %leads = arith.cmpi eq, %thread, %c0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %tile = tile.alloc_shared : memref<8x32xf32, #tile.shared>
  scf.if %leads {
    tile.mbarrier.init %bar, 1
  }
  tile.fence.proxy.async <shared_cta>
  tile.cta_sync
  scf.if %leads {
    tile.mbarrier.arrive_expect_tx %bar, 1024
    tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
      (%tile, %in) box [8, 32] coords [%row, 0] mbar %bar
      : memref<8x32xf32, #tile.shared>, memref<8x32xf32>
  }
  tile.mbarrier.wait %bar, 0
}

launch.func @far_launch(%in: memref<8x32xf32>, %row: index) {
  launch.kernel @far grid [1] (%in, %row) : memref<8x32xf32>, index
}

// RUN: %python %S/Inputs/find.py %s --arg row=4294967296 | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:coordinate-overflow.mlir:16:5: error: expected a coordinate of 32 bits, got 4294967296 [SIM23 coordinate-overflow]
// CHECK-NEXT:  in tile.coord
// CHECK-NEXT:  block (0, 0, 0), warp 0, lane 0, thread 0
// CHECK-NEXT:simulated: 1 launch, 1 block, 1 finding; ended early

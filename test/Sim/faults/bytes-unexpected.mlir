// The barrier expects 4 rows, the copy brings 8: threads see half a tile.
tile.kernel @expects_less(%in: memref<8x32xf32>, %rows: i32) block [32] {
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
    %row = arith.constant 128 : i32
    %bytes = arith.muli %rows, %row : i32
    tile.mbarrier.arrive_expect_tx %bar, %bytes
    tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
      (%tile, %in) box [8, 32] coords [0, 0] mbar %bar
      : memref<8x32xf32, #tile.shared>, memref<8x32xf32>
  }
  tile.mbarrier.wait %bar, 0
}

launch.func @expects_less_launch(%in: memref<8x32xf32>, %rows: i32) {
  launch.kernel @expects_less grid [1] (%in, %rows) : memref<8x32xf32>, i32
}

// RUN: %python %S/Inputs/find.py %s --arg rows=4 | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:bytes-unexpected.mlir:18:5: error: expected 512 bytes in phase 0 of barrier full, got 1024: the phase ends before all of them have arrived [SIM05 bytes-unexpected]
// CHECK-NEXT:  in tile.tma.load of in
// CHECK-NEXT:  block (0, 0, 0), warp 0, lane 0, thread 0
// CHECK-NEXT:bytes-unexpected.mlir:17:5: note: the other side is tile.mbarrier.arrive_expect_tx of full
// CHECK-NEXT:simulated: 1 launch, 1 block, 1 finding

// Nobody waits for the load: the block's memory may be another's when it lands.
tile.kernel @leaves(%in: memref<8x32xf32>) block [32] {
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
      (%tile, %in) box [8, 32] coords [0, 0] mbar %bar
      : memref<8x32xf32, #tile.shared>, memref<8x32xf32>
  }
}

launch.func @leaves_launch(%in: memref<8x32xf32>) {
  launch.kernel @leaves grid [1] (%in) : memref<8x32xf32>
}

// RUN: %python %S/Inputs/find.py %s | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:load-in-flight-at-exit.mlir:16:5: error: expected some thread to wait for phase 0 of barrier full before the block's end, got none: the copy may land after it [SIM14 in-flight-at-exit]
// CHECK-NEXT:  in tile.tma.load of in
// CHECK-NEXT:  block (0, 0, 0), warp 0, lane 0, thread 0
// CHECK-NEXT:load-in-flight-at-exit.mlir:10:5: note: the other side is tile.mbarrier.init of full
// CHECK-NEXT:simulated: 1 launch, 1 block, 1 finding

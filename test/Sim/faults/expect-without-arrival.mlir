// expect_tx announces bytes but is no arrival: they come, and the phase never ends.
tile.kernel @announces(%in: memref<8x32xf32>) block [32] {
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
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c1 step %c1 {
    scf.if %leads {
      tile.mbarrier.expect_tx %bar, 1024
      tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
        (%tile, %in) box [8, 32] coords [0, 0] mbar %bar
        : memref<8x32xf32, #tile.shared>, memref<8x32xf32>
    }
    tile.mbarrier.wait %bar, 0
  }
}

launch.func @announces_launch(%in: memref<8x32xf32>) {
  launch.kernel @announces grid [1] (%in) : memref<8x32xf32>
}

// RUN: %python %S/Inputs/find.py %s | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:expect-without-arrival.mlir:22:5: error: expected some thread to go on, got a deadlock of 32 threads in 1 group [SIM16 deadlock]
// CHECK-NEXT:  in tile.mbarrier.wait of full
// CHECK-NEXT:  block (0, 0, 0), warp 0, lane 0, thread 0
// CHECK-NEXT:expect-without-arrival.mlir:22:5: note: block (0, 0, 0), threads 0-31 wait for phase 0 of barrier full, which has 0 of 1 arrival and 1024 of 1024 bytes of phase 0
// CHECK-NEXT:simulated: 1 launch, 1 block, 1 finding; ended early

// Consumers wait for phase 0 of `full`, the producer for `empty`, which nobody passes on.
tile.kernel @stuck() block [96] {
  %c0 = arith.constant 0 : index
  %thread = gpu.thread_id x
  %leads = arith.cmpi eq, %thread, %c0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %empty = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %f = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %e = tile.mbarrier.ref %empty[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %c32 = arith.constant 32 : index
  %consumes = arith.cmpi uge, %thread, %c32 : index
  scf.if %leads {
    tile.mbarrier.init %f, 1
    tile.mbarrier.init %e, 64
  }
  tile.fence.proxy.async <shared_cta>
  tile.cta_sync
  scf.if %leads {
    tile.mbarrier.wait %e, 0
    tile.mbarrier.arrive %f
  }
  scf.if %consumes {
    tile.mbarrier.wait %f, 0
    tile.mbarrier.arrive %e
  }
}

launch.func @stuck_launch() {
  launch.kernel @stuck grid [1] ()
}

// RUN: %python %S/Inputs/find.py %s | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:deadlock.mlir:19:5: error: expected some thread to go on, got a deadlock of 65 threads in 2 groups [SIM16 deadlock]
// CHECK-NEXT:  in tile.mbarrier.wait of empty
// CHECK-NEXT:  block (0, 0, 0), warp 0, lane 0, thread 0
// CHECK-NEXT:deadlock.mlir:19:5: note: block (0, 0, 0), thread 0 waits for phase 0 of barrier empty, which has 0 of 64 arrivals of phase 0
// CHECK-NEXT:deadlock.mlir:23:5: note: block (0, 0, 0), threads 32-95 wait for phase 0 of barrier full, which has 0 of 1 arrival of phase 0
// CHECK-NEXT:simulated: 1 launch, 1 block, 1 finding; ended early

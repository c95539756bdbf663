// Nothing makes the second warp wait until the first has initialised the barrier.
tile.kernel @no_sync() block [64] {
  %c0 = arith.constant 0 : index
  %thread = gpu.thread_id x
  %leads = arith.cmpi eq, %thread, %c0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %c32 = arith.constant 32 : index
  %waits = arith.cmpi uge, %thread, %c32 : index
  scf.if %leads {
    tile.nanosleep 100
    tile.mbarrier.init %bar, 1
    tile.fence.proxy.async <shared_cta>
    tile.mbarrier.arrive %bar
  }
  scf.if %waits {
    tile.mbarrier.wait %bar, 0
  }
}

launch.func @no_sync_launch() {
  launch.kernel @no_sync grid [1] ()
}

// RUN: %python %S/Inputs/find.py %s | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:initialised-without-sync.mlir:17:5: error: expected barrier full to be initialised, got one that no thread has initialised yet [SIM06 barrier-not-initialised]
// CHECK-NEXT:  in tile.mbarrier.wait of full
// CHECK-NEXT:  block (0, 0, 0), warp 1, lane 0, thread 32
// CHECK-NEXT:simulated: 1 launch, 1 block, 1 finding; ended early

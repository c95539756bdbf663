// Two phases end before thread 32, which waits for the first of them, has looked: with
// one more it would wait for ever.
tile.kernel @overrun() block [64] {
  %c0 = arith.constant 0 : index
  %thread = gpu.thread_id x
  %leads = arith.cmpi eq, %thread, %c0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %c32 = arith.constant 32 : index
  %waits = arith.cmpi eq, %thread, %c32 : index
  scf.if %leads {
    tile.mbarrier.init %bar, 1
  }
  tile.fence.proxy.async <shared_cta>
  tile.cta_sync
  scf.if %waits {
    tile.mbarrier.wait %bar, 0
  }
  scf.if %leads {
    tile.nanosleep 100
    tile.mbarrier.arrive %bar
    tile.mbarrier.arrive %bar
  }
}

launch.func @overrun_launch() {
  launch.kernel @overrun grid [1] ()
}

// RUN: %python %S/Inputs/find.py %s | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:phase-overrun.mlir:17:5: error: expected phase 1 of barrier full to stay open until this thread has seen the end of phase 0, got its end first: a thread that looks only now waits for another phase; let the next arrivals wait for this thread [SIM09 phase-overrun]
// CHECK-NEXT:  in tile.mbarrier.wait of full
// CHECK-NEXT:  block (0, 0, 0), warp 1, lane 0, thread 32
// CHECK-NEXT:phase-overrun.mlir:22:5: note: the other side is tile.mbarrier.arrive of full
// CHECK-NEXT:simulated: 1 launch, 1 block, 1 finding

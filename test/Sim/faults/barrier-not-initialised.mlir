// Stage 1 of the barriers is used, stage 0 alone is initialised.
tile.kernel @forgotten_stage() block [32] {
  %c0 = arith.constant 0 : index
  %thread = gpu.thread_id x
  %leads = arith.cmpi eq, %thread, %c0 : index
  %full = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %first = tile.mbarrier.ref %full[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  %c1 = arith.constant 1 : index
  %second = tile.mbarrier.ref %full[%c1] : memref<2x!tile.mbarrier, #tile.shared>
  scf.if %leads {
    tile.mbarrier.init %first, 1
  }
  tile.fence.proxy.async <shared_cta>
  tile.cta_sync
  scf.if %leads {
    tile.mbarrier.arrive %second
  }
  tile.mbarrier.wait %second, 0
}

launch.func @forgotten_stage_launch() {
  launch.kernel @forgotten_stage grid [1] ()
}

// RUN: %python %S/Inputs/find.py %s | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:barrier-not-initialised.mlir:18:3: error: expected barrier full[1] to be initialised, got one that no thread has initialised yet [SIM06 barrier-not-initialised]
// CHECK-NEXT:  in tile.mbarrier.wait of full
// CHECK-NEXT:  block (0, 0, 0), warp 0, lane 31, thread 31
// CHECK-NEXT:simulated: 1 launch, 1 block, 1 finding; ended early

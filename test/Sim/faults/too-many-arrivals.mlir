// The barrier counts 1 arrival a phase; the thread arrives with 2.
tile.kernel @arrives_twice(%count: i32) block [32] {
  %c0 = arith.constant 0 : index
  %thread = gpu.thread_id x
  %leads = arith.cmpi eq, %thread, %c0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  scf.if %leads {
    tile.mbarrier.init %bar, 1
  }
  tile.fence.proxy.async <shared_cta>
  tile.cta_sync
  scf.if %leads {
    tile.mbarrier.arrive %bar, %count
  }
  tile.mbarrier.wait %bar, 0
}

launch.func @arrives_twice_launch(%count: i32) {
  launch.kernel @arrives_twice grid [1] (%count) : i32
}

// RUN: %python %S/Inputs/find.py %s --arg count=2 | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:too-many-arrivals.mlir:14:5: error: expected at most 1 arrival in phase 0 of barrier full, got 2 more arrivals with 1 pending [SIM08 too-many-arrivals]
// CHECK-NEXT:  in tile.mbarrier.arrive of full
// CHECK-NEXT:  block (0, 0, 0), warp 0, lane 0, thread 0
// CHECK-NEXT:too-many-arrivals.mlir:9:5: note: the other side is tile.mbarrier.init of full
// CHECK-NEXT:simulated: 1 launch, 1 block, 1 finding

// A barrier that waits for no arrival, which is known at run time alone.
tile.kernel @waits_for_none(%count: i32) block [32] {
  %c0 = arith.constant 0 : index
  %thread = gpu.thread_id x
  %leads = arith.cmpi eq, %thread, %c0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  scf.if %leads {
    tile.mbarrier.init %bar, %count
  }
}

launch.func @waits_for_none_launch(%count: i32) {
  launch.kernel @waits_for_none grid [1] (%count) : i32
}

// RUN: %python %S/Inputs/find.py %s --arg count=0 | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:barrier-count.mlir:9:5: error: expected barrier full to wait for 1..1048575 arrivals, got 0 [SIM18 barrier-misuse]
// CHECK-NEXT:  in tile.mbarrier.init of full
// CHECK-NEXT:  block (0, 0, 0), warp 0, lane 0, thread 0
// CHECK-NEXT:simulated: 1 launch, 1 block, 1 finding; ended early

// One warp says that 64 threads meet at the barrier, the other that 32 do.
tile.kernel @disagrees() block [64] {
  %c0 = arith.constant 0 : index
  %thread = gpu.thread_id x
  %c32 = arith.constant 32 : index
  %low = arith.cmpi ult, %thread, %c32 : index
  scf.if %low {
    tile.named_barrier.arrive 1, 64
  } else {
    tile.named_barrier.sync 1, 32
  }
}

launch.func @disagrees_launch() {
  launch.kernel @disagrees grid [1] ()
}

// RUN: %python %S/Inputs/find.py %s | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:barrier-misuse.mlir:10:5: error: expected all arrivals at named barrier 1 to name the same number of threads, got 32 after 64 [SIM18 barrier-misuse]
// CHECK-NEXT:  in tile.named_barrier.sync
// CHECK-NEXT:  block (0, 0, 0), warp 1, lane 0, thread 32
// CHECK-NEXT:barrier-misuse.mlir:8:5: note: the other side is tile.named_barrier.arrive
// CHECK-NEXT:simulated: 1 launch, 1 block, 1 finding; ended early

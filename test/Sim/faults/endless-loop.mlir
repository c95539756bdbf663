// Polls plain memory that nobody writes.
tile.kernel @polls(%flag: memref<1xi32>) block [32] {
  %c0 = arith.constant 0 : index
  %thread = gpu.thread_id x
  %i0 = arith.constant 0 : i32
  scf.while : () -> () {
    %x = memref.load %flag[%c0] : memref<1xi32>
    %goes_on = arith.cmpi eq, %x, %i0 : i32
    scf.condition(%goes_on)
  } do {
    scf.yield
  }
}

launch.func @polls_launch(%flag: memref<1xi32>) {
  launch.kernel @polls grid [1] (%flag) : memref<1xi32>
}

// RUN: %python %S/Inputs/find.py %s --arg flag=0 --step-limit 1000000 | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:endless-loop.mlir:9:5: error: expected the loop to end or to meet another thread, got 1015808 iterations without; a loop that takes longer needs a higher step limit [SIM17 endless-loop]
// CHECK-NEXT:  in loop
// CHECK-NEXT:  block (0, 0, 0), warp 0, lane 29, thread 29
// CHECK-NEXT:simulated: 1 launch, 1 block, 1 finding; ended early

// Every thread writes one element too far on, the last one past the end.
tile.kernel @past_the_end(%out: memref<32xf32>) block [32] {
  %c0 = arith.constant 0 : index
  %thread = gpu.thread_id x
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %next = arith.addi %thread, %c1 : index
  memref.store %zero, %out[%next] : memref<32xf32>
}

launch.func @past_the_end_launch(%out: memref<32xf32>) {
  launch.kernel @past_the_end grid [1] (%out) : memref<32xf32>
}

// RUN: %python %S/Inputs/find.py %s | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:global-out-of-bounds.mlir:8:3: error: expected 4 bytes within out (128 bytes), got them 0 bytes past its end [SIM01 out-of-bounds]
// CHECK-NEXT:  in memref.store of out
// CHECK-NEXT:  block (0, 0, 0), warp 0, lane 31, thread 31
// CHECK-NEXT:simulated: 1 launch, 1 block, 1 finding; ended early

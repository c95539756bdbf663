// An output is read before anybody wrote it.
tile.kernel @accumulate(%out: memref<32xf32>) block [32] {
  %c0 = arith.constant 0 : index
  %thread = gpu.thread_id x
  %one = arith.constant 1.0 : f32
  %x = memref.load %out[%thread] : memref<32xf32>
  %y = arith.addf %x, %one : f32
  memref.store %y, %out[%thread] : memref<32xf32>
}

launch.func @accumulate_launch(%out: memref<32xf32>) {
  launch.kernel @accumulate grid [1] (%out) : memref<32xf32>
}

// RUN: %python %S/Inputs/find.py %s --arg out=poison | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:global-uninitialised.mlir:6:8: error: expected bytes that have been written, got a read of 4 bytes at byte 0 of out (128 bytes) before any write to all of them [SIM03 uninitialised-read]
// CHECK-NEXT:  in memref.load of out
// CHECK-NEXT:  block (0, 0, 0), warp 0, lane 0, thread 0; 32 times in all
// CHECK-NEXT:simulated: 1 launch, 1 block, 1 finding

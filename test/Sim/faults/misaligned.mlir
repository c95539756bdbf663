// The loads state an alignment of 16 bytes, which element 1 does not have.
tile.kernel @vectors(%in: memref<64xf32>, %out: memref<64xf32>) block [32] {
  %c0 = arith.constant 0 : index
  %thread = gpu.thread_id x
  %x = vector.load %in[%thread] {alignment = 16} : memref<64xf32>, vector<4xf32>
  vector.store %x, %out[%thread] : memref<64xf32>, vector<4xf32>
}

launch.func @vectors_launch(%in: memref<64xf32>, %out: memref<64xf32>) {
  launch.kernel @vectors grid [1] (%in, %out) : memref<64xf32>, memref<64xf32>
}

// RUN: %python %S/Inputs/find.py %s | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:misaligned.mlir:5:8: error: expected 16 bytes at a multiple of 16, got an address 4 past one in in (256 bytes) [SIM02 misaligned]
// CHECK-NEXT:  in vector.load of in
// CHECK-NEXT:  block (0, 0, 0), warp 0, lane 1, thread 1
// CHECK-NEXT:simulated: 1 launch, 1 block, 1 finding; ended early

// The index of the stage goes one past the ring: it counts to 3, of 2 stages.
tile.kernel @past_the_ring(%out: memref<32xf32>) block [32] {
  %c0 = arith.constant 0 : index
  %thread = gpu.thread_id x
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %ring = tile.alloc_shared : memref<2x32xf32, #tile.shared>
  %other = tile.alloc_shared : memref<64xf32, #tile.shared>
  memref.store %zero, %other[%thread] : memref<64xf32, #tile.shared>
  scf.for %stage = %c0 to %c3 step %c1 {
    memref.store %zero, %ring[%stage, %thread] : memref<2x32xf32, #tile.shared>
  }
  memref.store %zero, %out[%thread] : memref<32xf32>
}

launch.func @past_the_ring_launch(%out: memref<32xf32>) {
  launch.kernel @past_the_ring grid [1] (%out) : memref<32xf32>
}

// RUN: %python %S/Inputs/find.py %s | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:shared-out-of-bounds.mlir:12:5: error: expected 4 bytes within the 256 of ring, got those from ring + 256 [SIM01 out-of-bounds]
// CHECK-NEXT:  in memref.store of ring
// CHECK-NEXT:  block (0, 0, 0), warp 0, lane 0, thread 0; 32 times in all
// CHECK-NEXT:simulated: 1 launch, 1 block, 1 finding

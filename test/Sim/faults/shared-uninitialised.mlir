// The upper half of the buffer is read, and nobody wrote it.
tile.kernel @unwritten(%out: memref<32xf32>) block [32] {
  %c0 = arith.constant 0 : index
  %thread = gpu.thread_id x
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %buffer = tile.alloc_shared : memref<32xf32, #tile.shared>
  %low = arith.cmpi ult, %thread, %c16 : index
  scf.if %low {
    memref.store %zero, %buffer[%thread] : memref<32xf32, #tile.shared>
  }
  tile.cta_sync
  %x = memref.load %buffer[%thread] : memref<32xf32, #tile.shared>
  memref.store %x, %out[%thread] : memref<32xf32>
}

launch.func @unwritten_launch(%out: memref<32xf32>) {
  launch.kernel @unwritten grid [1] (%out) : memref<32xf32>
}

// RUN: %python %S/Inputs/find.py %s | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:shared-uninitialised.mlir:13:8: error: expected bytes that have been written, got a read of 4 bytes at buffer + 124 before any write to all of them [SIM03 uninitialised-read]
// CHECK-NEXT:  in memref.load of buffer
// CHECK-NEXT:  block (0, 0, 0), warp 0, lane 31, thread 31; 16 times in all
// CHECK-NEXT:simulated: 1 launch, 1 block, 1 finding

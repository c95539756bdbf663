// The kernel's own claim does not hold.
tile.kernel @claims(%in: memref<32xi32>) block [32] {
  %c0 = arith.constant 0 : index
  %thread = gpu.thread_id x
  %i0 = arith.constant 0 : i32
  %x = memref.load %in[%thread] : memref<32xi32>
  %is_zero = arith.cmpi eq, %x, %i0 : i32
  tile.assert %is_zero, "an element that is not 0"
}

launch.func @claims_launch(%in: memref<32xi32>) {
  launch.kernel @claims grid [1] (%in) : memref<32xi32>
}

// RUN: %python %S/Inputs/find.py %s | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:assertion-failed.mlir:8:3: error: assertion failed: an element that is not 0 [SIM21 assertion-failed]
// CHECK-NEXT:  in tile.assert
// CHECK-NEXT:  block (0, 0, 0), warp 0, lane 1, thread 1
// CHECK-NEXT:simulated: 1 launch, 1 block, 1 finding; ended early

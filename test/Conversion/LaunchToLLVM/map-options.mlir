// RUN: tilery-opt %s --convert-launch-to-llvm | FileCheck %s

launch.binary @k(!tile.tensor_map<32x64xf16, swizzle = 128B>) block [1] images [#launch.image<"sm_90", "ptx\00">]

// The map's table has the innermost dimension first: type f16 (6), rank 2, box 64
// and 32, no interleave, swizzle 128B (3), promotion 128B (2), fill nan (1), loaded
// and stored and allowed to spill (1 + 2 + 8).
// CHECK-LABEL: llvm.mlir.global internal unnamed_addr constant @map()
// CHECK: llvm.mlir.constant(6 : i32)
// CHECK: llvm.mlir.constant(2 : i32)
// CHECK: llvm.mlir.constant(64 : i32)
// CHECK: llvm.mlir.constant(32 : i32)
// CHECK: llvm.mlir.constant(1 : i32)
// CHECK: llvm.mlir.constant(1 : i32)
// CHECK: llvm.mlir.constant(0 : i32)
// CHECK: llvm.mlir.constant(3 : i32)
// CHECK: llvm.mlir.constant(2 : i32)
// CHECK: llvm.mlir.constant(1 : i32)
// CHECK: llvm.mlir.constant(11 : i32)
// CHECK: llvm.return

// A map that two operands share is encoded once; one of two launches twice.
// CHECK-LABEL: llvm.func @f
// CHECK-COUNT-1: llvm.call @tilery_rt_encode_map
// CHECK: llvm.call @tilery_rt_launch
// CHECK-COUNT-1: llvm.call @tilery_rt_encode_map
// CHECK: llvm.call @tilery_rt_launch
launch.func @f(%x: memref<64x64xf16>) {
  launch.check_tensor %x : memref<64x64xf16>
  %map = launch.encode_map %x loaded stored allow_edge_spill l2_promotion(128B) oob_fill(nan)
    : memref<64x64xf16> -> !tile.tensor_map<32x64xf16, swizzle = 128B>
  launch.kernel @k grid [2] (%map) : !tile.tensor_map<32x64xf16, swizzle = 128B>
  launch.kernel @k grid [2] (%map) : !tile.tensor_map<32x64xf16, swizzle = 128B>
}

// RUN: tilery-opt %s --convert-launch-to-llvm | FileCheck %s

launch.binary @reduces(!tile.tensor_map<1x4x8x16xf16, interleave = 16B>, !tile.tensor_map<8x32xf32, element_strides = [2, 1], format = tf32>)
  block [1] images [#launch.image<"sm_90", "ptx\00">]

// f16 (6), rank 4, box innermost first, interleave 16B (1), reduced (4); tf32
// (11), element strides 1 and 2, loaded.
// CHECK-LABEL: constant @map()
// CHECK: llvm.mlir.constant(6 : i32)
// CHECK: llvm.mlir.constant(4 : i32)
// CHECK: llvm.mlir.constant(16 : i32)
// CHECK: llvm.mlir.constant(8 : i32)
// CHECK: llvm.mlir.constant(4 : i32)
// CHECK: llvm.mlir.constant(1 : i32)
// CHECK: llvm.mlir.constant(0 : i32)
// CHECK-COUNT-4: llvm.mlir.constant(1 : i32)
// CHECK: llvm.mlir.constant(0 : i32)
// CHECK: llvm.mlir.constant(1 : i32)
// CHECK-COUNT-3: llvm.mlir.constant(0 : i32)
// CHECK: llvm.mlir.constant(4 : i32)
// CHECK: llvm.return
// CHECK-LABEL: constant @map_{{[0-9]+}}()
// CHECK: llvm.mlir.constant(11 : i32)
// CHECK: llvm.mlir.constant(2 : i32)
// CHECK: llvm.mlir.constant(32 : i32)
// CHECK: llvm.mlir.constant(8 : i32)
// CHECK-COUNT-3: llvm.mlir.constant(0 : i32)
// CHECK: llvm.mlir.constant(1 : i32)
// CHECK: llvm.mlir.constant(2 : i32)
launch.func @g(%x: memref<2x4x8x64x8xf16>, %y: memref<64x64xf32>) {
  launch.check_tensor %x : memref<2x4x8x64x8xf16>
  launch.check_tensor %y : memref<64x64xf32>
  %a = launch.encode_map %x reduced : memref<2x4x8x64x8xf16> -> !tile.tensor_map<1x4x8x16xf16, interleave = 16B>
  %b = launch.encode_map %y loaded : memref<64x64xf32> -> !tile.tensor_map<8x32xf32, element_strides = [2, 1], format = tf32>
  launch.kernel @reduces grid [2] (%a, %b)
    : !tile.tensor_map<1x4x8x16xf16, interleave = 16B>, !tile.tensor_map<8x32xf32, element_strides = [2, 1], format = tf32>
}

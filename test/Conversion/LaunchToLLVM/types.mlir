// RUN: tilery-opt %s --convert-launch-to-llvm | FileCheck %s

// A type is DLPack's code, bits and lanes; then what is accepted beside it (1: any
// integer of the width, 2: anything of the width).

// CHECK-LABEL: llvm.mlir.global internal unnamed_addr constant @f.half()
// CHECK: llvm.mlir.constant(2 : i8)
// CHECK: llvm.mlir.constant(16 : i8)
// CHECK: llvm.mlir.constant(1 : i16)
// CHECK: llvm.mlir.constant(0 : i32)
// CHECK-LABEL: llvm.mlir.global internal unnamed_addr constant @f.brain()
// CHECK: llvm.mlir.constant(4 : i8)
// CHECK: llvm.mlir.constant(16 : i8)
// CHECK-LABEL: llvm.mlir.global internal unnamed_addr constant @f.byte()
// CHECK: llvm.mlir.constant(0 : i8)
// CHECK: llvm.mlir.constant(8 : i8)
// CHECK: llvm.mlir.constant(1 : i16)
// CHECK: llvm.mlir.constant(1 : i32)
// CHECK-LABEL: llvm.mlir.global internal unnamed_addr constant @f.unsigned()
// CHECK: llvm.mlir.constant(1 : i8)
// CHECK: llvm.mlir.constant(16 : i8)
// CHECK: llvm.mlir.constant(1 : i16)
// CHECK: llvm.mlir.constant(0 : i32)
// CHECK-LABEL: llvm.mlir.global internal unnamed_addr constant @f.quarter()
// CHECK: llvm.mlir.constant(10 : i8)
// CHECK: llvm.mlir.constant(8 : i8)
// CHECK: llvm.mlir.constant(1 : i16)
// CHECK: llvm.mlir.constant(2 : i32)
// CHECK-LABEL: llvm.mlir.global internal unnamed_addr constant @f.other()
// CHECK: llvm.mlir.constant(12 : i8)

// The divisor of a scalar.
// CHECK-LABEL: llvm.mlir.global internal unnamed_addr constant @f.n()
// CHECK: llvm.mlir.constant(-1 : i32)
// CHECK: llvm.mlir.constant(4 : i64)

launch.func @f(%half: memref<4xf16>, %brain: memref<4xbf16>, %byte: memref<4xi8>, %unsigned: memref<4xui16>,
               %quarter: memref<4xf8E4M3FN>, %other: memref<4xf8E5M2>, %n: i32 {tile.divisible = 4 : i64}) {
  launch.check_tensor %half : memref<4xf16>
  launch.check_tensor %brain : memref<4xbf16>
  launch.check_tensor %byte : memref<4xi8>
  launch.check_tensor %unsigned : memref<4xui16>
  launch.check_tensor %quarter : memref<4xf8E4M3FN>
  launch.check_tensor %other : memref<4xf8E5M2>
  launch.check_scalar %n : i32
}

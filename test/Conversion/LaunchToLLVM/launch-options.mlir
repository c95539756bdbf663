// RUN: tilery-opt %s --convert-launch-to-llvm | FileCheck %s

launch.binary @k(memref<64xf32> read) block [1] cluster [2] images [#launch.image<"sm_90", "ptx\00">]

// All attributes but one (62), priority -2, preferred cluster, 30 percent, over argument
// 1, 4096 bytes, a hit ratio of 0.5 by its bits, persisting (2), normal (0).
// CHECK-LABEL: llvm.mlir.global internal unnamed_addr constant @k.options()
// CHECK: llvm.mlir.constant(62 : i32)
// CHECK: llvm.mlir.constant(-2 : i32)
// CHECK: llvm.mlir.constant(4 : i64)
// CHECK: llvm.mlir.constant(1 : i64)
// CHECK: llvm.mlir.constant(1 : i64)
// CHECK: llvm.mlir.constant(30 : i32)
// CHECK: llvm.mlir.constant(1 : i32)
// CHECK: llvm.mlir.constant(4096 : i64)
// CHECK: llvm.mlir.constant(1056964608 : i32)
// CHECK: llvm.mlir.constant(2 : i32)
// CHECK: llvm.mlir.constant(0 : i32)
// CHECK: llvm.return

// A launch without attributes has no table.
// CHECK-NOT: constant @k.options
// CHECK-LABEL: llvm.func @f
// CHECK: llvm.mlir.addressof @k.options
// CHECK: llvm.call @tilery_rt_launch
// CHECK-NOT: llvm.mlir.addressof @k.options
// CHECK: llvm.call @tilery_rt_launch
launch.func @f(%x: memref<64xf32>, %w: memref<64x64xf32>) {
  launch.check_tensor %x : memref<64xf32>
  launch.check_tensor %w : memref<64x64xf32>
  launch.kernel @k grid [8] programmatic priority -2 preferred_cluster [4] carveout 30
    access_window(%w : memref<64x64xf32>, hit_ratio 0.5, miss normal, bytes 4096) (%x) : memref<64xf32>
  launch.kernel @k grid [8] (%x) : memref<64xf32>
}

// RUN: tilery-opt %s --convert-launch-to-llvm | FileCheck %s

// Several images of a kernel are one table, in their order.

// CHECK-DAG: constant @k.sm_90a.image("\7FELF90")
// CHECK-DAG: constant @k.sm_100f.image("\7FELF100f")
// CHECK-DAG: constant @k.sm_90.image("ptx\00")
// CHECK-LABEL: llvm.mlir.global internal unnamed_addr constant @k.images()
// CHECK-SAME: !llvm.array<3 x struct<(ptr, i64, ptr, i32, i32, i32)>>
// CHECK: llvm.mlir.addressof @k.sm_90a.image
// CHECK: llvm.mlir.addressof @k.sm_100f.image
// CHECK: llvm.mlir.addressof @k.sm_90.image
launch.binary @k() block [1] images [#launch.image<"sm_90a", "\7FELF90">,
  #launch.image<"sm_100f", "\7FELF100f">, #launch.image<"sm_90", "ptx\00">]

launch.func @f() {
  launch.kernel @k grid [1] ()
}

// RUN: tilery-opt %s '--convert-launch-to-llvm=c-entries release=' | FileCheck %s

// A launcher may have the name of an entry of another one.

launch.binary @first() block [32] images [#launch.image<"sm_90a", "ptx\00">]
launch.binary @second() block [32] images [#launch.image<"sm_90a", "ptx\00">]

// CHECK-LABEL: llvm.func @a_launch(
// CHECK: llvm.mlir.addressof @a.launcher
// CHECK-LABEL: llvm.func @a_launch_dlpack(
// CHECK: llvm.mlir.addressof @a.launcher
// CHECK-LABEL: llvm.func internal @a.launcher(
// CHECK: llvm.mlir.addressof @first.kernel
launch.func @a() {
  launch.kernel @first grid [1] ()
}

// CHECK-LABEL: llvm.func @a_launch_dlpack_launch(
// CHECK: llvm.mlir.addressof @a_launch_dlpack.launcher
// CHECK-LABEL: llvm.func @a_launch_dlpack_launch_dlpack(
// CHECK: llvm.mlir.addressof @a_launch_dlpack.launcher
// CHECK-LABEL: llvm.func internal @a_launch_dlpack.launcher(
// CHECK: llvm.mlir.addressof @second.kernel
launch.func @a_launch_dlpack() {
  launch.kernel @second grid [1] ()
}

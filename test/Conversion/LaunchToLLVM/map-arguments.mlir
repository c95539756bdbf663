// RUN: tilery-opt %s --convert-launch-to-llvm | FileCheck %s

launch.binary @k(!tile.tensor_map<8x32xf32, swizzle = 128B>, i32) block [1] images [#launch.image<"sm_90", "ptx\00">]

// CHECK: "f(m: TensorMap([8, 32], float32, swizzle=128B), n: int32)\00"
// CHECK: "g(m: TensorMap([1, 4, 16], float16, interleave=16B), n: TensorMap([8, 32], float32, element_strides=[2, 1], format=tf32))\00"

// The caller's map is checked, and passed from where it lies.
// CHECK-LABEL: llvm.func @f(
// CHECK-SAME: %[[CALL:.+]]: !llvm.ptr) -> i32
// CHECK: llvm.call @tilery_rt_check_map(%[[CALL]], %{{.+}})
// CHECK: llvm.call @tilery_rt_check_scalar(%[[CALL]]
// CHECK: llvm.call @tilery_rt_prepare
// CHECK-NOT: encode
// CHECK: %[[ARGS:.+]] = llvm.load %{{.+}} : !llvm.ptr -> !llvm.ptr
// CHECK: %[[SLOT:.+]] = llvm.getelementptr %[[ARGS]][0] : (!llvm.ptr) -> !llvm.ptr, i64
// CHECK: %[[MAP:.+]] = llvm.load %[[SLOT]] : !llvm.ptr -> !llvm.ptr
// CHECK: llvm.store %[[MAP]], %{{.+}}
// CHECK: llvm.call @tilery_rt_launch
launch.func @f(%m: !tile.tensor_map<8x32xf32, swizzle = 128B>, %n: i32) {
  launch.check_map %m : !tile.tensor_map<8x32xf32, swizzle = 128B>
  launch.check_scalar %n : i32
  launch.kernel @k grid [2] (%m, %n) : !tile.tensor_map<8x32xf32, swizzle = 128B>, i32
}

launch.func @g(%m: !tile.tensor_map<1x4x16xf16, interleave = 16B>,
               %n: !tile.tensor_map<8x32xf32, element_strides = [2, 1], format = tf32>) {
  launch.check_map %m : !tile.tensor_map<1x4x16xf16, interleave = 16B>
  launch.check_map %n : !tile.tensor_map<8x32xf32, element_strides = [2, 1], format = tf32>
}

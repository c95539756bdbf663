// RUN: tilery-opt %s '--convert-launch-to-llvm=c-entries tvm-ffi release=' | FileCheck %s

// The functions of the C interface hand over tensors of unknown device, sizes by
// their symbols, and scalars in 64 bits; the launcher itself is internal.

launch.binary @k(memref<?x32xf32, strided<[?, 1]>> read, memref<?x32xf32> read written, f16, i8) block [32]
  images [#launch.image<"sm_90a", "ptx\00">]

// Pointer, m, the first stride; pointer; float; i8; stream, message, capacity.
// CHECK-LABEL: llvm.func @k_launch(
// CHECK-SAME: %[[IN:.+]]: !llvm.ptr, %[[M:.+]]: i64, %[[STRIDE:.+]]: i64, %[[OUT:.+]]: !llvm.ptr, %[[SCALE:.+]]: f32, %[[INT:.+]]: i8, %[[STREAM:.+]]: !llvm.ptr, %[[MESSAGE:.+]]: !llvm.ptr, %[[CAPACITY:.+]]: i64) -> i32
// CHECK: %[[TENSOR:.+]] = llvm.alloca
// CHECK: llvm.store %[[IN]]
// CHECK: llvm.store %[[M]]
// CHECK: llvm.store %[[STRIDE]]
// CHECK: llvm.store %[[OUT]]
// CHECK: llvm.store %[[M]]
// CHECK: llvm.fpext %[[SCALE]] : f32 to f64
// CHECK: llvm.sext %[[INT]] : i8 to i64
// CHECK: %[[LAUNCHER:.+]] = llvm.mlir.addressof @k_launch.launcher
// CHECK: %[[STATUS:.+]] = llvm.call @tilery_rt_call(%[[LAUNCHER]], %{{.+}}, %{{.+}}, %{{.+}}, %[[STREAM]], %[[MESSAGE]], %[[CAPACITY]])
// CHECK: llvm.return %[[STATUS]]

// CHECK-LABEL: llvm.func @k_launch_dlpack(
// CHECK-SAME: !llvm.ptr, %{{.+}}: !llvm.ptr, %{{.+}}: f32, %{{.+}}: i8, %{{.+}}: !llvm.ptr, %{{.+}}: !llvm.ptr, %{{.+}}: i64) -> i32
// CHECK: llvm.call @tilery_rt_call(

// CHECK-LABEL: llvm.func @__tvm_ffi_k(
// CHECK-SAME: %{{.+}}: !llvm.ptr, %[[ARGS:.+]]: !llvm.ptr, %[[COUNT:.+]]: i32, %[[RESULT:.+]]: !llvm.ptr) -> i32
// CHECK-DAG: llvm.mlir.addressof @k.kinds
// CHECK-DAG: llvm.mlir.addressof @k_launch.function
// CHECK: llvm.call @tilery_rt_call_tvm_ffi(%{{.+}}, %{{.+}}, %{{.+}}, %[[ARGS]], %[[COUNT]], %[[RESULT]])

// CHECK-LABEL: llvm.func internal @k_launch.launcher(
// CHECK-NOT: tilery_release_kernels
launch.func @k_launch(%in: memref<?x32xf32, strided<[?, 1]>> {tile.dims = ["m", ""]},
                      %out: memref<?x32xf32> {tile.dims = ["m", ""]}, %scale: f16, %int: i8) {
  launch.check_tensor %in : memref<?x32xf32, strided<[?, 1]>>
  launch.check_tensor %out : memref<?x32xf32>
  launch.check_scalar %scale : f16
  launch.check_scalar %int : i8
  launch.kernel @k grid [1] (%in, %out, %scale, %int) : memref<?x32xf32, strided<[?, 1]>>, memref<?x32xf32>, f16, i8
}

// RUN: tilery-opt %s --convert-launch-to-llvm | FileCheck %s

// The tables: types, sizes and names as constants.
// CHECK-DAG: llvm.mlir.global internal unnamed_addr constant @text{{.*}}("add_one\00")
// CHECK-DAG: llvm.mlir.global internal unnamed_addr constant @text{{.*}}("add_one_launch(A: Tensor([m, 32], float32), B: Tensor([m, 32], float32, strides=[?, 1]))\00")
// CHECK-DAG: llvm.mlir.global internal unnamed_addr constant @text{{.*}}("sm_90a\00")
// CHECK-DAG: llvm.mlir.global internal unnamed_addr constant @add_one.sm_90a.image("ptx\00") {addr_space = 0 : i32, alignment = 16 : i64}
// CHECK-DAG: llvm.mlir.global internal @add_one.cache() {{.*}}: !llvm.struct<(ptr)>

launch.binary @add_one(!tile.tensor_map<8x32xf32>, !tile.tensor_map<8x32xf32>, memref<?x32xf32, strided<[?, 1]>> read, f32)
  block [32] cluster [2] shared 1152 dynamic_shared 64 images [#launch.image<"sm_90a", "ptx\00">]

// CHECK-LABEL: llvm.func @add_one_launch(
// CHECK-SAME: %[[CALL:.+]]: !llvm.ptr) -> i32
launch.func @add_one_launch(%A: memref<?x32xf32> {tile.align = 16 : i64, tile.dims = ["m", ""], tile.divisible = [8, 1]},
                            %B: memref<?x32xf32, strided<[?, 1]>> {tile.dims = ["m", ""]}) {
  // The symbols, a map on a 64-byte aligned slot each, the parameters.
  // CHECK-DAG: llvm.alloca %{{.+}} x !llvm.struct<(i64, i32, i32)>
  // CHECK-DAG: llvm.alloca %{{.+}} x !llvm.array<16 x i64> {alignment = 64 : i64}
  // CHECK-DAG: llvm.alloca %{{.+}} x !llvm.array<16 x i64> {alignment = 64 : i64}
  // CHECK: %[[FUNCTION:.+]] = llvm.mlir.addressof @add_one_launch.function
  // CHECK: llvm.call @tilery_rt_begin(%[[CALL]], %[[FUNCTION]], %{{.+}})
  // CHECK: %[[SPEC:.+]] = llvm.mlir.addressof @add_one_launch.A
  // CHECK: llvm.call @tilery_rt_check_tensor(%[[CALL]], %{{.+}}, %[[SPEC]])
  // CHECK: llvm.call @tilery_rt_check_tensor
  // CHECK: %[[STATUS:.+]] = llvm.call @tilery_rt_checked(%[[CALL]])
  // CHECK: %[[OK:.+]] = llvm.icmp "eq" %[[STATUS]]
  // CHECK: llvm.cond_br %[[OK]], ^[[BODY:.+]], ^[[FAILED:[^,]+]]
  // CHECK: ^[[BODY]]:
  launch.check_tensor %A : memref<?x32xf32>
  launch.check_tensor %B : memref<?x32xf32, strided<[?, 1]>>
  %a = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  // CHECK: llvm.call @tilery_rt_dim(%[[CALL]]
  %rows = memref.dim %A, %c0 : memref<?x32xf32>
  %in = launch.encode_map %A loaded : memref<?x32xf32> -> !tile.tensor_map<8x32xf32>
  %out = launch.encode_map %B stored : memref<?x32xf32, strided<[?, 1]>> -> !tile.tensor_map<8x32xf32>
  // All faults of maps are reported together, so that no branch stands between.
  // CHECK: %[[KERNEL:.+]] = llvm.mlir.addressof @add_one.kernel
  // CHECK: llvm.call @tilery_rt_prepare(%[[CALL]], %[[KERNEL]], %[[CONFIG:[0-9a-z]+]])
  // CHECK-NOT: llvm.cond_br
  // CHECK: llvm.call @tilery_rt_encode_map(%[[CALL]]
  // CHECK-NOT: llvm.cond_br
  // CHECK: llvm.call @tilery_rt_encode_map(%[[CALL]]
  // CHECK-NOT: llvm.cond_br
  // A memref is its pointer, its dynamic extents and its dynamic strides.
  // CHECK: llvm.call @tilery_rt_pointer(%[[CALL]]
  // CHECK: llvm.call @tilery_rt_dim(%[[CALL]]
  // CHECK: llvm.call @tilery_rt_stride(%[[CALL]]
  // CHECK: llvm.call @tilery_rt_launch(%[[CALL]], %{{.+}}, %[[CONFIG]], %{{.+}})
  launch.kernel @add_one grid [%rows, 2] (%in, %out, %B, %a)
    : !tile.tensor_map<8x32xf32>, !tile.tensor_map<8x32xf32>, memref<?x32xf32, strided<[?, 1]>>, f32
  // CHECK: %[[END:.+]] = llvm.call @tilery_rt_end(%[[CALL]])
  // CHECK: llvm.return %[[END]]
  // CHECK: ^[[FAILED]]:
  // CHECK: llvm.return %[[STATUS]]
}

// CHECK-LABEL: llvm.func @tilery_release_kernels()
// CHECK: llvm.mlir.addressof @add_one.kernel
// CHECK: llvm.call @tilery_rt_release_kernel

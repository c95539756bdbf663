// RUN: tilery-opt %s --convert-launch-to-llvm | FileCheck %s

launch.binary @k(memref<64x64xf32> read, !tile.tensor_map<8x32xf32>, !tile.tensor_map<32xf32>, !tile.tensor_map<16xf32>)
  block [1] images [#launch.image<"sm_90", "ptx\00">]

// Argument 0 through plain accesses (read), its first view (written), its second
// (read and written, by two maps).
// CHECK-LABEL: constant @k.operands()
// CHECK-COUNT-2: llvm.mlir.constant({{[01]}} : i32)
// CHECK: llvm.mlir.constant(0 : i32)
// CHECK: llvm.insertvalue
// CHECK: llvm.mlir.constant(0 : i32)
// CHECK: llvm.mlir.constant(2 : i32)
// CHECK: llvm.mlir.constant(1 : i32)
// CHECK: llvm.mlir.constant(0 : i32)
// CHECK: llvm.mlir.constant(3 : i32)
// CHECK: llvm.mlir.constant(2 : i32)
// CHECK: llvm.return

// CHECK-LABEL: llvm.func @f(
launch.func @f(%x: memref<64x64xf32>, %n: index) {
  launch.check_tensor %x : memref<64x64xf32>
  launch.check_scalar %n : index
  // The view of the argument, then one of that, whose row is dropped (bit 0).
  // CHECK: %[[NULL:.+]] = llvm.mlir.zero
  // CHECK: llvm.call @tilery_rt_take_view(%{{[^,]+}}, %{{[^,]+}}, %[[SOURCE:[^,]+]], %{{[^,]+}}, %{{[^,]+}}, %{{[^,]+}}, %[[A:[^)]+]])
  %a = memref.subview %x[%n, 0] [8, 64] [2, 1] : memref<64x64xf32> to memref<8x64xf32, strided<[128, 1], offset: ?>>
  // CHECK: %[[MASK:.+]] = llvm.mlir.constant(1 : i32)
  // CHECK: llvm.call @tilery_rt_take_view(%{{[^,]+}}, %{{[^,]+}}, %[[A]], %{{[^,]+}}, %{{[^,]+}}, %[[MASK]], %[[B:[^)]+]])
  %b = memref.subview %a[3, 4] [1, 32] [1, 1] : memref<8x64xf32, strided<[128, 1], offset: ?>> to memref<32xf32, strided<[1], offset: ?>>
  %any = memref.cast %b : memref<32xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  %ma = launch.encode_map %a stored : memref<8x64xf32, strided<[128, 1], offset: ?>> -> !tile.tensor_map<8x32xf32>
  %mb = launch.encode_map %b loaded : memref<32xf32, strided<[1], offset: ?>> -> !tile.tensor_map<32xf32>
  %mc = launch.encode_map %any stored : memref<?xf32, strided<[1], offset: ?>> -> !tile.tensor_map<16xf32>
  // CHECK: llvm.call @tilery_rt_prepare
  // CHECK: llvm.call @tilery_rt_encode_view(%{{[^,]+}}, %{{[^,]+}}, %[[A]],
  // CHECK: llvm.call @tilery_rt_encode_view(%{{[^,]+}}, %{{[^,]+}}, %[[B]],
  // CHECK: llvm.call @tilery_rt_encode_view(%{{[^,]+}}, %{{[^,]+}}, %[[B]],
  // CHECK-NOT: llvm.call @tilery_rt_encode_map
  // CHECK: llvm.call @tilery_rt_launch
  launch.kernel @k grid [1] (%x, %ma, %mb, %mc)
    : memref<64x64xf32>, !tile.tensor_map<8x32xf32>, !tile.tensor_map<32xf32>, !tile.tensor_map<16xf32>
}

launch.binary @grid() block [1] images [#launch.image<"sm_90", "ptx\00">]

// The extent of a view is its own.
// CHECK-LABEL: llvm.func @extents(
// CHECK-NOT: tilery_rt_dim
// CHECK: llvm.return
launch.func @extents(%x: memref<64x64xf32>, %n: index) {
  launch.check_tensor %x : memref<64x64xf32>
  launch.check_scalar %n : index
  %c0 = arith.constant 0 : index
  %v = memref.subview %x[0, 0] [1, %n] [1, 1] : memref<64x64xf32> to memref<?xf32, strided<[1]>>
  %extent = memref.dim %v, %c0 : memref<?xf32, strided<[1]>>
  launch.kernel @grid grid [%extent] ()
}

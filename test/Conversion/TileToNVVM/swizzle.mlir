// RUN: tilery-opt %s -pass-pipeline='builtin.module(tile.kernel(tile-plan-shared-memory),convert-tile-to-nvvm)' | FileCheck %s

// Byte offset b from the period-aligned base lies at b ^ ((b >> 3) & mask), where
// the mask selects bits 4 to 6 for 128B, 4 and 5 for 64B, 4 for 32B.

// CHECK-LABEL: llvm.func @full_rows
tile.kernel @full_rows(%i: index, %j: index) block [32] {
  %smem = tile.alloc_shared : memref<64x64xf16, #tile.shared<swizzle = 128B>>
  // CHECK: %[[LINEAR:.*]] = llvm.add %{{.*}}, %arg1 overflow<nsw> : i64
  // CHECK: %[[NARROW:.*]] = llvm.trunc %[[LINEAR]] : i64 to i32
  // CHECK: %[[SIZE:.*]] = llvm.mlir.constant(2 : i32)
  // CHECK: %[[BYTES:.*]] = llvm.mul %[[NARROW]], %[[SIZE]] : i32
  // CHECK: %[[THREE:.*]] = llvm.mlir.constant(3 : i32)
  // CHECK: %[[LINE:.*]] = llvm.lshr %[[BYTES]], %[[THREE]]
  // CHECK: %[[MASK:.*]] = llvm.mlir.constant(112 : i32)
  // CHECK: %[[CHUNK:.*]] = llvm.and %[[LINE]], %[[MASK]]
  // CHECK: %[[PLACE:.*]] = llvm.xor %[[BYTES]], %[[CHUNK]]
  // CHECK: llvm.getelementptr inbounds %{{.*}}[%[[PLACE]]] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  %v = memref.load %smem[%i, %j] : memref<64x64xf16, #tile.shared<swizzle = 128B>>
  memref.store %v, %smem[%j, %i] : memref<64x64xf16, #tile.shared<swizzle = 128B>>
}

// Narrower rows take the whole span: 64 bytes, which are 16 elements.
// CHECK-LABEL: llvm.func @narrow_rows
tile.kernel @narrow_rows(%i: index, %j: index) block [32] {
  %smem = tile.alloc_shared : memref<64x12xf32, strided<[16, 1]>, #tile.shared<swizzle = 64B>>
  // CHECK: %[[PITCH:.*]] = llvm.mlir.constant(16 : i64)
  // CHECK: llvm.mul %arg0, %[[PITCH]] overflow<nsw>
  // CHECK: llvm.mlir.constant(48 : i32)
  %v = memref.load %smem[%i, %j] : memref<64x12xf32, strided<[16, 1]>, #tile.shared<swizzle = 64B>>
  memref.store %v, %smem[%j, %i] : memref<64x12xf32, strided<[16, 1]>, #tile.shared<swizzle = 64B>>
}

// A view keeps the buffer's base, which the pattern hangs on.
// CHECK-LABEL: llvm.func @view
// CHECK: %[[BASE:.*]] = llvm.mlir.addressof @view_shared
tile.kernel @view(%i: index, %j: index) block [32] {
  %smem = tile.alloc_shared : memref<64x8xf32, #tile.shared<swizzle = 32B>>
  %v = memref.subview %smem[%i, 0] [4, 8] [1, 1]
    : memref<64x8xf32, #tile.shared<swizzle = 32B>>
    to memref<4x8xf32, strided<[8, 1], offset: ?>, #tile.shared<swizzle = 32B>>
  // CHECK: llvm.mlir.constant(16 : i32)
  // CHECK: %[[PLACE:.*]] = llvm.xor
  // CHECK: llvm.getelementptr inbounds %{{.*}}[%[[PLACE]]] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  %f = memref.load %v[%j, %j] : memref<4x8xf32, strided<[8, 1], offset: ?>, #tile.shared<swizzle = 32B>>
  memref.store %f, %v[%j, %i] : memref<4x8xf32, strided<[8, 1], offset: ?>, #tile.shared<swizzle = 32B>>
}

// An access without indices is one of an element, not of the start of a view.
// CHECK-LABEL: llvm.func @one_element
tile.kernel @one_element(%i: index) block [32] {
  %smem = tile.alloc_shared : memref<64x64xf16, #tile.shared<swizzle = 128B>>
  %v = memref.subview %smem[3, 40] [1, 1] [1, 1]
    : memref<64x64xf16, #tile.shared<swizzle = 128B>>
    to memref<f16, strided<[], offset: 232>, #tile.shared<swizzle = 128B>>
  // CHECK: llvm.mlir.constant(232 : i64)
  // CHECK: %[[PLACE:.*]] = llvm.xor
  // CHECK: llvm.getelementptr inbounds %{{.*}}[%[[PLACE]]] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  // CHECK: llvm.load
  %f = memref.load %v[] : memref<f16, strided<[], offset: 232>, #tile.shared<swizzle = 128B>>
  memref.store %f, %smem[%i, %i] : memref<64x64xf16, #tile.shared<swizzle = 128B>>
}

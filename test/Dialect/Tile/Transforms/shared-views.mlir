// RUN: tilery-opt %s --pass-pipeline='builtin.module(tile.kernel(tile-plan-shared-memory))' | FileCheck %s
// RUN: tilery-opt %s --pass-pipeline='builtin.module(tile.kernel(tile-plan-shared-memory),convert-tile-to-nvvm)' | FileCheck %s --check-prefix=NVVM

// The planner aligns a byte buffer as the most demanding of its views asks, and
// places it before those that ask for less.

!s128 = memref<8x64xf16, #tile.shared<swizzle = 128B>>
!s32 = memref<8x16xf16, #tile.shared<swizzle = 32B>>

// CHECK-LABEL: tile.kernel @views
// CHECK-SAME: tile.shared_align = 1024 : i64, tile.shared_bytes = 4232 : i64
// NVVM: llvm.mlir.global internal @views_shared() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<4232 x i8>
// NVVM-LABEL: llvm.func @views
tile.kernel @views(%i: index, %v: f16) block [32] {
  %c0 = arith.constant 0 : index
  // CHECK: %plain = tile.alloc_shared at 4096 : memref<32xf32, #tile.shared>
  %plain = tile.alloc_shared : memref<32xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  // CHECK: %bytes = tile.alloc_shared at 0 : memref<4096xi8, #tile.shared>
  %bytes = tile.alloc_shared : memref<4096xi8, #tile.shared>
  // Two tiles of one place, and one that overlaps the end of both.
  %a = tile.shared_view %bytes[1024] : memref<4096xi8, #tile.shared> to !s128
  %b = tile.shared_view %bytes[1024] : memref<4096xi8, #tile.shared> to memref<8x64xf16, #tile.shared>
  %c = tile.shared_view %bytes[1792] : memref<4096xi8, #tile.shared> to !s32
  // A tile that ends where the bytes end.
  %d = tile.shared_view %bytes[3072] : memref<4096xi8, #tile.shared> to !s128
  // NVVM: %[[A:.*]] = llvm.getelementptr inbounds %[[BASE:.*]][1024] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  // NVVM-NEXT: %[[B:.*]] = llvm.getelementptr inbounds %[[BASE]][1024] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  // NVVM-NEXT: %[[C:.*]] = llvm.getelementptr inbounds %[[BASE]][1792] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  // NVVM-NEXT: %[[D:.*]] = llvm.getelementptr inbounds %[[BASE]][3072] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  // A swizzle counts from the start of its view.
  // NVVM: %[[OFFSET:.*]] = llvm.xor
  // NVVM: llvm.getelementptr inbounds %[[A]][%[[OFFSET]]] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  // NVVM-NOT: llvm.xor
  // NVVM: llvm.getelementptr inbounds %[[B]][%{{.*}}] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f16
  // NVVM: %[[OFFSET:.*]] = llvm.xor
  // NVVM: llvm.getelementptr inbounds %[[C]][%[[OFFSET]]]
  // NVVM: %[[OFFSET:.*]] = llvm.xor
  // NVVM: llvm.getelementptr inbounds %[[D]][%[[OFFSET]]]
  memref.store %v, %a[%i, %c0] : !s128
  memref.store %v, %b[%i, %c0] : memref<8x64xf16, #tile.shared>
  memref.store %v, %c[%i, %c0] : !s32
  memref.store %v, %d[%i, %c0] : !s128
}

// CHECK-LABEL: tile.kernel @plain
// CHECK-SAME: tile.shared_align = 128 : i64, tile.shared_bytes = 512 : i64
tile.kernel @plain() block [32] {
  %bytes = tile.alloc_shared : memref<512xi8, #tile.shared>
  %a = tile.shared_view %bytes[384] : memref<512xi8, #tile.shared> to memref<32xf32, #tile.shared>
}

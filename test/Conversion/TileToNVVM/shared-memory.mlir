// RUN: tilery-opt %s -pass-pipeline='builtin.module(tile.kernel(tile-plan-shared-memory),convert-tile-to-nvvm)' | FileCheck %s
// RUN: not tilery-opt %s -convert-tile-to-nvvm 2>&1 | FileCheck %s --check-prefix=UNPLANNED

// UNPLANNED: 'tile.alloc_shared' op (P02) has no place in shared memory; run tile-plan-shared-memory before

// CHECK: llvm.mlir.global internal @small_shared() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<16392 x i8>
// CHECK-LABEL: llvm.func @small()
// CHECK-NOT: tile.dynamic_shared
// CHECK: llvm.mlir.addressof @small_shared : !llvm.ptr<3>
tile.kernel @small() block [32] {
  %tile = tile.alloc_shared : memref<128x64xf16, #tile.shared<swizzle = 128B>>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
}

// At most 48 KiB are declared: the launch gives the rest.
// CHECK: llvm.mlir.global external @large_shared() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<0 x i8>
// CHECK-LABEL: llvm.func @large()
// CHECK-SAME: tile.dynamic_shared = 65536 : i64
tile.kernel @large() block [32] {
  %tile = tile.alloc_shared : memref<128x128xf32, #tile.shared>
}

// A kernel of the array's name.
// CHECK: llvm.mlir.global internal @taken_shared_()
tile.kernel @taken() block [32] {
  %tile = tile.alloc_shared : memref<32xf32, #tile.shared>
}
tile.kernel @taken_shared() block [32] {
}

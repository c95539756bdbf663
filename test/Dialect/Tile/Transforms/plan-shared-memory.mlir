// RUN: tilery-opt %s --pass-pipeline='builtin.module(tile.kernel(tile-plan-shared-memory))' | FileCheck %s

// The widest alignment comes first, barriers last; each buffer is aligned.
// CHECK-LABEL: tile.kernel @mixed
// CHECK-SAME: tile.shared_align = 1024 : i64, tile.shared_bytes = 14872 : i64
tile.kernel @mixed() block [32] {
  // CHECK: %full = tile.alloc_shared at 14848 : memref<3x!tile.mbarrier
  %full = tile.alloc_shared : memref<3x!tile.mbarrier, #tile.shared>
  // 32 bytes, and yet 128-byte aligned: the next buffer does not start at +32.
  // CHECK: %tiny = tile.alloc_shared at 14592 : memref<16xf16
  %tiny = tile.alloc_shared : memref<16xf16, #tile.shared>
  // CHECK: %next = tile.alloc_shared at 14720 : memref<16xf64
  %next = tile.alloc_shared : memref<16xf64, #tile.shared>
  // CHECK: %sw64 = tile.alloc_shared at 12288 : memref<32x32xf16, #tile.shared<swizzle = 64B>>
  %sw64 = tile.alloc_shared : memref<32x32xf16, #tile.shared<swizzle = 64B>>
  // CHECK: %sw128 = tile.alloc_shared at 0 : memref<64x64xf16, #tile.shared<swizzle = 128B>>
  %sw128 = tile.alloc_shared : memref<64x64xf16, #tile.shared<swizzle = 128B>>
  // Rows of 96 bytes lie 128 bytes apart.
  // CHECK: %narrow = tile.alloc_shared at 8192
  %narrow = tile.alloc_shared : memref<32x48xf16, strided<[64, 1]>, #tile.shared<swizzle = 128B>>
  // CHECK: %sw32 = tile.alloc_shared at 14336 : memref<8x16xf16, #tile.shared<swizzle = 32B>>
  %sw32 = tile.alloc_shared : memref<8x16xf16, #tile.shared<swizzle = 32B>>
}

// CHECK-LABEL: tile.kernel @none
// CHECK-SAME: tile.shared_align = 1 : i64, tile.shared_bytes = 0 : i64
tile.kernel @none() block [32] {
}

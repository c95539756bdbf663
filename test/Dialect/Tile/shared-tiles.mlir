// RUN: tilery-opt %s --tile-resolve-apply -verify-diagnostics | FileCheck %s
// RUN: tilery-opt %s --pass-pipeline='builtin.module(tile.kernel(tile-plan-shared-memory))' | FileCheck %s --check-prefix=PLAN

// Tiles of every odd width that one copy moves as it is.

!bars = memref<1x!tile.mbarrier, #tile.shared>

// A box narrower than the span of its swizzle: rows take the span.
// CHECK-LABEL: tile.kernel @narrow
// PLAN-LABEL: tile.kernel @narrow
tile.kernel @narrow(%in: memref<256x256xf16>) block [32] {
  %c0 = arith.constant 0 : index
  // PLAN: tile.alloc_shared at 0 : memref<64x48xf16
  %tile = tile.alloc_shared : memref<64x48xf16, strided<[64, 1]>, #tile.shared<swizzle = 128B>>
  %full = tile.alloc_shared : !bars
  %bar = tile.mbarrier.ref %full[%c0] : !bars
  // CHECK: tile.tma.load
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [64, 48] coords [0, 0] mbar %bar
    : memref<64x48xf16, strided<[64, 1]>, #tile.shared<swizzle = 128B>>, memref<256x256xf16>
}

// Fewer rows than the swizzle's pattern of eight.
// CHECK-LABEL: tile.kernel @few_rows
// PLAN-LABEL: tile.kernel @few_rows
tile.kernel @few_rows(%in: memref<256x64xf16>) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<4x64xf16, #tile.shared<swizzle = 128B>>
  %full = tile.alloc_shared : !bars
  %bar = tile.mbarrier.ref %full[%c0] : !bars
  // CHECK: tile.tma.load
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [4, 64] coords [0, 0] mbar %bar
    : memref<4x64xf16, #tile.shared<swizzle = 128B>>, memref<256x64xf16>
}

// A swizzled tile behind 128 bytes of another buffer starts at its own period.
// PLAN-LABEL: tile.kernel @behind
tile.kernel @behind() block [32] {
  // PLAN: %small = tile.alloc_shared at 8448
  %small = tile.alloc_shared : memref<64xf16, #tile.shared>
  // PLAN: %tile = tile.alloc_shared at 0
  %tile = tile.alloc_shared : memref<64x64xf16, #tile.shared<swizzle = 128B>>
  // PLAN: %other = tile.alloc_shared at 8192
  %other = tile.alloc_shared : memref<4x32xf16, #tile.shared<swizzle = 64B>>
}

// Stages of 32 bytes, each at a multiple of 128.
// CHECK-LABEL: tile.kernel @padded_stages
tile.kernel @padded_stages(%in: memref<256xf16>, %stage: index) block [32] {
  %c0 = arith.constant 0 : index
  %ring = tile.alloc_shared : memref<4x64xf16, #tile.shared>
  %full = tile.alloc_shared : !bars
  %bar = tile.mbarrier.ref %full[%c0] : !bars
  %view = memref.subview %ring[%stage, 0] [1, 16] [1, 1]
    : memref<4x64xf16, #tile.shared> to memref<16xf16, strided<[1], offset: ?>, #tile.shared>
  // CHECK: tile.tma.load
  tile.apply "cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%view, %in) box [16] coords [0] mbar %bar
    : memref<16xf16, strided<[1], offset: ?>, #tile.shared>, memref<256xf16>
}

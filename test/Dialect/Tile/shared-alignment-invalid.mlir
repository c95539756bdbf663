// RUN: tilery-opt %s -split-input-file -verify-diagnostics

// The copy engine drops low address bits, and a swizzle XORs them: a tile that
// starts elsewhere is scrambled without a word.
tile.kernel @static(%map: !tile.tensor_map<8x64xf16, swizzle = 128B>, %x: i32) block [32] {
  %tile = tile.alloc_shared : memref<64x64xf16, #tile.shared<swizzle = 128B>>
  %view = memref.subview %tile[3, 0] [8, 64] [1, 1]
    : memref<64x64xf16, #tile.shared<swizzle = 128B>> to memref<8x64xf16, strided<[64, 1], offset: 192>, #tile.shared<swizzle = 128B>>
  // expected-error@+1 {{'tile.tma.store' op (C2) expected a shared operand that starts at a multiple of 1024 bytes, the period of its swizzle, got one known to start at a multiple of 128 bytes; pad each stage}}
  tile.tma.store %map[%x, %x], %view
    : !tile.tensor_map<8x64xf16, swizzle = 128B>, memref<8x64xf16, strided<[64, 1], offset: 192>, #tile.shared<swizzle = 128B>>
}

// -----

// Stages of 48 bytes: every second one starts off the 128-byte grid.
tile.kernel @pitch(%in: memref<1024x12xf32>, %s: index) block [32] {
  %c0 = arith.constant 0 : index
  %ring = tile.alloc_shared : memref<4x1x12xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %stage = memref.subview %ring[%s, 0, 0] [1, 1, 12] [1, 1, 1]
    : memref<4x1x12xf32, #tile.shared> to memref<1x12xf32, strided<[12, 1], offset: ?>, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C4) expected a shared operand that starts at a multiple of 128 bytes, got one known to start at a multiple of 16 bytes}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%stage, %in) box [1, 12] coords [0, 0] mbar %bar
    : memref<1x12xf32, strided<[12, 1], offset: ?>, #tile.shared>, memref<1024x12xf32>
}

// -----

tile.kernel @hidden(%map: !tile.tensor_map<64x64xf32>, %x: i32, %p: i32) block [32] {
  %c0 = arith.constant 0 : i32
  %a = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %b = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %first = arith.cmpi eq, %p, %c0 : i32
  %one = arith.select %first, %a, %b : memref<64x64xf32, #tile.shared>
  // expected-error@+1 {{'tile.tma.store' op (C2) expected a shared operand that is a tile.alloc_shared, or memref.subview and memref.cast of one, so that its alignment is known}}
  tile.tma.store %map[%x, %x], %one : !tile.tensor_map<64x64xf32>, memref<64x64xf32, #tile.shared>
}

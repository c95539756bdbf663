// RUN: tilery-opt %s -split-input-file -verify-diagnostics

// Tiles that no copy can move as they are: the bound, the value and the way out.

tile.kernel @wider_than_swizzle(%in: memref<256x256xf16>) block [32] {
  // expected-error@+1 {{(C4) expected rows of a multiple of 16 bytes and at most 32 bytes under a 32B swizzle, got 96 bytes; split the rows into several of a span each, as in 'memref<3x64x16xf16, #tile.shared<swizzle = 32B>>', which box [64, 16] coord_steps}}
  %tile = tile.alloc_shared : memref<64x48xf16, #tile.shared<swizzle = 32B>>
}

// -----

tile.kernel @wider_than_largest(%in: memref<256x256xf16>) block [32] {
  // expected-error@+1 {{(C4) expected rows of a multiple of 16 bytes and at most 128 bytes under a 128B swizzle, got 160 bytes; split the rows into several buffers}}
  %tile = tile.alloc_shared : memref<64x80xf16, #tile.shared<swizzle = 128B>>
}

// -----

// The same where the copy alone says it.
tile.kernel @prefetch(%in: memref<256x256xf16>) block [32] {
  // expected-error@+2 {{swizzle span (TM16): expected an inner box of at most 32 bytes (16 elements) with swizzle 32B, got 96 bytes (48 elements); split the box into copies of at most 32 bytes (16 elements) along its inner dimension, or use a wider swizzle}}
  // expected-note@+1 {{as several copies: a shared operand '3x64x16xf16' with box [64, 16]}}
  tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global.tile"
    (%in) box [64, 48] coords [0, 0] swizzle(32B) : memref<256x256xf16>
}

// -----

// Stages of 32 bytes next to each other.
tile.kernel @dense_stages(%in: memref<256xf16>, %stage: index) block [32] {
  %c0 = arith.constant 0 : index
  %ring = tile.alloc_shared : memref<4x16xf16, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %view = memref.subview %ring[%stage, 0] [1, 16] [1, 1]
    : memref<4x16xf16, #tile.shared> to memref<16xf16, strided<[1], offset: ?>, #tile.shared>
  // expected-error@+1 {{(C4) expected a shared operand that starts at a multiple of 128 bytes, got one known to start at a multiple of 32 bytes; pad each stage}}
  tile.apply "cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%view, %in) box [16] coords [0] mbar %bar
    : memref<16xf16, strided<[1], offset: ?>, #tile.shared>, memref<256xf16>
}

// -----

// A place that does not suit the swizzle.
tile.kernel @placed() block [32] {
  %bytes = tile.alloc_shared : memref<16384xi8, #tile.shared>
  // expected-error@+1 {{(C2) expected an offset that is a multiple of 1024 bytes}}
  %tile = tile.shared_view %bytes[128]
    : memref<16384xi8, #tile.shared> to memref<64x64xf16, #tile.shared<swizzle = 128B>>
}

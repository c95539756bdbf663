// RUN: tilery-opt %s -split-input-file -verify-diagnostics

tile.kernel @dynamic(%n: index) block [32] {
  // expected-error@+1 {{'tile.alloc_shared' op (C1) expected a static shape without zero extents}}
  %s = tile.alloc_shared : memref<?xf32, #tile.shared>
}

// -----

tile.kernel @empty() block [32] {
  // expected-error@+1 {{'tile.alloc_shared' op (C1) expected a static shape without zero extents}}
  %s = tile.alloc_shared : memref<8x0xf32, #tile.shared>
}

// -----

tile.kernel @elements() block [32] {
  // expected-error@+1 {{'tile.alloc_shared' op (C2) expected elements of 8, 16, 32 or 64 bits or !tile.mbarrier, got 'index'}}
  %s = tile.alloc_shared : memref<8xindex, #tile.shared>
}

// -----

tile.kernel @nested(%p: i32) block [32] {
  %c0 = arith.constant 0 : i32
  %cond = arith.cmpi eq, %p, %c0 : i32
  scf.if %cond {
    // expected-error@+1 {{'tile.alloc_shared' op (C3) expected to stand in the kernel's own block, not under control flow}}
    %s = tile.alloc_shared : memref<8xf32, #tile.shared>
  }
}

// -----

tile.kernel @span() block [32] {
  // expected-error@+1 {{'tile.alloc_shared' op (C4) expected rows of a multiple of 16 bytes and at most 128 bytes under a 128B swizzle, got 160 bytes; split the rows into several buffers}}
  %s = tile.alloc_shared : memref<64x80xf16, #tile.shared<swizzle = 128B>>
}

// -----

tile.kernel @space() block [32] {
  // expected-error@+1 {{memref in #tile.shared}}
  %s = tile.alloc_shared : memref<8xf32>
}

// -----

tile.kernel @swizzle() block [32] {
  // expected-error@+1 {{(S02) expected a swizzle: none, 32B, 64B or 128B, got '48B'}}
  %s = tile.alloc_shared : memref<8x8xf16, #tile.shared<swizzle = 48B>>
}

// -----

tile.kernel @pitch() block [32] {
  // expected-error@+1 {{'tile.alloc_shared' op (C1) expected the layout strided<[64, 1]> of the copy engine's image}}
  %s = tile.alloc_shared : memref<64x48xf16, #tile.shared<swizzle = 128B>>
}

// -----

tile.kernel @huge() block [32] {
  // expected-error@+1 {{'tile.alloc_shared' op (C1) expected a buffer whose size fits 64 bits}}
  %s = tile.alloc_shared : memref<4611686018427387904x4xf32, #tile.shared>
}

// -----

// Rows of several spans are pieces side by side, which one apply fills.
tile.kernel @two_spans() block [32] {
  // expected-error@+1 {{'tile.alloc_shared' op (C4) expected rows of a multiple of 16 bytes and at most 128 bytes under a 128B swizzle, got 256 bytes; split the rows into several of a span each, as in 'memref<2x128x64xf16, #tile.shared<swizzle = 128B>>', which box [128, 64] coord_steps [[0, 64]] fill}}
  %tile = tile.alloc_shared : memref<128x128xf16, #tile.shared<swizzle = 128B>>
}

// -----

tile.kernel @ring_of_spans() block [32] {
  // expected-error@+1 {{split the rows into several of a span each, as in 'memref<4x3x8x8xf32, #tile.shared<swizzle = 32B>>', which box [8, 8] coord_steps [[0, 8]] fill}}
  %tile = tile.alloc_shared : memref<4x8x24xf32, #tile.shared<swizzle = 32B>>
}

// -----

tile.kernel @line_of_spans() block [32] {
  // expected-error@+1 {{as in 'memref<2x64xi8, #tile.shared<swizzle = 64B>>', which box [64] coord_steps [[64]] fill}}
  %tile = tile.alloc_shared : memref<128xi8, #tile.shared<swizzle = 64B>>
}

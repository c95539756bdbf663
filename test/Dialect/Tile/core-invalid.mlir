// RUN: tilery-opt %s -split-input-file -verify-diagnostics

tile.kernel @map(%in: memref<256x256xf32>) block [32] {
  // expected-error@+1 {{'tile.tensor_map' op (C1) expected a map of a tensor of rank 2 and element type 'f32', got '!tile.tensor_map<64x64xf16>'}}
  %map = tile.tensor_map %in loaded : memref<256x256xf32> -> !tile.tensor_map<64x64xf16>
}

// -----

tile.kernel @coords(%map: !tile.tensor_map<64x64xf32>, %x: i32) block [32] {
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  // expected-error@+1 {{'tile.tma.store' op (C1) expected 2 coordinates, one a dimension of the map, got 1}}
  tile.tma.store %map[%x], %tile : !tile.tensor_map<64x64xf32>, memref<64x64xf32, #tile.shared>
}

// -----

tile.kernel @swizzle(%map: !tile.tensor_map<64x32xf32, swizzle = 128B>, %x: i32) block [32] {
  %tile = tile.alloc_shared : memref<64x32xf32, #tile.shared>
  // expected-error@+1 {{'tile.tma.store' op (C2) expected a shared buffer of 'f32' elements under swizzle 128B, got 'memref<64x32xf32, #tile.shared>'}}
  tile.tma.store %map[%x, %x], %tile : !tile.tensor_map<64x32xf32, swizzle = 128B>, memref<64x32xf32, #tile.shared>
}

// -----

tile.kernel @load(%map: !tile.tensor_map<64x32xf32>, %x: i32) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.tma.load' op (C2) expected a shared operand of the box's shape [64, 32], got 'memref<64x64xf32, #tile.shared>'}}
  tile.tma.load <shared_cta> %tile, %map[%x, %x] mbar %bar
    : memref<64x64xf32, #tile.shared>, !tile.tensor_map<64x32xf32>
}

// -----

tile.kernel @load_coords(%map: !tile.tensor_map<64x64xf32>, %x: i32) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.tma.load' op (C1) expected 2 coordinates}}
  tile.tma.load <shared_cta> %tile, %map[%x] mbar %bar
    : memref<64x64xf32, #tile.shared>, !tile.tensor_map<64x64xf32>
}

// -----

// expected-error@+1 {{expected box extents of 1 to 256, got 257; split a larger box into several copies}}
tile.kernel @box(%map: !tile.tensor_map<257xf32>) block [32] {
}

// -----

// expected-error@+1 {{(S04) expected a box of 1 to 5 dimensions, got 0}}
tile.kernel @rank(%map: !tile.tensor_map<f32>) block [32] {
}

// -----

// expected-error@+1 {{(S04) expected an element type that a TensorMap has}}
tile.kernel @element(%map: !tile.tensor_map<8xi1>) block [32] {
}

// -----

tile.kernel @window(%map: !tile.tensor_map<64x64xf32>, %x: i32) block [32] {
  // expected-error@+1 {{(S02) expected a shared-memory window: shared_cta or shared_cluster, got 'shared'}}
  tile.tma.load <shared> %tile, %map[%x, %x] mbar %bar : memref<64x64xf32, #tile.shared>, !tile.tensor_map<64x64xf32>
}

// -----

// A view whose rows are not where the copy engine writes them.
tile.kernel @view(%map: !tile.tensor_map<64x32xf32>, %x: i32) block [32] {
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %view = memref.subview %tile[0, 0] [64, 32] [1, 1]
    : memref<64x64xf32, #tile.shared> to memref<64x32xf32, strided<[64, 1]>, #tile.shared>
  // expected-error@+1 {{'tile.tma.store' op (C2) expected a shared operand that is the copy engine's image of the box, strided<[32, 1]>}}
  tile.tma.store %map[%x, %x], %view
    : !tile.tensor_map<64x32xf32>, memref<64x32xf32, strided<[64, 1]>, #tile.shared>
}

// -----

tile.kernel @negative(%map: !tile.tensor_map<64x64xf32>) block [32] {
  %c0 = arith.constant 0 : i32
  %m64 = arith.constant -64 : i32
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  // expected-error@+1 {{'tile.tma.store' op (C3) expected coordinate 0 of a store or reduction not to be negative (the hardware faults), got -64}}
  tile.tma.store %map[%c0, %m64], %tile : !tile.tensor_map<64x64xf32>, memref<64x64xf32, #tile.shared>
}

// -----

tile.kernel @grid(%map: !tile.tensor_map<64x64xf32>, %y: i32) block [32] {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : i32
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.tma.load' op (C3) expected the innermost coordinate to start at a multiple of 16 bytes, got 2 (8 bytes)}}
  tile.tma.load <shared_cta> %tile, %map[%c2, %y] mbar %bar
    : memref<64x64xf32, #tile.shared>, !tile.tensor_map<64x64xf32>
}

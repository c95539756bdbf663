// RUN: tilery-opt %s -tile-verify-kernel -split-input-file -verify-diagnostics

// Constant indices lie within static extents.
tile.kernel @scalars(%x: memref<64xf32>, %y: memref<?x8xf32>, %n: index, %v: f32) block [32] {
  %c63 = arith.constant 63 : index
  %c64 = arith.constant 64 : index
  %minus = arith.constant -1 : index
  %smem = tile.alloc_shared : memref<8x8xf32, #tile.shared>
  %a = memref.load %x[%c63] : memref<64xf32>
  // expected-error@+1 {{(V08) expected index 0 of 0 to 63 (an extent of 64), got 64}}
  %b = memref.load %x[%c64] : memref<64xf32>
  // expected-error@+1 {{(V08) expected index 0 of 0 to 63 (an extent of 64), got -1}}
  memref.store %v, %x[%minus] : memref<64xf32>
  // expected-error@+1 {{(V08) expected index 1 of 0 to 7 (an extent of 8), got 64}}
  memref.store %v, %smem[%n, %c64] : memref<8x8xf32, #tile.shared>
  memref.store %v, %y[%c64, %n] : memref<?x8xf32>
  // expected-error@+1 {{(V08) expected index 0 of at least 0 (an extent of ?), got -1}}
  memref.store %v, %y[%minus, %n] : memref<?x8xf32>
}

// -----

// A vector lies within the innermost dimension.
tile.kernel @vectors(%x: memref<16x64xf16>, %y: memref<16x4xf16>, %n: index) block [32] {
  %c56 = arith.constant 56 : index
  %c60 = arith.constant 60 : index
  %a = vector.load %x[%n, %c56] : memref<16x64xf16>, vector<8xf16>
  // expected-error@+1 {{(V08) expected index 1 of 0 to 56 (8 elements of an extent of 64), got 60}}
  %b = vector.load %x[%n, %c60] : memref<16x64xf16>, vector<8xf16>
  // expected-error@+1 {{(V08) expected index 0 of 0 to 15 (an extent of 16), got 60}}
  vector.store %a, %x[%c60, %n] : memref<16x64xf16>, vector<8xf16>
  // expected-error@+1 {{(V08) expected at most 4 elements, the extent of dimension 1, got 8; split the access}}
  vector.store %a, %y[%n, %n] : memref<16x4xf16>, vector<8xf16>
}

// -----

// So do views, as far as they are known.
tile.kernel @views(%x: memref<64xf32>, %n: index) block [32] {
  %c60 = arith.constant 60 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %minus = arith.constant -4 : index
  %a = memref.subview %x[%c60] [%c4] [1] : memref<64xf32> to memref<?xf32, strided<[1], offset: ?>>
  // expected-error@+1 {{(V09) expected a view within dimension 0 of extent 64, got offset 60, size 5 and stride 1}}
  %b = memref.subview %x[%c60] [%c5] [1] : memref<64xf32> to memref<?xf32, strided<[1], offset: ?>>
  // expected-error@+1 {{(V09) expected offset 0 of at least 0, got -4}}
  %c = memref.subview %x[%minus] [%n] [1] : memref<64xf32> to memref<?xf32, strided<[1], offset: ?>>
  %d = memref.reinterpret_cast %x to offset: [3], sizes: [4, 4], strides: [16, 4]
    : memref<64xf32> to memref<4x4xf32, strided<[16, 4], offset: 3>>
  // expected-error@+1 {{(V09) expected a view within the 64 elements of 'memref<64xf32>', got 'memref<4x4xf32, strided<[16, 4], offset: 4>>'}}
  %e = memref.reinterpret_cast %x to offset: [4], sizes: [4, 4], strides: [16, 4]
    : memref<64xf32> to memref<4x4xf32, strided<[16, 4], offset: 4>>
}

// -----

tile.kernel @barriers() block [32] {
  %full = tile.alloc_shared : memref<4x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{(V12) 'memref.reinterpret_cast' of a barrier buffer would make barriers of what is none; use memref.subview}}
  %a = memref.reinterpret_cast %full to offset: [0], sizes: [2], strides: [1]
    : memref<4x!tile.mbarrier, #tile.shared> to memref<2x!tile.mbarrier, #tile.shared>
}

// -----

tile.kernel @dimensions(%x: memref<?x64xf32>, %n: index) block [32] {
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %a = memref.dim %x, %c1 : memref<?x64xf32>
  // expected-error@+1 {{(V10) expected a dimension of 'memref<?x64xf32>', which has 2, got dimension 7}}
  %b = memref.dim %x, %c7 : memref<?x64xf32>
  // expected-error@+1 {{(V10) not yet implemented: the extent of a dimension that is not constant}}
  %c = memref.dim %x, %n : memref<?x64xf32>
}

// -----

// The same of another block's.
tile.kernel @far_barriers() block [32] cluster [2] {
  %bars = tile.alloc_shared : memref<4x!tile.mbarrier, #tile.shared>
  %far = tile.mapa %bars, 1 : memref<4x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{(V12) 'memref.reinterpret_cast' of a barrier buffer would make barriers of what is none; use memref.subview}}
  %other = memref.reinterpret_cast %far to offset: [0], sizes: [2], strides: [2]
    : memref<4x!tile.mbarrier, #tile.shared_cluster> to memref<2x!tile.mbarrier, strided<[2]>, #tile.shared_cluster>
}

// -----

tile.kernel @far_tile() block [32] cluster [2] {
  %tile = tile.alloc_shared : memref<64x64xf16, #tile.shared<swizzle = 128B>>
  %far = tile.mapa %tile, 1 : memref<64x64xf16, #tile.shared<swizzle = 128B>>
  // expected-error@+1 {{(V11) 'memref.reinterpret_cast' of a swizzled buffer would lose its swizzle}}
  %other = memref.reinterpret_cast %far to offset: [0], sizes: [2], strides: [2]
    : memref<64x64xf16, #tile.shared_cluster<swizzle = 128B>> to memref<2xf16, strided<[2]>, #tile.shared_cluster<swizzle = 128B>>
}

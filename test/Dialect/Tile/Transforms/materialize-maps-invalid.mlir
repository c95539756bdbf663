// RUN: tilery-opt %s --tile-materialize-maps -split-input-file -verify-diagnostics

// One map serves all blocks: where it starts cannot depend on one.
tile.kernel @block(%in: memref<256x256xf32>) block [32] {
  // expected-note@+1 {{only the device knows this}}
  %b = gpu.block_id x
  %c64 = arith.constant 64 : index
  %row = arith.muli %b, %c64 : index
  %view = memref.subview %in[%row, 0] [64, 256] [1, 1]
    : memref<256x256xf32> to memref<64x256xf32, strided<[256, 1], offset: ?>>
  // expected-error@+1 {{'tile.tensor_map' op (M02) expected a view whose offsets, extents and steps are known when the kernel is launched, got one that depends on 'gpu.block_id': one map serves all blocks and threads; make the map of the whole tensor, and add what depends on them to the coordinates}}
  %map = tile.tensor_map %view loaded
    : memref<64x256xf32, strided<[256, 1], offset: ?>> -> !tile.tensor_map<64x64xf32>
}

// -----

tile.kernel @loop(%in: memref<256x256xf32>) block [32] {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  // expected-note@+1 {{only the device knows this}}
  scf.for %i = %c0 to %c4 step %c1 {
    %view = memref.subview %in[%i, 0] [64, 256] [1, 1]
      : memref<256x256xf32> to memref<64x256xf32, strided<[256, 1], offset: ?>>
    // expected-error@+1 {{got one that depends on a loop's value: one map serves all}}
    %map = tile.tensor_map %view loaded
      : memref<64x256xf32, strided<[256, 1], offset: ?>> -> !tile.tensor_map<64x64xf32>
  }
}

// -----

// Memory is the device's.
tile.kernel @table(%in: memref<256x256xf32>, %starts: memref<4xi64>) block [32] {
  %c0 = arith.constant 0 : index
  // expected-note@+1 {{only the device knows this}}
  %start = memref.load %starts[%c0] : memref<4xi64>
  %row = arith.index_cast %start : i64 to index
  %view = memref.subview %in[%row, 0] [64, 256] [1, 1]
    : memref<256x256xf32> to memref<64x256xf32, strided<[256, 1], offset: ?>>
  // expected-error@+1 {{got one that depends on 'memref.load'}}
  %map = tile.tensor_map %view loaded
    : memref<64x256xf32, strided<[256, 1], offset: ?>> -> !tile.tensor_map<64x64xf32>
}

// -----

tile.kernel @reshaped(%in: memref<256xf32>) block [32] {
  %view = memref.expand_shape %in [[0, 1]] output_shape [16, 16] : memref<256xf32> into memref<16x16xf32>
  // expected-error@+1 {{'tile.tensor_map' op (M01) expected a map of a kernel argument, or of a memref.subview or memref.cast of one, got one of a 'memref.expand_shape'; pass what it makes as an argument of its own}}
  %map = tile.tensor_map %view loaded : memref<16x16xf32> -> !tile.tensor_map<16x16xf32>
}

// -----

tile.kernel @chosen(%a: memref<16xf32>, %b: memref<16xf32>, %n: i32) block [32] {
  %c0 = arith.constant 0 : i32
  %first = arith.cmpi eq, %n, %c0 : i32
  %in = arith.select %first, %a, %b : memref<16xf32>
  // expected-error@+1 {{got one of a 'arith.select'; pass what it makes}}
  %map = tile.tensor_map %in loaded : memref<16xf32> -> !tile.tensor_map<16xf32>
}

// -----

tile.kernel @carried(%a: memref<16xf32>, %b: memref<16xf32>) block [32] {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last:2 = scf.for %i = %c0 to %c1 step %c1 iter_args(%x = %a, %y = %b) -> (memref<16xf32>, memref<16xf32>) {
    // expected-error@+1 {{got one of a value that differs from pass to pass through its block; make one map of each argument}}
    %map = tile.tensor_map %x loaded : memref<16xf32> -> !tile.tensor_map<16xf32>
    scf.yield %y, %x : memref<16xf32>, memref<16xf32>
  }
}

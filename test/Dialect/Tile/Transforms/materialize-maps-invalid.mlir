// RUN: tilery-opt %s --tile-materialize-maps -split-input-file -verify-diagnostics

tile.kernel @view(%in: memref<256x256xf32>) block [32] {
  %view = memref.subview %in[64, 0] [64, 256] [1, 1]
    : memref<256x256xf32> to memref<64x256xf32, strided<[256, 1], offset: 16384>>
  // expected-error@+1 {{not yet implemented: a map of anything but a kernel argument; pass the view as an argument of its own}}
  %map = tile.tensor_map %view loaded
    : memref<64x256xf32, strided<[256, 1], offset: 16384>> -> !tile.tensor_map<64x64xf32>
}

// RUN: tilery-opt %s --tile-resolve-apply -verify-diagnostics | FileCheck %s

// Unusual tensors that are right as they are.

// CHECK-LABEL: tile.kernel @legal
tile.kernel @legal(%broadcast: memref<64x64xf32, strided<[0, 1]>>, %unit: memref<1x64xf32, strided<[17, 1]>>,
                   %padded: memref<4x8x64xf16, strided<[1024, 96, 1]>>, %large: memref<2x65536x65536xbf16>,
                   %long: memref<4294967296xf32>, %x: memref<64x64xf16> {tile.align = 16 : i64}) block [32] {
  // CHECK: tile.tensor_map %broadcast
  // expected-warning@+1 {{broadcast stride (TM30)}}
  tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global.tile" (%broadcast) box [8, 32] coords [0, 0] : memref<64x64xf32, strided<[0, 1]>>
  // CHECK: tile.tensor_map %unit
  tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global.tile" (%unit) box [1, 32] coords [0, 0] : memref<1x64xf32, strided<[17, 1]>>
  // CHECK: tile.tensor_map %padded
  tile.apply "cp.async.bulk.prefetch.tensor.3d.L2.global.tile" (%padded) box [1, 8, 64] coords [0, 0, 0] : memref<4x8x64xf16, strided<[1024, 96, 1]>>
  // CHECK: tile.tensor_map %large
  tile.apply "cp.async.bulk.prefetch.tensor.3d.L2.global.tile" (%large) box [1, 8, 64] coords [1, 65528, 65472] : memref<2x65536x65536xbf16>
  // CHECK: tile.tensor_map %long
  tile.apply "cp.async.bulk.prefetch.tensor.1d.L2.global.tile" (%long) box [64] coords [2147483584] : memref<4294967296xf32>
  // Element 8 of f16 is on the grid.
  %view = memref.subview %x[0, 8] [64, 56] [1, 1] : memref<64x64xf16> to memref<64x56xf16, strided<[64, 1], offset: 8>>
  // CHECK: tile.tensor_map %subview
  tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global.tile" (%view) box [8, 32] coords [0, 0] : memref<64x56xf16, strided<[64, 1], offset: 8>>
}

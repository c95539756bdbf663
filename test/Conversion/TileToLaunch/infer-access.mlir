// RUN: tilery-opt %s --launch-infer-access | FileCheck %s

// CHECK-LABEL: tile.kernel @direct
// CHECK-SAME: %r: memref<?xf32> {launch.access = 1 : i32}
// CHECK-SAME: %w: memref<?xf32> {launch.access = 2 : i32}
// CHECK-SAME: %u: memref<?xf32> {launch.access = 3 : i32}
// CHECK-SAME: %sized: memref<?xf32> {launch.access = 0 : i32}
tile.kernel @direct(%r: memref<?xf32>, %w: memref<?xf32>, %u: memref<?xf32>, %sized: memref<?xf32>) block [32] {
  %c0 = arith.constant 0 : index
  %x = memref.load %r[%c0] : memref<?xf32>
  memref.store %x, %w[%c0] : memref<?xf32>
  %y = memref.load %u[%c0] : memref<?xf32>
  memref.store %y, %u[%c0] : memref<?xf32>
  %n = memref.dim %sized, %c0 : memref<?xf32>
}

// CHECK-LABEL: tile.kernel @aliases
// CHECK-SAME: %w: memref<16xf32> {launch.access = 2 : i32}
// CHECK-SAME: %r: memref<16xf32> {launch.access = 1 : i32}
tile.kernel @aliases(%w: memref<16xf32>, %r: memref<16xf32>) block [32] {
  %c0 = arith.constant 0 : index
  %part = memref.subview %w[8] [4] [1] : memref<16xf32> to memref<4xf32, strided<[1], offset: 8>>
  %cast = memref.cast %part : memref<4xf32, strided<[1], offset: 8>> to memref<?xf32, strided<[1], offset: 8>>
  %source = memref.cast %r : memref<16xf32> to memref<?xf32>
  %x = memref.load %source[%c0] : memref<?xf32>
  memref.store %x, %cast[%c0] : memref<?xf32, strided<[1], offset: 8>>
}

// A value that goes through control flow is not followed.
// CHECK-LABEL: tile.kernel @branches
// CHECK-SAME: %a: memref<16xf32> {launch.access = 3 : i32}
tile.kernel @branches(%a: memref<16xf32>, %b: memref<16xf32>, %p: i32) block [32] {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i32
  %cond = arith.cmpi eq, %p, %z : i32
  %either = scf.if %cond -> memref<16xf32> {
    scf.yield %a : memref<16xf32>
  } else {
    scf.yield %b : memref<16xf32>
  }
  %x = memref.load %either[%c0] : memref<16xf32>
}

// CHECK-LABEL: tile.kernel @copies
// CHECK-SAME: %in: memref<64x64xf32> {launch.access = 1 : i32}
// CHECK-SAME: %out: memref<64x64xf32> {launch.access = 2 : i32}
tile.kernel @copies(%in: memref<64x64xf32>, %out: memref<64x64xf32>) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [64, 64] coords [0, 0] mbar %bar
    : memref<64x64xf32, #tile.shared>, memref<64x64xf32>
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%out, %tile) box [64, 64] coords [0, 0] : memref<64x64xf32>, memref<64x64xf32, #tile.shared>
}

// A reduction does both; so does what is done through a view.
// CHECK-LABEL: tile.kernel @reduces
// CHECK-SAME: %sum: memref<64x64xf32> {launch.access = 3 : i32}
// CHECK-SAME: %part: memref<64x64xf32> {launch.access = 2 : i32}
// CHECK-SAME: %ahead: memref<64x64xf32> {launch.access = 0 : i32}
tile.kernel @reduces(%sum: memref<64x64xf32>, %part: memref<64x64xf32>, %ahead: memref<64x64xf32>) block [32] {
  %a = tile.tensor_map %sum reduced : memref<64x64xf32> -> !tile.tensor_map<8x32xf32>
  %view = memref.subview %part[8, 0] [8, 64] [1, 1] : memref<64x64xf32> to memref<8x64xf32, strided<[64, 1], offset: 512>>
  %b = tile.tensor_map %view stored : memref<8x64xf32, strided<[64, 1], offset: 512>> -> !tile.tensor_map<8x32xf32>
  %c = tile.tensor_map %ahead : memref<64x64xf32> -> !tile.tensor_map<8x32xf32>
}

// Who acquires a map in memory reads it.
// CHECK-LABEL: tile.kernel @acquires
// CHECK-SAME: %map: memref<128xi8> {launch.access = 1 : i32}
tile.kernel @acquires(%map: memref<128xi8>) block [32] {
  tile.fence.proxy.tensormap acquire.gpu [%map] : memref<128xi8>
}

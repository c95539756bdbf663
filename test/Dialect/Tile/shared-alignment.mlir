// RUN: tilery-opt %s | FileCheck %s

// Where a stage of a ring starts is known to be aligned from its pitch, or from
// how its position is computed.
// CHECK-LABEL: tile.kernel @rings
tile.kernel @rings(%map: !tile.tensor_map<64x32xf32>, %row: !tile.tensor_map<256xf32>, %x: i32, %s: index) block [32] {
  %c256 = arith.constant 256 : index
  %ring = tile.alloc_shared : memref<4x64x32xf32, #tile.shared>
  %stage = memref.subview %ring[%s, 0, 0] [1, 64, 32] [1, 1, 1]
    : memref<4x64x32xf32, #tile.shared> to memref<64x32xf32, strided<[32, 1], offset: ?>, #tile.shared>
  // CHECK: tile.tma.store
  tile.tma.store %map[%x, %x], %stage
    : !tile.tensor_map<64x32xf32>, memref<64x32xf32, strided<[32, 1], offset: ?>, #tile.shared>

  %line = tile.alloc_shared : memref<1024xf32, #tile.shared>
  %start = arith.muli %s, %c256 : index
  %part = memref.subview %line[%start] [256] [1]
    : memref<1024xf32, #tile.shared> to memref<256xf32, strided<[1], offset: ?>, #tile.shared>
  // CHECK: tile.tma.store
  tile.tma.store %row[%x], %part
    : !tile.tensor_map<256xf32>, memref<256xf32, strided<[1], offset: ?>, #tile.shared>
}

// A cast of a stage, as canonicalization makes one, hides nothing.
// CHECK-LABEL: tile.kernel @cast
tile.kernel @cast(%map: !tile.tensor_map<64x32xf32>, %x: i32) block [32] {
  %ring = tile.alloc_shared : memref<4x64x32xf32, #tile.shared>
  %stage = memref.subview %ring[1, 0, 0] [1, 64, 32] [1, 1, 1]
    : memref<4x64x32xf32, #tile.shared> to memref<64x32xf32, strided<[32, 1], offset: 2048>, #tile.shared>
  %cast = memref.cast %stage
    : memref<64x32xf32, strided<[32, 1], offset: 2048>, #tile.shared> to memref<64x32xf32, strided<[32, 1], offset: ?>, #tile.shared>
  // CHECK: tile.tma.store
  tile.tma.store %map[%x, %x], %cast
    : !tile.tensor_map<64x32xf32>, memref<64x32xf32, strided<[32, 1], offset: ?>, #tile.shared>
}

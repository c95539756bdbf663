// RUN: tilery-opt %s -canonicalize -tile-verify-kernel | FileCheck %s

// Folding a constant into a subview puts a cast behind it, which keeps the
// swizzle: what was legal stays so.
// CHECK-LABEL: tile.kernel @stage
// CHECK: %[[STAGE:.*]] = memref.subview %{{.*}}[1, 0, 0]
// CHECK: memref.cast %[[STAGE]]
tile.kernel @stage(%map: !tile.tensor_map<64x64xf16, swizzle = 128B>, %x: i32, %out: memref<64xf16>) block [32] {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %ring = tile.alloc_shared : memref<2x64x64xf16, #tile.shared<swizzle = 128B>>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %v = memref.subview %ring[%c1, 0, 0] [1, 64, 64] [1, 1, 1]
    : memref<2x64x64xf16, #tile.shared<swizzle = 128B>>
    to memref<64x64xf16, strided<[64, 1], offset: ?>, #tile.shared<swizzle = 128B>>
  tile.tma.load <shared_cta> %v, %map[%x, %x] mbar %bar
    : memref<64x64xf16, strided<[64, 1], offset: ?>, #tile.shared<swizzle = 128B>>,
      !tile.tensor_map<64x64xf16, swizzle = 128B>
  %f = memref.load %v[%c0, %c1] : memref<64x64xf16, strided<[64, 1], offset: ?>, #tile.shared<swizzle = 128B>>
  memref.store %f, %out[%c0] : memref<64xf16>
}

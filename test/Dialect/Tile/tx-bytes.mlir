// RUN: tilery-opt %s --canonicalize | FileCheck %s

// The byte count of a transfer folds to a constant.

// CHECK-LABEL: tile.kernel @counts
tile.kernel @counts() block [32] {
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %plain = tile.alloc_shared : memref<8x32xf32, #tile.shared>
  %ring = tile.alloc_shared : memref<3x1x2x64x64xf16, #tile.shared<swizzle = 128B>>
  %strided = tile.alloc_shared : memref<3x16xf32, #tile.shared>
  %slices = tile.alloc_shared : memref<2x4x1x8x8xf16, #tile.shared>
  %narrow = tile.alloc_shared : memref<8x16xf16, strided<[64, 1]>, #tile.shared<swizzle = 128B>>
  // CHECK-NOT: tile.tx_bytes
  // The whole buffer.
  %0 = tile.tx_bytes %plain : memref<8x32xf32, #tile.shared>
  // CHECK: arrive_expect_tx %{{.*}}, 1024
  tile.mbarrier.arrive_expect_tx %bar, %0
  %1 = tile.tx_bytes %plain box [8, 32] format(tf32) : memref<8x32xf32, #tile.shared>
  // CHECK-NEXT: arrive_expect_tx %{{.*}}, 1024
  tile.mbarrier.arrive_expect_tx %bar, %1
  // All repetitions: 3 * 2 * 64 * 64 * 2.
  %2 = tile.tx_bytes %ring box [64, 64] : memref<3x1x2x64x64xf16, #tile.shared<swizzle = 128B>>
  // CHECK-NEXT: arrive_expect_tx %{{.*}}, 49152
  tile.mbarrier.arrive_expect_tx %bar, %2
  // Of 8 rows each third, whatever the innermost stride says: 3 * 16 * 4.
  %3 = tile.tx_bytes %strided box [8, 16] element_strides [3, 2] : memref<3x16xf32, #tile.shared>
  // CHECK-NEXT: arrive_expect_tx %{{.*}}, 192
  tile.mbarrier.arrive_expect_tx %bar, %3
  // 2 repetitions of 4 * 1 * 8 slices of 16 bytes.
  %4 = tile.tx_bytes %slices box [4, 2, 8] interleave(16B) : memref<2x4x1x8x8xf16, #tile.shared>
  // CHECK-NEXT: arrive_expect_tx %{{.*}}, 1024
  tile.mbarrier.arrive_expect_tx %bar, %4
  // Rows narrower than the swizzle's span: the bytes of the box alone, 8 * 16 * 2.
  %5 = tile.tx_bytes %narrow box [8, 16] : memref<8x16xf16, strided<[64, 1]>, #tile.shared<swizzle = 128B>>
  // CHECK-NEXT: arrive_expect_tx %{{.*}}, 256
  tile.mbarrier.arrive_expect_tx %bar, %5
}

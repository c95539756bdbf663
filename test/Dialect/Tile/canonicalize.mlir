// RUN: tilery-opt %s --canonicalize | FileCheck %s

// A constant operand becomes the literal.
// CHECK-LABEL: tile.kernel @literals
tile.kernel @literals() block [32] {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %bytes = arith.constant 4096 : i32
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // CHECK: tile.mbarrier.init %{{.*}}, 1
  tile.mbarrier.init %bar, %one
  // CHECK-NEXT: tile.mbarrier.arrive_expect_tx %{{.*}}, 4096
  tile.mbarrier.arrive_expect_tx %bar, %bytes
  // CHECK-NEXT: tile.mbarrier.expect_tx %{{.*}}, 4096
  tile.mbarrier.expect_tx %bar, %bytes
  // CHECK-NEXT: tile.mbarrier.wait %{{.*}}, 1
  tile.mbarrier.wait %bar, %one
  // CHECK-NEXT: tile.mbarrier.try_wait %{{.*}}, 1
  %0 = tile.mbarrier.try_wait %bar, %one
  // CHECK-NEXT: tile.mbarrier.test_wait %{{.*}}, 1
  %1 = tile.mbarrier.test_wait %bar, %one
}

// CHECK-LABEL: tile.kernel @coord
tile.kernel @coord(%map: !tile.tensor_map<64xf32>) block [32] {
  // CHECK: %[[X:.*]] = arith.constant 64 : i32
  // CHECK: %[[BIG:.*]] = arith.constant 4294967296 : index
  // CHECK: %[[Y:.*]] = tile.coord %[[BIG]]
  // CHECK: tile.tma.store %map[%[[X]]]
  // CHECK: tile.tma.store %map[%[[Y]]]
  %c64 = arith.constant 64 : index
  %big = arith.constant 4294967296 : index
  %tile = tile.alloc_shared : memref<64xf32, #tile.shared>
  %x = tile.coord %c64
  %y = tile.coord %big
  tile.tma.store %map[%x], %tile : !tile.tensor_map<64xf32>, memref<64xf32, #tile.shared>
  tile.tma.store %map[%y], %tile : !tile.tensor_map<64xf32>, memref<64xf32, #tile.shared>
}

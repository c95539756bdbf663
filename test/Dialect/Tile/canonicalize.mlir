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

// CHECK-LABEL: tile.kernel @more_literals
tile.kernel @more_literals(%out: memref<1xi64>) block [64] cluster [2, 3] {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %one = arith.constant 1 : i32
  %warp = arith.constant 32 : i32
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // CHECK: tile.mapa %{{.*}}, 5 : !tile.mbarrier_ref{{$}}
  %far = tile.mapa %bar, %c5 : !tile.mbarrier_ref, index
  // CHECK-NEXT: tile.mbarrier.arrive %{{.*}} <shared_cluster>, 1
  tile.mbarrier.arrive %far <shared_cluster>, %one
  // CHECK-NEXT: tile.mbarrier.arrive_drop %{{.*}}, 1
  tile.mbarrier.arrive_drop %bar, %one
  // CHECK-NEXT: tile.mbarrier.arrive_drop_expect_tx %{{.*}}, 32
  tile.mbarrier.arrive_drop_expect_tx %bar, %warp
  // CHECK-NEXT: tile.mbarrier.complete_tx %{{.*}}, 32
  tile.mbarrier.complete_tx %bar, %warp
  // CHECK-NEXT: tile.mbarrier.try_wait %{{.*}}, 1 suspend_ns 32
  %0 = tile.mbarrier.try_wait %bar, %one suspend_ns %warp
  // CHECK-NEXT: tile.mbarrier.wait %{{.*}}, 1 suspend_ns 32
  tile.mbarrier.wait %bar, %one suspend_ns %warp
  // CHECK-NEXT: tile.named_barrier.sync 1, 32
  tile.named_barrier.sync %one, %warp
  // CHECK-NEXT: tile.named_barrier.arrive 1, 32
  tile.named_barrier.arrive %one, %warp
  // CHECK-NEXT: tile.nanosleep 32
  tile.nanosleep %warp
  // CHECK-NEXT: memref.store %c6_i64
  %size = tile.cluster_size
  %wide = arith.index_cast %size : index to i64
  memref.store %wide, %out[%c0] : memref<1xi64>
}

// What holds is not checked; what does not is kept.
// CHECK-LABEL: tile.kernel @asserted
// CHECK-NOT: "holds"
// CHECK: tile.assert %{{.*}}, "fails"
tile.kernel @asserted() block [32] {
  %true = arith.constant true
  %false = arith.constant false
  tile.assert %true, "holds"
  tile.assert %false, "fails"
}

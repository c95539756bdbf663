// RUN: tilery-opt %s | tilery-opt | FileCheck %s
// RUN: tilery-opt %s --mlir-print-op-generic | tilery-opt | FileCheck %s
// RUN: tilery-opt %s --emit-bytecode | tilery-opt | FileCheck %s

// CHECK-LABEL: tile.kernel @arrivals(%n: i32)
tile.kernel @arrivals(%n: i32) block [32] cluster [2] {
  %c1 = arith.constant 1 : index
  %bars = tile.alloc_shared : memref<4x!tile.mbarrier, #tile.shared>
  // CHECK: %[[BAR:.*]] = tile.mbarrier.ref %bars
  %bar = tile.mbarrier.ref %bars[%c1] : memref<4x!tile.mbarrier, #tile.shared>
  // CHECK-NEXT: %[[FAR:.*]] = tile.mapa %[[BAR]], 1 : !tile.mbarrier_ref
  %far = tile.mapa %bar, 1 : !tile.mbarrier_ref
  // CHECK-NEXT: %[[STATE:.*]] = tile.mbarrier.arrive %[[BAR]] -> i64
  %state = tile.mbarrier.arrive %bar -> i64
  // CHECK-NEXT: tile.mbarrier.arrive release.cta %[[BAR]], 2{{$}}
  tile.mbarrier.arrive release.cta %bar, 2
  // CHECK-NEXT: tile.mbarrier.arrive relaxed.cluster %[[BAR]], %n -> i64
  %s1 = tile.mbarrier.arrive relaxed.cluster %bar, %n -> i64
  // CHECK-NEXT: tile.mbarrier.arrive %[[BAR]], 3 no_complete -> i64
  %s2 = tile.mbarrier.arrive %bar, 3 no_complete -> i64
  // CHECK-NEXT: tile.mbarrier.arrive %[[FAR]] <shared_cluster>{{$}}
  tile.mbarrier.arrive %far <shared_cluster>
  // CHECK-NEXT: tile.mbarrier.arrive release.cluster %[[FAR]] <shared_cluster>, 4
  tile.mbarrier.arrive release.cluster %far <shared_cluster>, 4
  // CHECK-NEXT: tile.mbarrier.arrive_drop %[[BAR]]{{$}}
  tile.mbarrier.arrive_drop %bar
  // CHECK-NEXT: tile.mbarrier.arrive_drop relaxed.cta %[[FAR]] <shared_cluster>, %n
  tile.mbarrier.arrive_drop relaxed.cta %far <shared_cluster>, %n
  // CHECK-NEXT: tile.mbarrier.arrive_drop %[[BAR]], 2 no_complete
  tile.mbarrier.arrive_drop %bar, 2 no_complete
  // CHECK-NEXT: tile.mbarrier.arrive_expect_tx relaxed.cta %[[BAR]], 16 -> i64
  %s3 = tile.mbarrier.arrive_expect_tx relaxed.cta %bar, 16 -> i64
  // CHECK-NEXT: tile.mbarrier.arrive_expect_tx %[[FAR]] <shared_cluster>, %n
  tile.mbarrier.arrive_expect_tx %far <shared_cluster>, %n
  // CHECK-NEXT: tile.mbarrier.arrive_drop_expect_tx release.cluster %[[BAR]], 16
  tile.mbarrier.arrive_drop_expect_tx release.cluster %bar, 16
  // CHECK-NEXT: tile.mbarrier.expect_tx relaxed.cluster %[[FAR]] <shared_cluster>, 32
  tile.mbarrier.expect_tx relaxed.cluster %far <shared_cluster>, 32
  // CHECK-NEXT: tile.mbarrier.complete_tx %[[BAR]], 32
  tile.mbarrier.complete_tx %bar, 32
  // CHECK-NEXT: tile.mbarrier.pending_count %[[STATE]]
  %pending = tile.mbarrier.pending_count %state
}

// CHECK-LABEL: tile.kernel @waits(%n: i32, %s: i64)
tile.kernel @waits(%n: i32, %s: i64) block [32] {
  %c1 = arith.constant 1 : index
  %bars = tile.alloc_shared : memref<4x!tile.mbarrier, #tile.shared>
  // CHECK: %[[BAR:.*]] = tile.mbarrier.ref %bars
  %bar = tile.mbarrier.ref %bars[%c1] : memref<4x!tile.mbarrier, #tile.shared>
  // CHECK-NEXT: tile.mbarrier.wait acquire.cluster %[[BAR]], %n suspend_ns 1000
  tile.mbarrier.wait acquire.cluster %bar, %n suspend_ns 1000
  // CHECK-NEXT: tile.mbarrier.wait %[[BAR]], state %s
  tile.mbarrier.wait %bar, state %s
  // CHECK-NEXT: tile.mbarrier.try_wait relaxed.cta %[[BAR]], state %s suspend_ns %n
  %0 = tile.mbarrier.try_wait relaxed.cta %bar, state %s suspend_ns %n
  // CHECK-NEXT: tile.mbarrier.test_wait relaxed.cluster %[[BAR]], 1
  %1 = tile.mbarrier.test_wait relaxed.cluster %bar, 1
}

// Barriers of another block, through a buffer of them.
// CHECK-LABEL: tile.kernel @mapped(%rank: i32)
tile.kernel @mapped(%rank: i32) block [32] cluster [4] {
  %c1 = arith.constant 1 : index
  %bars = tile.alloc_shared : memref<4x!tile.mbarrier, #tile.shared>
  // CHECK: %[[FAR:.*]] = tile.mapa %bars, %rank : memref<4x!tile.mbarrier, #tile.shared>, i32
  %far = tile.mapa %bars, %rank : memref<4x!tile.mbarrier, #tile.shared>, i32
  // CHECK-NEXT: %[[BAR:.*]] = tile.mbarrier.ref %[[FAR]][%{{.*}}] : memref<4x!tile.mbarrier, #tile.shared_cluster>
  %bar = tile.mbarrier.ref %far[%c1] : memref<4x!tile.mbarrier, #tile.shared_cluster>
  // CHECK-NEXT: tile.mbarrier.arrive %[[BAR]] <shared_cluster>
  tile.mbarrier.arrive %bar <shared_cluster>
}

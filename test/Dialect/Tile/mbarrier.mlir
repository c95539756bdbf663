// RUN: tilery-opt %s | tilery-opt | FileCheck %s
// RUN: tilery-opt %s --mlir-print-op-generic | tilery-opt | FileCheck %s
// RUN: tilery-opt %s --emit-bytecode | tilery-opt | FileCheck %s

// CHECK-LABEL: tile.kernel @barriers(%n: i32)
tile.kernel @barriers(%n: i32) block [32] {
  %c1 = arith.constant 1 : index
  %full = tile.alloc_shared : memref<4x!tile.mbarrier, #tile.shared>
  // CHECK: %[[BAR:.*]] = tile.mbarrier.ref %full[%{{.*}}] : memref<4x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c1] : memref<4x!tile.mbarrier, #tile.shared>
  // CHECK-NEXT: tile.mbarrier.init %[[BAR]], 1
  tile.mbarrier.init %bar, 1
  // CHECK-NEXT: tile.mbarrier.init %[[BAR]], %n
  tile.mbarrier.init %bar, %n
  // CHECK-NEXT: tile.mbarrier.arrive %[[BAR]]
  tile.mbarrier.arrive %bar
  // CHECK-NEXT: tile.mbarrier.arrive_expect_tx %[[BAR]], 16384
  tile.mbarrier.arrive_expect_tx %bar, 16384
  // CHECK-NEXT: tile.mbarrier.arrive_expect_tx %[[BAR]], %n
  tile.mbarrier.arrive_expect_tx %bar, %n
  // CHECK-NEXT: tile.mbarrier.expect_tx %[[BAR]], 1048575
  tile.mbarrier.expect_tx %bar, 1048575
  // CHECK-NEXT: tile.mbarrier.wait %[[BAR]], 0
  tile.mbarrier.wait %bar, 0
  // CHECK-NEXT: tile.mbarrier.wait %[[BAR]], %n
  tile.mbarrier.wait %bar, %n
  // CHECK-NEXT: tile.mbarrier.try_wait %[[BAR]], 1
  %0 = tile.mbarrier.try_wait %bar, 1
  // CHECK-NEXT: tile.mbarrier.test_wait %[[BAR]], %n
  %1 = tile.mbarrier.test_wait %bar, %n
  // CHECK-NEXT: tile.mbarrier.inval %[[BAR]]
  tile.mbarrier.inval %bar
}

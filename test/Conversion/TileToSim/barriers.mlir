// RUN: tilery-opt %s -convert-tile-to-sim -canonicalize -cse | FileCheck %s

// Orders are semantics | scope << 8, PTX's defaults where none is given; 65536 adds
// noComplete.
// CHECK-LABEL: llvm.func @sim_barriers(
// CHECK-DAG: %[[RELEASE:.*]] = llvm.mlir.constant(1 : i32)
// CHECK-DAG: %[[ACQUIRE:.*]] = llvm.mlir.constant(2 : i32)
// CHECK-DAG: %[[AT_CLUSTER:.*]] = llvm.mlir.constant(257 : i32)
// CHECK-DAG: %[[PARTIAL:.*]] = llvm.mlir.constant(65537 : i32)
// CHECK-DAG: %[[RELAXED:.*]] = llvm.mlir.constant(0 : i32)
// CHECK: llvm.call @tilery_sim_mbarrier_init(%[[T:[^,]*]], %[[BAR:[^,]*]], %{{.*}}, %{{.*}}) : (!llvm.ptr, !llvm.ptr, i32, i32) -> ()
// CHECK: %[[STATE:.*]] = llvm.call @tilery_sim_mbarrier_arrive(%[[T]], %[[BAR]], %{{[^,]*}}, %[[RELEASE]], %{{.*}}) : (!llvm.ptr, !llvm.ptr, i32, i32, i32) -> i64
// CHECK: llvm.call @tilery_sim_mbarrier_arrive(%[[T]], %[[BAR]], %{{[^,]*}}, %[[PARTIAL]], %{{.*}})
// CHECK: llvm.call @tilery_sim_mbarrier_arrive_drop(%[[T]], %[[BAR]], %{{[^,]*}}, %[[RELEASE]], %{{.*}})
// CHECK: llvm.call @tilery_sim_mbarrier_arrive_expect_tx(%[[T]], %[[BAR]], %{{[^,]*}}, %[[RELEASE]], %{{.*}})
// CHECK: llvm.call @tilery_sim_mbarrier_expect_tx(%[[T]], %[[BAR]], %{{[^,]*}}, %[[RELAXED]], %{{.*}}) : (!llvm.ptr, !llvm.ptr, i32, i32, i32) -> ()
// CHECK: llvm.call @tilery_sim_mbarrier_complete_tx
// CHECK: llvm.call @tilery_sim_mbarrier_pending_count(%[[STATE]]) : (i64) -> i32
// CHECK: llvm.call @tilery_sim_mbarrier_wait(%[[T]], %[[BAR]], %{{[^,]*}}, %[[ACQUIRE]], %{{.*}}) : (!llvm.ptr, !llvm.ptr, i32, i32, i32) -> ()
// CHECK: llvm.call @tilery_sim_mbarrier_wait_state(%[[T]], %[[BAR]], %[[STATE]], %[[ACQUIRE]], %{{.*}}) : (!llvm.ptr, !llvm.ptr, i64, i32, i32) -> ()
// CHECK: %[[DONE:.*]] = llvm.call @tilery_sim_mbarrier_try_wait(%{{.*}}) : (!llvm.ptr, !llvm.ptr, i32, i32, i32) -> i32
// CHECK: llvm.icmp "ne" %[[DONE]], %{{.*}} : i32
// CHECK: llvm.call @tilery_sim_mbarrier_test_wait_state(%{{.*}}) : (!llvm.ptr, !llvm.ptr, i64, i32, i32) -> i32
// CHECK: %[[THERE:.*]] = llvm.call @tilery_sim_mapa
// CHECK: llvm.call @tilery_sim_mbarrier_arrive(%[[T]], %[[THERE]], %{{[^,]*}}, %[[AT_CLUSTER]], %{{.*}})
// CHECK: llvm.call @tilery_sim_mbarrier_inval
tile.kernel @barriers(%out: memref<4xi8>, %pending: memref<1xi32>) block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %full = tile.alloc_shared at 0 : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  tile.mbarrier.init %bar, 4
  %state = tile.mbarrier.arrive %bar -> i64
  %other = tile.mbarrier.arrive %bar, 1 no_complete -> i64
  tile.mbarrier.arrive_drop %bar
  tile.mbarrier.arrive_expect_tx %bar, 1024
  tile.mbarrier.expect_tx %bar, 1024
  tile.mbarrier.complete_tx %bar, 1024
  %count = tile.mbarrier.pending_count %state
  memref.store %count, %pending[%c0] : memref<1xi32>
  tile.mbarrier.wait %bar, 0
  tile.mbarrier.wait %bar, state %state
  %done = tile.mbarrier.try_wait %bar, 1
  %done_i8 = arith.extui %done : i1 to i8
  memref.store %done_i8, %out[%c0] : memref<4xi8>
  %tested = tile.mbarrier.test_wait %bar, state %state
  %tested_i8 = arith.extui %tested : i1 to i8
  memref.store %tested_i8, %out[%c1] : memref<4xi8>
  %there = tile.mapa %bar, 1 : !tile.mbarrier_ref
  tile.mbarrier.arrive release.cluster %there <shared_cluster>
  tile.mbarrier.inval %bar
}

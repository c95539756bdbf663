// RUN: tilery-opt %s -pass-pipeline='builtin.module(tile.kernel(tile-plan-shared-memory),convert-tile-to-nvvm)' | FileCheck %s

// CHECK-LABEL: llvm.func @barriers
tile.kernel @barriers(%count: i32, %parity: i32, %bytes: i32, %out: memref<2xi32>) block [32] {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %bars = tile.alloc_shared : memref<4x!tile.mbarrier, #tile.shared>
  // CHECK: %[[BAR:.*]] = llvm.getelementptr inbounds %{{.*}}[%{{.*}}] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, i64
  %bar = tile.mbarrier.ref %bars[%c2] : memref<4x!tile.mbarrier, #tile.shared>

  // CHECK: nvvm.mbarrier.init %[[BAR]], %arg0
  tile.mbarrier.init %bar, %count
  // CHECK: %[[ONE:.*]] = llvm.mlir.constant(1 : i32)
  // CHECK: nvvm.mbarrier.init %[[BAR]], %[[ONE]]
  tile.mbarrier.init %bar, 1
  // CHECK: nvvm.mbarrier.arrive %[[BAR]]
  tile.mbarrier.arrive %bar
  // CHECK: %[[BYTES:.*]] = llvm.mlir.constant(4096 : i32)
  // CHECK: nvvm.mbarrier.arrive.expect_tx %[[BAR]], %[[BYTES]]
  tile.mbarrier.arrive_expect_tx %bar, 4096
  // CHECK: nvvm.mbarrier.expect_tx %[[BAR]], %arg2
  tile.mbarrier.expect_tx %bar, %bytes

  // CHECK: llvm.br ^[[LOOP:.*]]
  // CHECK: ^[[LOOP]]:
  // CHECK: %[[DONE:.*]] = nvvm.mbarrier.try_wait %[[BAR]], %arg1
  // CHECK: llvm.cond_br %[[DONE]], ^[[AFTER:.*]], ^[[LOOP]]
  // CHECK: ^[[AFTER]]:
  tile.mbarrier.wait %bar, %parity

  // CHECK: nvvm.mbarrier.try_wait %[[BAR]], %arg1
  %a = tile.mbarrier.try_wait %bar, %parity
  // CHECK: nvvm.mbarrier.test.wait %[[BAR]], %arg1
  %b = tile.mbarrier.test_wait %bar, %parity
  %x = arith.extui %a : i1 to i32
  %y = arith.extui %b : i1 to i32
  memref.store %x, %out[%c0] : memref<2xi32>
  memref.store %y, %out[%c1] : memref<2xi32>
  // CHECK: nvvm.mbarrier.inval %[[BAR]]
  tile.mbarrier.inval %bar
}

// CHECK-LABEL: llvm.func @orderings
tile.kernel @orderings(%n: i32, %rank: i32, %out: memref<2xi32>) block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<4x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<4x!tile.mbarrier, #tile.shared>
  // CHECK: %[[FAR:.*]] = nvvm.mapa %[[BAR:.*]], %arg1 : !llvm.ptr<3> -> !llvm.ptr<7>
  %far = tile.mapa %bar, %rank : !tile.mbarrier_ref, i32
  // CHECK: %[[STATE:.*]] = llvm.inline_asm has_side_effects {{.*}} "mbarrier.arrive.shared.b64 $0, [$1], $2;", "=l,r,r,~{memory}" %{{.*}}, %arg0
  %state = tile.mbarrier.arrive %bar, %n -> i64
  // CHECK: nvvm.mbarrier.arrive %[[BAR]] {relaxed = true, scope = #nvvm.mem_scope<cluster>}
  tile.mbarrier.arrive relaxed.cluster %bar
  // CHECK: nvvm.mbarrier.arrive.nocomplete %[[BAR]]
  tile.mbarrier.arrive %bar, 2 no_complete
  // No state comes from another block, and none is asked for.
  // CHECK: nvvm.mbarrier.arrive %[[FAR]] : !llvm.ptr<7>{{$}}
  tile.mbarrier.arrive %far <shared_cluster>
  // CHECK: nvvm.mbarrier.arrive %[[FAR]] {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<7>{{$}}
  tile.mbarrier.arrive release.cluster %far <shared_cluster>
  // CHECK: nvvm.mbarrier.arrive_drop %[[FAR]], %arg0 : !llvm.ptr<7>
  tile.mbarrier.arrive_drop %far <shared_cluster>, %n
  // CHECK: nvvm.mbarrier.arrive_drop.nocomplete %[[BAR]]
  tile.mbarrier.arrive_drop %bar, 2 no_complete
  // CHECK: nvvm.mbarrier.arrive.expect_tx %[[FAR]], %arg0 {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<7>, i32
  tile.mbarrier.arrive_expect_tx release.cluster %far <shared_cluster>, %n
  // CHECK: nvvm.mbarrier.arrive_drop.expect_tx %[[BAR]], %arg0 {relaxed = true}
  tile.mbarrier.arrive_drop_expect_tx relaxed.cta %bar, %n
  // CHECK: nvvm.mbarrier.expect_tx %[[FAR]], %arg0 {scope = #nvvm.mem_scope<cluster>}
  tile.mbarrier.expect_tx relaxed.cluster %far <shared_cluster>, %n
  // CHECK: nvvm.mbarrier.complete_tx %[[BAR]], %arg0
  tile.mbarrier.complete_tx %bar, %n
  // CHECK: llvm.call_intrinsic "llvm.nvvm.mbarrier.pending.count"(%[[STATE]])
  %pending = tile.mbarrier.pending_count %state
  memref.store %pending, %out[%c0] : memref<2xi32>
  // CHECK: nvvm.mbarrier.try_wait %[[BAR]], %[[STATE]], %arg0 : !llvm.ptr<3>, i64, i32 -> i1
  // CHECK: llvm.cond_br
  tile.mbarrier.wait %bar, state %state suspend_ns %n
  // CHECK: nvvm.mbarrier.try_wait %[[BAR]], %arg0 {relaxed = true, scope = #nvvm.mem_scope<cluster>}
  %p = tile.mbarrier.try_wait relaxed.cluster %bar, %n
  // CHECK: nvvm.mbarrier.test.wait %[[BAR]], %[[STATE]]
  %q = tile.mbarrier.test_wait %bar, state %state
}

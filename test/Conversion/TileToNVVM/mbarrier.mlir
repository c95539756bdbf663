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

// RUN: tilery-opt %s -convert-tile-to-sim | FileCheck %s

// Each back edge takes one from the thread's fuel, which lies 8 bytes behind its start.
// CHECK-LABEL: llvm.func @sim_loops(
// CHECK-SAME: sites = [{{.*}}["{{.*}}loops.mlir", [[# @LINE + 16]], 3, "loop", "", -1, -1, 0]
// CHECK: %[[PLACE:.*]] = llvm.getelementptr %[[THREAD:.*]][8] : (!llvm.ptr) -> !llvm.ptr, i8
// CHECK: %[[FUEL:.*]] = llvm.load %[[PLACE]] : !llvm.ptr -> i64
// CHECK: %[[LEFT:.*]] = llvm.sub %[[FUEL]], %{{.*}} : i64
// CHECK: llvm.store %[[LEFT]], %[[PLACE]] : i64, !llvm.ptr
// CHECK: %[[EMPTY:.*]] = llvm.icmp "slt" %[[LEFT]], %{{.*}} : i64
// CHECK: llvm.cond_br %[[EMPTY]], ^[[REFUEL:.*]], ^[[BACK:.*]]
// CHECK: ^[[REFUEL]]:
// CHECK: llvm.call @tilery_sim_refuel(%[[THREAD]], %{{.*}}) : (!llvm.ptr, i32) -> ()
// CHECK: llvm.br ^[[BACK]]
// CHECK-NOT: tilery_sim_refuel(
// CHECK: llvm.return
tile.kernel @loops(%n: index, %x: memref<64xf32>) block [32] {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    memref.store %one, %x[%i] : memref<64xf32>
  }
}

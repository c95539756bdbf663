// RUN: tilery-opt %s -convert-tile-to-nvvm | FileCheck %s

// CHECK-LABEL: llvm.func @loops
// CHECK-NOT: scf.
// CHECK-NOT: cf.
// CHECK: llvm.return
tile.kernel @loops(%n: index, %out: memref<64xi32>) block [32] {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %i0) -> (i32) {
    %odd = arith.remui %i, %c1 : index
    %is = arith.cmpi eq, %odd, %c0 : index
    %t = scf.if %is -> (i32) {
      %u = arith.addi %s, %i1 : i32
      scf.yield %u : i32
    } else {
      scf.yield %s : i32
    }
    scf.yield %t : i32
  }
  %last = scf.while (%s = %sum) : (i32) -> i32 {
    %more = arith.cmpi sgt, %s, %i1 : i32
    scf.condition(%more) %s : i32
  } do {
  ^bb0(%s: i32):
    %h = arith.shrsi %s, %i1 : i32
    scf.yield %h : i32
  }
  %picked = scf.index_switch %n -> i32
  case 1 {
    scf.yield %i1 : i32
  }
  default {
    scf.yield %last : i32
  }
  memref.store %picked, %out[%c0] : memref<64xi32>
}

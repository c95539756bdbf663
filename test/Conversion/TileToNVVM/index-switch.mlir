// RUN: tilery-opt %s -convert-tile-to-nvvm | FileCheck %s

// All 64 bits of the index and of the cases count.
// CHECK-LABEL: llvm.func @wide
tile.kernel @wide(%n: index, %out: memref<64xi32>) block [32] {
  %a = arith.constant 111 : i32
  %b = arith.constant 222 : i32
  %c = arith.constant 333 : i32
  // CHECK: llvm.switch %arg0 : i64, ^[[DEFAULT:bb[0-9]+]] [
  // CHECK-NEXT: 3: ^[[THREE:bb[0-9]+]],
  // CHECK-NEXT: 4294967299: ^[[WIDE:bb[0-9]+]]
  // CHECK: ^[[THREE]]:
  // CHECK-NEXT: llvm.br ^[[AFTER:bb[0-9]+]](%{{.*}} : i32)
  // CHECK: ^[[WIDE]]:
  // CHECK-NEXT: llvm.br ^[[AFTER]](%{{.*}} : i32)
  // CHECK: ^[[DEFAULT]]:
  // CHECK-NEXT: llvm.br ^[[AFTER]](%{{.*}} : i32)
  // CHECK: ^[[AFTER]](%[[RESULT:.*]]: i32):
  %x = scf.index_switch %n -> i32
  case 3 {
    scf.yield %a : i32
  }
  case 4294967299 {
    scf.yield %b : i32
  }
  default {
    scf.yield %c : i32
  }
  // CHECK: llvm.store %[[RESULT]]
  memref.store %x, %out[%n] : memref<64xi32>
}

// Control flow in the cases, and no result.
// CHECK-LABEL: llvm.func @nested
// CHECK: llvm.switch %arg0 : i64
// CHECK: llvm.cond_br
// CHECK: llvm.store
// CHECK: llvm.return
tile.kernel @nested(%n: index, %x: i32, %out: memref<64xi32>) block [32] {
  %a = arith.constant 111 : i32
  %more = arith.cmpi eq, %x, %a : i32
  scf.index_switch %n
  case -1 {
    scf.if %more {
      memref.store %a, %out[%n] : memref<64xi32>
    }
    scf.yield
  }
  default {
  }
}

// RUN: tileryc %s --target=sm_90 | FileCheck %s

// A relaxed poll only reads its barrier; it stays in its loop, and each one is made.

// CHECK-LABEL: .entry spin(
// CHECK: $[[LOOP:.*]]:
// CHECK: mbarrier.test_wait.parity.relaxed.cta.shared.b64
// CHECK: bra $[[LOOP]]
tile.kernel @spin(%n: i32) block [32] {
  %c0 = arith.constant 0 : index
  %true = arith.constant true
  %bars = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  scf.while : () -> () {
    %done = tile.mbarrier.test_wait relaxed.cta %bar, %n
    %again = arith.xori %done, %true : i1
    scf.condition(%again)
  } do {
    scf.yield
  }
}

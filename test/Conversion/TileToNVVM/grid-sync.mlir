// RUN: tilery-opt %s -convert-tile-to-nvvm | FileCheck %s

// CHECK-LABEL: llvm.func @phases
tile.kernel @phases() block [64] {
  // CHECK: nvvm.barrier
  // CHECK: llvm.cond_br %{{.*}}, ^[[ARRIVE:.*]], ^[[AFTER:.*]]
  // CHECK: ^[[ARRIVE]]:
  // CHECK: %[[HIGH:.*]] = llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.envreg1"()
  // CHECK: %[[LOW:.*]] = llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.envreg2"()
  // CHECK: %[[WORD:.*]] = llvm.getelementptr %{{.*}}[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
  // CHECK: %[[SHARE:.*]] = llvm.select
  // CHECK: llvm.fence syncscope("device") acq_rel
  // CHECK: %[[OLD:.*]] = llvm.atomicrmw add %[[WORD]], %[[SHARE]] syncscope("device") monotonic
  // CHECK: llvm.br ^[[LOOP:.*]]
  // CHECK: ^[[LOOP]]:
  // CHECK: %[[NOW:.*]] = llvm.load %[[WORD]] atomic syncscope("device") acquire
  // CHECK: %[[CHANGED:.*]] = llvm.xor %[[NOW]], %[[OLD]]
  // CHECK: llvm.cond_br %{{.*}}, ^[[LEAVE:.*]], ^[[LOOP]]
  // CHECK: ^[[LEAVE]]:
  // CHECK: llvm.fence syncscope("device") acq_rel
  // CHECK: ^[[AFTER]]:
  // CHECK: nvvm.barrier
  tile.grid_sync
}

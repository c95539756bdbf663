// RUN: tilery-opt %s --convert-launch-to-llvm | FileCheck %s

launch.binary @k(i64, f16, i8) block [1] images [#launch.image<"sm_90", "ptx\00">]

// Control flow becomes branches, divisions cannot raise SIGFPE.
// CHECK-LABEL: llvm.func @compute
launch.func @compute(%n: index, %d: index, %x: f16, %small: i8) {
  launch.check_scalar %n : index
  launch.check_scalar %d : index
  launch.check_scalar %x : f16
  launch.check_scalar %small : i8
  // CHECK: %[[ZERO:.+]] = llvm.icmp "eq" %[[D:.+]], %{{.+}} : i64
  // CHECK: %[[SAFE:.+]] = llvm.select %[[ZERO]], %{{.+}}, %[[D]]
  // CHECK: %[[Q:.+]] = llvm.udiv %{{.+}}, %[[SAFE]]
  // CHECK: llvm.select %[[ZERO]], %{{.+}}, %[[Q]]
  %q = arith.divui %n, %d : index
  // A constant needs no guard.
  // CHECK: %[[FOUR:.+]] = llvm.mlir.constant(4 : index)
  // CHECK-NEXT: %[[R:.+]] = llvm.udiv %{{.+}}, %[[FOUR]]
  %c4 = arith.constant 4 : index
  %r = arith.divui %q, %c4 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // Slots are allocated once, in the first block, not in the loop.
  // CHECK-NOT: llvm.alloca
  scf.for %i = %c0 to %r step %c1 {
    %v = arith.index_cast %i : index to i64
    // CHECK: llvm.call @tilery_rt_launch
    launch.kernel @k grid [%c4] (%v, %x, %small) : i64, f16, i8
  }
  // CHECK: llvm.call @tilery_rt_end
}

// What LLVM leaves open has one result, in whatever form a launcher is: a shift's
// amount is taken modulo the width, a float out of range is the lowest number, and
// promises are not kept.
// CHECK-LABEL: llvm.func @defined
launch.func @defined(%n: i64, %d: i64, %x: f32, %half: f16) {
  launch.check_scalar %half : f16
  launch.check_scalar %n : i64
  launch.check_scalar %d : i64
  launch.check_scalar %x : f32
  // CHECK: %[[WIDTH:.+]] = llvm.mlir.constant(64 : i64)
  // CHECK: %[[AMOUNT:.+]] = llvm.urem %{{.+}}, %[[WIDTH]]
  // CHECK: llvm.shl %{{.+}}, %[[AMOUNT]] : i64
  %a = arith.shli %n, %d overflow<nsw> : i64
  // CHECK: %[[LEAST:.+]] = llvm.mlir.constant(-2.14748365E+9 : f32)
  // CHECK: %[[END:.+]] = llvm.mlir.constant(2.14748365E+9 : f32)
  // CHECK: %[[IN:.+]] = llvm.and
  // CHECK: %[[SAFE:.+]] = llvm.select %[[IN]], %[[X:.+]], %{{.+}} : i1, f32
  // CHECK: %[[I:.+]] = llvm.fptosi %[[SAFE]] : f32 to i32
  // CHECK: llvm.select %[[IN]], %[[I]], %{{.+}} : i1, i32
  %i = arith.fptosi %x : f32 to i32
  %wide = arith.extui %i : i32 to i64
  // CHECK: llvm.add %{{.+}}, %{{.+}} : i64
  %b = arith.addi %a, %wide overflow<nsw, nuw> : i64
  %c4 = arith.constant 4 : index
  %small = arith.trunci %b : i64 to i8
  launch.kernel @k grid [%c4] (%b, %half, %small) : i64, f16, i8
}

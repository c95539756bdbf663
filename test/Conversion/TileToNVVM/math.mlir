// RUN: tilery-opt %s -convert-tile-to-nvvm | FileCheck %s

// Exactly rounded: LLVM's intrinsics.
// CHECK-LABEL: llvm.func @exact
tile.kernel @exact(%x: f32, %y: f32, %i: i32, %out: memref<16xf32>) block [32] {
  // CHECK: llvm.intr.fabs(%arg0)
  %0 = math.absf %x : f32
  // CHECK: llvm.intr.fma(%arg0, %arg1, %arg0)
  %1 = math.fma %x, %y, %x : f32
  // CHECK: llvm.intr.sqrt(%arg0)
  %2 = math.sqrt %x : f32
  // CHECK: llvm.intr.floor(%arg0)
  %3 = math.floor %x : f32
  // CHECK: llvm.intr.is.fpclass
  %4 = math.isnan %x : f32
  // CHECK: "llvm.intr.ctlz"(%arg2) <{is_zero_poison = false}>
  %5 = math.ctlz %i : i32
  // CHECK: llvm.intr.maximum(%arg0, %arg1)
  %6 = arith.maximumf %x, %y : f32
  // CHECK: llvm.intr.minnum(%arg0, %arg1)
  %7 = arith.minnumf %x, %y : f32
}

// Half precision goes through f32.
// CHECK-LABEL: llvm.func @half
tile.kernel @half(%x: bf16) block [32] {
  // CHECK: %[[WIDE:.*]] = llvm.fpext %arg0 : bf16 to f32
  // CHECK: %[[RESULT:.*]] = llvm.call_intrinsic "llvm.nvvm.ex2.approx.f32"(%[[WIDE]])
  // CHECK: llvm.fptrunc %[[RESULT]] : f32 to bf16
  %0 = math.exp2 %x : bf16
}

// CHECK-LABEL: llvm.func @approximate
tile.kernel @approximate(%x: f32) block [32] {
  // CHECK: llvm.call_intrinsic "llvm.nvvm.rsqrt.approx.f"(%arg0)
  %0 = math.rsqrt %x : f32
  // The argument is split in two; the power is corrected by the rest.
  // CHECK: %[[HIGH:.*]] = llvm.fmul %arg0
  // CHECK: llvm.intr.fma(%arg0
  // CHECK: %[[POWER:.*]] = llvm.call_intrinsic "llvm.nvvm.ex2.approx.f32"(%[[HIGH]])
  // CHECK: %[[CORRECTED:.*]] = llvm.intr.fma(%[[POWER]]
  // CHECK: llvm.select %{{.*}}, %[[CORRECTED]], %[[POWER]]
  %1 = math.exp %x : f32
  // A polynomial of the mantissa; lg2 for what is no positive number.
  // CHECK: llvm.bitcast
  // CHECK-COUNT-9: llvm.intr.fma
  // CHECK: %[[SPECIAL:.*]] = llvm.call_intrinsic "llvm.nvvm.lg2.approx.f"(%arg0)
  // CHECK: llvm.select %{{.*}}, %{{.*}}, %[[SPECIAL]]
  %2 = math.log2 %x : f32
}

// CHECK-LABEL: llvm.func @shortest
tile.kernel @shortest(%x: f32) block [32] {
  // CHECK: %[[SCALED:.*]] = llvm.fmul %arg0
  // CHECK-NEXT: llvm.call_intrinsic "llvm.nvvm.ex2.approx.f32"(%[[SCALED]])
  %0 = math.exp %x fastmath<afn> : f32
  // CHECK-NEXT: llvm.inline_asm {{.*}}"tanh.approx.f32 $0, $1;"
  %1 = math.tanh %x fastmath<afn> : f32
  // CHECK-NEXT: llvm.call_intrinsic "llvm.nvvm.lg2.approx.f"(%arg0)
  %2 = math.log2 %x fastmath<afn> : f32
  // CHECK-NEXT: llvm.call_intrinsic "llvm.nvvm.sin.approx.f"(%arg0)
  %3 = math.sin %x fastmath<afn> : f32
}

// RUN: tilery-opt %s -convert-tile-to-sim | FileCheck %s

// Functions of the C library, through f32 for 16 bits.
// CHECK-LABEL: llvm.func @sim_functions(
// CHECK: llvm.call @tilery_sim_math_expf(%{{.*}}) : (f32) -> f32
// CHECK: llvm.call @tilery_sim_math_sin(%{{.*}}) : (f64) -> f64
// CHECK: %[[WIDE:.*]] = llvm.fpext %{{.*}} : f16 to f32
// CHECK: %[[TANH:.*]] = llvm.call @tilery_sim_math_tanhf(%[[WIDE]]) : (f32) -> f32
// CHECK: llvm.fptrunc %[[TANH]] : f32 to f16
tile.kernel @functions(%x: f32, %d: f64, %h: f16, %o: memref<1xf32>, %p: memref<1xf64>,
                       %q: memref<1xf16>) block [32] {
  %c0 = arith.constant 0 : index
  %a = math.exp %x fastmath<afn> : f32
  memref.store %a, %o[%c0] : memref<1xf32>
  %b = math.sin %d : f64
  memref.store %b, %p[%c0] : memref<1xf64>
  %c = math.tanh %h : f16
  memref.store %c, %q[%c0] : memref<1xf16>
}

// The device's NaN; one rounding of a narrow fused multiply-add.
// CHECK-LABEL: llvm.func @sim_nans(
// CHECK: %[[SUM:.*]] = llvm.fadd %{{.*}} : f32
// CHECK-DAG: %[[IS_NAN:.*]] = llvm.fcmp "uno" %[[SUM]], %[[SUM]] : f32
// CHECK-DAG: %[[NAN:.*]] = llvm.mlir.constant(0x7FFFFFFF : f32) : f32
// CHECK: llvm.select %[[IS_NAN]], %[[NAN]], %[[SUM]] : i1, f32
// CHECK: llvm.call @tilery_sim_math_fma_bf16(%{{.*}}) : (f32, f32, f32) -> f32
// CHECK: %[[INTEGER:.*]] = llvm.call_intrinsic "llvm.fptosi.sat.i32.f32"
tile.kernel @nans(%x: f32, %b: bf16, %o: memref<1xf32>, %p: memref<1xbf16>,
                  %q: memref<1xi32>) block [32] {
  %c0 = arith.constant 0 : index
  %a = arith.addf %x, %x fastmath<fast> : f32
  memref.store %a, %o[%c0] : memref<1xf32>
  %c = math.fma %b, %b, %b : bf16
  memref.store %c, %p[%c0] : memref<1xbf16>
  %i = arith.fptosi %x : f32 to i32
  memref.store %i, %q[%c0] : memref<1xi32>
}

// Divisions do not trap.
// CHECK-LABEL: llvm.func @sim_division(
// CHECK: %[[SAFE:.*]] = llvm.select %{{.*}}, %{{.*}}, %{{.*}} : i1, i32
// CHECK: llvm.sdiv %{{.*}}, %[[SAFE]] : i32
tile.kernel @division(%x: i32, %y: i32, %o: memref<1xi32>) block [32] {
  %c0 = arith.constant 0 : index
  %a = arith.divsi %x, %y : i32
  memref.store %a, %o[%c0] : memref<1xi32>
}

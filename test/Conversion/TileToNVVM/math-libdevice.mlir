// RUN: tilery-opt %s -convert-tile-to-nvvm | FileCheck %s

// CHECK-DAG: llvm.func @__nv_sinf(f32) -> f32
// CHECK-DAG: llvm.func @__nv_exp(f64) -> f64
// CHECK-DAG: llvm.func @__nv_powf(f32, f32) -> f32
// CHECK-DAG: llvm.func @__nv_fmodf(f32, f32) -> f32

// CHECK-LABEL: llvm.func @functions(%arg0: f32, %arg1: f64, %arg2: f16)
tile.kernel @functions(%x: f32, %y: f64, %z: f16) block [32] {
  // CHECK: llvm.call @__nv_sinf(%arg0)
  %0 = math.sin %x : f32
  // CHECK: llvm.call @__nv_exp(%arg1)
  %1 = math.exp %y : f64
  // CHECK: %[[WIDE:.*]] = llvm.fpext %arg2 : f16 to f32
  // CHECK: %[[POWER:.*]] = llvm.call @__nv_powf(%[[WIDE]], %{{.*}})
  // CHECK: llvm.fptrunc %[[POWER]] : f32 to f16
  %2 = math.powf %z, %z : f16
  // CHECK: llvm.call @__nv_fmodf(%arg0, %arg0)
  %3 = arith.remf %x, %x : f32
}

// CHECK-LABEL: llvm.func @vector
// CHECK-COUNT-2: llvm.call @__nv_sinf
tile.kernel @vector(%x: memref<64xf32>, %i: index) block [32] {
  %v = vector.load %x[%i] : memref<64xf32>, vector<2xf32>
  %s = math.sin %v : vector<2xf32>
  vector.store %s, %x[%i] : memref<64xf32>, vector<2xf32>
}

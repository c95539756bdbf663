// RUN: tilery-opt %s -convert-tile-to-nvvm | FileCheck %s

// CHECK-LABEL: llvm.func @vectors(%arg0: f32, %arg1: i64, %arg2: !llvm.ptr<1> {{.*}})
tile.kernel @vectors(%a: f32, %i: index, %out: memref<64xf32>) block [32] {
  %c0 = arith.constant 0 : index
  // CHECK: %[[FIRST:.*]] = llvm.insertelement %arg0
  // CHECK: llvm.shufflevector %[[FIRST]], %{{.*}} [0, 0, 0, 0]
  %b = vector.broadcast %a : f32 to vector<4xf32>
  vector.store %b, %out[%c0] : memref<64xf32>, vector<4xf32>
  %l = vector.load %out[%i] : memref<64xf32>, vector<4xf32>
  // CHECK: llvm.extractelement %{{.*}}[%{{.*}} : i64]
  %e = vector.extract %l[2] : f32 from vector<4xf32>
  // CHECK: llvm.extractelement %{{.*}}[%arg1 : i64]
  %d = vector.extract %l[%i] : f32 from vector<4xf32>
  // CHECK: llvm.insertelement %{{.*}}, %{{.*}}[%arg1 : i64]
  %f = vector.insert %e, %l[%i] : f32 into vector<4xf32>
  // CHECK-COUNT-2: llvm.insertelement
  %g = vector.from_elements %e, %d : vector<2xf32>
  // CHECK-COUNT-4: llvm.extractelement
  %h:4 = vector.to_elements %f : vector<4xf32>
  vector.store %g, %out[%c0] : memref<64xf32>, vector<2xf32>
  memref.store %h#3, %out[%i] : memref<64xf32>
}

// RUN: tilery-opt %s -convert-tile-to-nvvm | FileCheck %s

// CHECK-LABEL: llvm.func @dynamic(
// CHECK-SAME: %[[BASE:arg0]]: !llvm.ptr<1> {{.*}}, %{{arg1}}: i64, %[[N:arg2]]: i64, %[[PITCH:arg3]]: i64, %[[I:arg4]]: i64, %[[J:arg5]]: i64
tile.kernel @dynamic(%x: memref<?x?xf32, strided<[?, 1]>>, %i: index, %j: index) block [32] {
  // CHECK: %[[ROW:.*]] = llvm.mul %[[I]], %{{.*}} overflow<nsw>
  // CHECK: %[[AT:.*]] = llvm.add %[[ROW]], %[[J]] overflow<nsw>
  // CHECK: %[[ADDRESS:.*]] = llvm.getelementptr inbounds %{{.*}}[%[[AT]]] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  // CHECK: llvm.load %[[ADDRESS]] {alignment = 4 : i64} : !llvm.ptr<1> -> f32
  %v = memref.load %x[%i, %j] : memref<?x?xf32, strided<[?, 1]>>
  // CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 16 : i64} : f32, !llvm.ptr<1>
  memref.store %v, %x[%j, %i] {alignment = 16 : i64} : memref<?x?xf32, strided<[?, 1]>>
}

// A vector claims the alignment of an element, unless the op states more.
// CHECK-LABEL: llvm.func @vectors
tile.kernel @vectors(%x: memref<64xf16>, %i: index) block [32] {
  // CHECK: llvm.load %{{.*}} {alignment = 2 : i64} : !llvm.ptr<1> -> vector<4xf16>
  %v = vector.load %x[%i] : memref<64xf16>, vector<4xf16>
  // CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 8 : i64, nontemporal} : vector<4xf16>, !llvm.ptr<1>
  vector.store %v, %x[%i] {alignment = 8 : i64, nontemporal = true} : memref<64xf16>, vector<4xf16>
}

// Types without arithmetic are moved as bytes.
// CHECK-LABEL: llvm.func @fp8
tile.kernel @fp8(%x: memref<64xf8E4M3FN>, %i: index, %j: index) block [32] {
  // CHECK: llvm.load %{{.*}} {alignment = 1 : i64} : !llvm.ptr<1> -> i8
  %v = memref.load %x[%i] : memref<64xf8E4M3FN>
  memref.store %v, %x[%j] : memref<64xf8E4M3FN>
}

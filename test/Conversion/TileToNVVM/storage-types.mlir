// RUN: tilery-opt %s -pass-pipeline='builtin.module(tile-verify-kernel,tile.kernel(tile-plan-shared-memory),convert-tile-to-nvvm)' | FileCheck %s

// Types that are only moved are integers of their size in registers.
// CHECK-LABEL: llvm.func @moved(
// CHECK-SAME: %[[X:.*]]: !llvm.ptr<1>
tile.kernel @moved(%x: memref<64xf8E8M0FNU>, %y: memref<64xui16>, %z: memref<64xsi64>, %n: index) block [32] {
  %smem = tile.alloc_shared : memref<64xui16, #tile.shared>
  // CHECK: %[[A:.*]] = llvm.load %{{.*}} : !llvm.ptr<1> -> i8
  %a = memref.load %x[%n] : memref<64xf8E8M0FNU>
  // CHECK: llvm.store %{{.*}} : vector<4xi8>, !llvm.ptr<1>
  %b = vector.broadcast %a : f8E8M0FNU to vector<4xf8E8M0FNU>
  vector.store %b, %x[%n] : memref<64xf8E8M0FNU>, vector<4xf8E8M0FNU>
  // CHECK: llvm.add %[[A]], %[[A]] : i8
  %bits = arith.bitcast %a : f8E8M0FNU to i8
  %sum = arith.addi %bits, %bits : i8
  %back = arith.bitcast %sum : i8 to f8E8M0FNU
  memref.store %back, %x[%n] : memref<64xf8E8M0FNU>
  // CHECK: llvm.load %{{.*}} : !llvm.ptr<1> -> vector<8xi16>
  %c = vector.load %y[%n] : memref<64xui16>, vector<8xui16>
  %d = vector.extract %c[3] : ui16 from vector<8xui16>
  // CHECK: llvm.store %{{.*}} : i16, !llvm.ptr<3>
  memref.store %d, %smem[%n] : memref<64xui16, #tile.shared>
  // CHECK: llvm.load %{{.*}} : !llvm.ptr<1> -> i64
  %e = memref.load %z[%n] : memref<64xsi64>
  memref.store %e, %z[%n] : memref<64xsi64>
}

// All 8-bit floats.
// CHECK-LABEL: llvm.func @floats
// CHECK-COUNT-8: llvm.load %{{.*}} : !llvm.ptr<1> -> i8
tile.kernel @floats(%a: memref<4xf8E3M4>, %b: memref<4xf8E4M3>, %c: memref<4xf8E4M3B11FNUZ>,
                    %d: memref<4xf8E4M3FN>, %e: memref<4xf8E4M3FNUZ>, %f: memref<4xf8E5M2>,
                    %g: memref<4xf8E5M2FNUZ>, %h: memref<4xf8E8M0FNU>, %n: index) block [32] {
  %0 = memref.load %a[%n] : memref<4xf8E3M4>
  %1 = memref.load %b[%n] : memref<4xf8E4M3>
  %2 = memref.load %c[%n] : memref<4xf8E4M3B11FNUZ>
  %3 = memref.load %d[%n] : memref<4xf8E4M3FN>
  %4 = memref.load %e[%n] : memref<4xf8E4M3FNUZ>
  %5 = memref.load %f[%n] : memref<4xf8E5M2>
  %6 = memref.load %g[%n] : memref<4xf8E5M2FNUZ>
  %7 = memref.load %h[%n] : memref<4xf8E8M0FNU>
}

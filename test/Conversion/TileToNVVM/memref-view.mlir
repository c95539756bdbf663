// RUN: tilery-opt %s -convert-tile-to-nvvm | FileCheck %s

!matrix = memref<?x?xf32, strided<[?, 1]>>

// CHECK-LABEL: llvm.func @extents(%arg0: !llvm.ptr<1> {{.*}}, %arg1: i64, %arg2: i64, %arg3: i64, %arg4: !llvm.ptr<1> {{.*}})
tile.kernel @extents(%x: !matrix, %y: memref<4xi64>) block [32] {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %[[COLS:.*]] = llvm.extractvalue %{{.*}}[2]
  // CHECK: llvm.store %[[COLS]]
  %cols = memref.dim %x, %c1 : !matrix
  %wide = arith.index_cast %cols : index to i64
  memref.store %wide, %y[%c0] : memref<4xi64>
}

// CHECK-LABEL: llvm.func @subview(%arg0: !llvm.ptr<1> {{.*}}, %arg1: i64, %arg2: i64)
tile.kernel @subview(%x: memref<64x32xf32>, %i: index, %n: index) block [32] {
  // Row i * 32 + 8, then every second element.
  // CHECK: %[[ROW:.*]] = llvm.mul %arg1, %{{.*}} overflow<nsw>
  // CHECK: llvm.add %{{.*}}, %[[ROW]] overflow<nsw>
  %v = memref.subview %x[%i, 8] [1, %n] [1, 2]
    : memref<64x32xf32> to memref<?xf32, strided<[2], offset: ?>>
  %c3 = arith.constant 3 : index
  // CHECK: llvm.load %{{.*}} : !llvm.ptr<1> -> f32
  %f = memref.load %v[%c3] : memref<?xf32, strided<[2], offset: ?>>
  memref.store %f, %v[%i] : memref<?xf32, strided<[2], offset: ?>>
}

// CHECK-LABEL: llvm.func @views
// CHECK-NOT: memref
tile.kernel @views(%x: memref<64x32xf32>, %n: index) block [32] {
  %c0 = arith.constant 0 : index
  %cast = memref.cast %x : memref<64x32xf32> to memref<?x32xf32>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %cast
    : memref<?x32xf32> -> memref<f32>, index, index, index, index, index
  %flat = memref.reinterpret_cast %base to offset: [%offset], sizes: [%n], strides: [1]
    : memref<f32> to memref<?xf32, strided<[1], offset: ?>>
  %v = memref.load %flat[%c0] : memref<?xf32, strided<[1], offset: ?>>
  memref.store %v, %flat[%sizes#0] : memref<?xf32, strided<[1], offset: ?>>
}

// Views pass through loops.
// CHECK-LABEL: llvm.func @loop
// CHECK: ^{{.*}}(%{{.*}}: i64, %{{.*}}: !llvm.struct<(ptr<1>, i64)>)
tile.kernel @loop(%x: memref<64x32xf32>) block [32] {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %first = memref.subview %x[%c0, 0] [1, 32] [1, 1]
    : memref<64x32xf32> to memref<32xf32, strided<[1], offset: ?>>
  %last = scf.for %i = %c0 to %c64 step %c1 iter_args(%row = %first)
      -> (memref<32xf32, strided<[1], offset: ?>>) {
    %v = memref.load %row[%c0] : memref<32xf32, strided<[1], offset: ?>>
    memref.store %v, %row[%c1] : memref<32xf32, strided<[1], offset: ?>>
    %next = memref.subview %x[%i, 0] [1, 32] [1, 1]
      : memref<64x32xf32> to memref<32xf32, strided<[1], offset: ?>>
    scf.yield %next : memref<32xf32, strided<[1], offset: ?>>
  }
}

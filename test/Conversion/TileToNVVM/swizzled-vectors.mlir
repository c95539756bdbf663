// RUN: tilery-opt %s -pass-pipeline='builtin.module(tile.kernel(tile-plan-shared-memory),convert-tile-to-nvvm)' | FileCheck %s

// Vector accesses of a swizzled buffer, in pieces that lie within a 16-byte unit
// and are aligned to their size.

#shared = #tile.shared<swizzle = 128B>

// CHECK-LABEL: llvm.func @whole
tile.kernel @whole(%i: index, %out: memref<64xf16>) block [32] {
  %c8 = arith.constant 8 : index
  %c4 = arith.constant 4 : index
  %smem = tile.alloc_shared : memref<64x64xf16, #shared>
  %column = arith.muli %i, %c8 : index
  // CHECK: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<8xf16>
  %a = vector.load %smem[%i, %column] : memref<64x64xf16, #shared>, vector<8xf16>
  // CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 8 : i64} : vector<4xf16>, !llvm.ptr<3>
  %b = vector.load %out[%i] : memref<64xf16>, vector<4xf16>
  vector.store %b, %smem[%i, %c4] : memref<64x64xf16, #shared>, vector<4xf16>
  // What the op states counts, too.
  // CHECK: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<8xf16>
  %c = vector.load %smem[%i, %i] {alignment = 16 : i64} : memref<64x64xf16, #shared>, vector<8xf16>
}

// Eight halves from element 4 on are in two units.
// CHECK-LABEL: llvm.func @across
tile.kernel @across(%i: index, %v: f16) block [32] {
  %c4 = arith.constant 4 : index
  %smem = tile.alloc_shared : memref<64x64xf16, #shared>
  // CHECK: llvm.xor
  // CHECK: llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr<3> -> vector<4xf16>
  // CHECK: llvm.xor
  // CHECK: llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr<3> -> vector<4xf16>
  // CHECK-NOT: llvm.load
  %a = vector.load %smem[%i, %c4] : memref<64x64xf16, #shared>, vector<8xf16>
  // CHECK: llvm.xor
  // CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 8 : i64} : vector<4xf16>, !llvm.ptr<3>
  // CHECK: llvm.xor
  // CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 8 : i64} : vector<4xf16>, !llvm.ptr<3>
  // CHECK-NOT: llvm.store
  vector.store %a, %smem[%i, %c4] : memref<64x64xf16, #shared>, vector<8xf16>
}

// Longer than a unit; the last piece is a shorter one.
// CHECK-LABEL: llvm.func @long
tile.kernel @long(%i: index) block [32] {
  %c0 = arith.constant 0 : index
  %smem = tile.alloc_shared : memref<64x64xf16, #shared>
  // CHECK: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<8xf16>
  // CHECK: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<2xf16>
  // CHECK-NOT: llvm.load
  %a = vector.load %smem[%i, %c0] : memref<64x64xf16, #shared>, vector<10xf16>
}

// Nothing is known of the index: one element at a time.
// CHECK-LABEL: llvm.func @unknown
tile.kernel @unknown(%i: index) block [32] {
  %smem = tile.alloc_shared : memref<64x32xf32, #shared>
  // CHECK-COUNT-4: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<3> -> vector<1xf32>
  // CHECK-NOT: llvm.load
  %a = vector.load %smem[%i, %i] : memref<64x32xf32, #shared>, vector<4xf32>
}

// What shows an index's divisor: a loop's step, a shift, a selection, what the
// launcher checks of an argument, where a view starts.
// CHECK-LABEL: llvm.func @divisors
tile.kernel @divisors(%i: index, %n: index {tile.divisible = 4}) block [32] {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  %smem = tile.alloc_shared : memref<64x32xf32, #shared>
  // CHECK-COUNT-4: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
  scf.for %j = %c0 to %c32 step %c4 {
    %a = vector.load %smem[%i, %j] : memref<64x32xf32, #shared>, vector<4xf32>
  }
  %shifted = arith.shli %i, %c2 : index
  %b = vector.load %smem[%i, %shifted] : memref<64x32xf32, #shared>, vector<4xf32>
  %p = arith.cmpi eq, %i, %n : index
  %selected = arith.select %p, %n, %c32 : index
  %c = vector.load %smem[%i, %selected] : memref<64x32xf32, #shared>, vector<4xf32>
  %view = memref.subview %smem[%i, %n] [1, 4] [1, 1] : memref<64x32xf32, #shared>
    to memref<4xf32, strided<[1], offset: ?>, #shared>
  %d = vector.load %view[%c0] : memref<4xf32, strided<[1], offset: ?>, #shared>, vector<4xf32>
  // CHECK: llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr<3> -> vector<2xf32>
  // CHECK: llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr<3> -> vector<2xf32>
  %off = memref.subview %smem[%i, 2] [1, 4] [1, 1] : memref<64x32xf32, #shared>
    to memref<4xf32, strided<[1], offset: ?>, #shared>
  %e = vector.load %off[%c0] : memref<4xf32, strided<[1], offset: ?>, #shared>, vector<4xf32>
}

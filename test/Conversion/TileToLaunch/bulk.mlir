// RUN: tilery-opt %s --launch-infer-access --launch-insert-checks | FileCheck %s

!buf = memref<64xf32, #tile.shared>
!row = memref<64xf32, strided<[1], offset: ?>>
!bars = memref<1x!tile.mbarrier, #tile.shared>

// What a bulk copy reads and writes of global memory.
// CHECK-LABEL: tile.kernel @accesses
// CHECK-SAME: %in: memref<64xf32> {launch.access = 1 : i32}
// CHECK-SAME: %out: memref<64xf32> {launch.access = 2 : i32}
// CHECK-SAME: %sum: memref<64xf32> {launch.access = 3 : i32}
// CHECK-SAME: %next: memref<256x64xf32> {launch.access = 1 : i32}
tile.kernel @accesses(%in: memref<64xf32>, %out: memref<64xf32>, %sum: memref<64xf32>, %next: memref<256x64xf32>,
                      %i: index) block [32] {
  %c0 = arith.constant 0 : index
  %smem = tile.alloc_shared : !buf
  %full = tile.alloc_shared : !bars
  %bar = tile.mbarrier.ref %full[%c0] : !bars
  tile.bulk.load <shared_cta> %smem, %in bytes 256 mbar %bar : !buf, memref<64xf32>
  tile.bulk.store %out, %smem bytes 256 : memref<64xf32>, !buf
  tile.bulk.reduce <add> <f32> %sum, %smem bytes 256 : memref<64xf32>, !buf
  %row = memref.subview %next[%i, 0] [1, 64] [1, 1] : memref<256x64xf32> to !row
  tile.bulk.prefetch %row bytes 256 : !row
}

// Copies at multiples of 16 bytes ask for a tensor on the 16-byte grid.
// CHECK-LABEL: launch.func @demands
// CHECK-SAME: %a: memref<64xf32> {tile.align = 16 : i64}
// CHECK-SAME: %b: memref<64xf32> {tile.align = 16 : i64}
// CHECK-SAME: %c: memref<64xf32> {tile.align = 16 : i64}
// CHECK-SAME: %d: memref<256x64xf32> {tile.align = 64 : i64}
launch.func @demands(%a: memref<64xf32>, %b: memref<64xf32>, %c: memref<64xf32>,
                     %d: memref<256x64xf32> {tile.align = 64 : i64}, %i: index) {
  launch.kernel @accesses grid [1] (%a, %b, %c, %d, %i)
    : memref<64xf32>, memref<64xf32>, memref<64xf32>, memref<256x64xf32>, index
}

// Where it is not known that a copy starts on the grid of its tensor, nothing is
// asked.
tile.kernel @anywhere(%in: memref<?xf32>, %past: memref<128xf32>, %i: index) block [32] {
  %part = memref.subview %in[%i] [64] [1] : memref<?xf32> to !row
  tile.bulk.prefetch %part bytes 256 : !row
  %tail = memref.subview %past[2] [64] [1] : memref<128xf32> to memref<64xf32, strided<[1], offset: 2>>
  tile.bulk.prefetch %tail bytes 256 : memref<64xf32, strided<[1], offset: 2>>
}
tile.kernel @multiples(%in: memref<?xf32>, %n: index {tile.divisible = 4 : i64}) block [32] {
  %part = memref.subview %in[%n] [64] [1] : memref<?xf32> to !row
  tile.bulk.prefetch %part bytes 256 : !row
}
// CHECK-LABEL: launch.func @undemanding
// CHECK-SAME: %a: memref<?xf32>, %b: memref<128xf32>, %c: memref<?xf32> {tile.align = 16 : i64}
launch.func @undemanding(%a: memref<?xf32>, %b: memref<128xf32>, %c: memref<?xf32>, %i: index) {
  launch.kernel @anywhere grid [1] (%a, %b, %i) : memref<?xf32>, memref<128xf32>, index
  launch.kernel @multiples grid [1] (%c, %i) : memref<?xf32>, index
}

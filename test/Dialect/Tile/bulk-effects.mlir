// RUN: tilery-opt %s --canonicalize --cse --loop-invariant-code-motion | FileCheck %s

// Transfers are neither dropped nor merged, and plain accesses stay on their side.

!buf = memref<64xf32, #tile.shared>
!remote = memref<64xf32, #tile.shared_cluster>
!bars = memref<1x!tile.mbarrier, #tile.shared>

// CHECK-LABEL: tile.kernel @kept
tile.kernel @kept(%in: memref<64xf32>, %out: memref<64xf32>) block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %smem = tile.alloc_shared : !buf
  %full = tile.alloc_shared : !bars
  %bar = tile.mbarrier.ref %full[%c0] : !bars
  %theirs = tile.mapa %smem, 1 : !buf
  %their_bar = tile.mapa %bar, 1 : !tile.mbarrier_ref
  // CHECK-COUNT-2: tile.bulk.load
  tile.bulk.load <shared_cta> %smem, %in bytes 256 mbar %bar : !buf, memref<64xf32>
  tile.bulk.load <shared_cta> %smem, %in bytes 256 mbar %bar : !buf, memref<64xf32>
  // CHECK-COUNT-2: tile.bulk.copy
  tile.bulk.copy %theirs, %smem bytes 256 mbar %their_bar : !remote, !buf
  tile.bulk.copy %theirs, %smem bytes 256 mbar %their_bar : !remote, !buf
  // CHECK-COUNT-2: tile.bulk.reduce <add>
  tile.bulk.reduce <add> <f32> %out, %smem bytes 256 : memref<64xf32>, !buf
  tile.bulk.reduce <add> <f32> %out, %smem bytes 256 : memref<64xf32>, !buf
  // CHECK-COUNT-2: tile.bulk.prefetch
  tile.bulk.prefetch %in bytes 256 : memref<64xf32>
  tile.bulk.prefetch %in bytes 256 : memref<64xf32>
  // CHECK: %[[BEFORE:.*]] = memref.load %smem
  // CHECK-NEXT: memref.store %[[BEFORE]], %out
  // CHECK-NEXT: tile.bulk.store
  // CHECK-NEXT: tile.bulk.store
  // CHECK-NEXT: %[[AFTER:.*]] = memref.load %smem
  // CHECK-NEXT: memref.store %[[AFTER]], %out
  %before = memref.load %smem[%c0] : !buf
  memref.store %before, %out[%c0] : memref<64xf32>
  tile.bulk.store %out, %smem bytes 256 : memref<64xf32>, !buf
  tile.bulk.store %out, %smem bytes 256 : memref<64xf32>, !buf
  %after = memref.load %smem[%c0] : !buf
  memref.store %after, %out[%c0] : memref<64xf32>
}

// CHECK-LABEL: tile.kernel @loop
tile.kernel @loop(%out: memref<64xi32>, %n: index) block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %smem = tile.alloc_shared : memref<64xi32, #tile.shared>
  %full = tile.alloc_shared : !bars
  %bar = tile.mbarrier.ref %full[%c0] : !bars
  %theirs = tile.mapa %smem, 1 : memref<64xi32, #tile.shared>
  %their_bar = tile.mapa %bar, 1 : !tile.mbarrier_ref
  // CHECK: scf.for
  // CHECK-NEXT: tile.bulk.reduce_shared
  scf.for %i = %c0 to %n step %c1 {
    tile.bulk.reduce_shared <add> <u32> %theirs, %smem bytes 256 mbar %their_bar
      : memref<64xi32, #tile.shared_cluster>, memref<64xi32, #tile.shared>
  }
}

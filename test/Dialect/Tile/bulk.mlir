// RUN: tilery-opt %s | tilery-opt | FileCheck %s
// RUN: tilery-opt %s --mlir-print-op-generic | tilery-opt | FileCheck %s
// RUN: tilery-opt %s --emit-bytecode | tilery-opt | FileCheck %s

!buf = memref<64xf32, #tile.shared>
!ints = memref<64xi32, #tile.shared>
!remote = memref<64xf32, #tile.shared_cluster>
!remote_ints = memref<64xi32, #tile.shared_cluster>
!bars = memref<1x!tile.mbarrier, #tile.shared>

// CHECK-LABEL: tile.kernel @core
tile.kernel @core(%in: memref<64xf32>, %n: i32, %policy: i64, %mask: i16) block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %smem = tile.alloc_shared : !buf
  %ints = tile.alloc_shared : !ints
  %full = tile.alloc_shared : !bars
  // CHECK: %[[BAR:.*]] = tile.mbarrier.ref
  %bar = tile.mbarrier.ref %full[%c0] : !bars
  // CHECK: %[[THEIRS:.*]] = tile.mapa %smem
  %theirs = tile.mapa %smem, 1 : !buf
  // CHECK: %[[SUM:.*]] = tile.mapa %ints
  %sum = tile.mapa %ints, 1 : !ints
  // CHECK: %[[THEIR_BAR:.*]] = tile.mapa %[[BAR]]
  %their_bar = tile.mapa %bar, 1 : !tile.mbarrier_ref

  // CHECK-NEXT: tile.bulk.load <shared_cta> %smem, %in bytes 256 mbar %[[BAR]] : memref<64xf32, #tile.shared>, memref<64xf32>
  tile.bulk.load <shared_cta> %smem, %in bytes 256 mbar %bar : !buf, memref<64xf32>
  // CHECK-NEXT: tile.bulk.load <shared_cluster> %smem, %in bytes %n mbar %[[BAR]] cta_mask %mask cache_policy %policy :
  tile.bulk.load <shared_cluster> %smem, %in bytes %n mbar %bar cta_mask %mask cache_policy %policy
    : !buf, memref<64xf32>
  // CHECK-NEXT: tile.bulk.store %in, %smem bytes 256 : memref<64xf32>, memref<64xf32, #tile.shared>
  tile.bulk.store %in, %smem bytes 256 : memref<64xf32>, !buf
  // CHECK-NEXT: tile.bulk.store %in, %smem bytes %n cache_policy %policy :
  tile.bulk.store %in, %smem bytes %n cache_policy %policy : memref<64xf32>, !buf
  // CHECK-NEXT: tile.bulk.copy %[[THEIRS]], %smem bytes 128 mbar %[[THEIR_BAR]] : memref<64xf32, #tile.shared_cluster>, memref<64xf32, #tile.shared>
  tile.bulk.copy %theirs, %smem bytes 128 mbar %their_bar : !remote, !buf
  // CHECK-NEXT: tile.bulk.reduce <add> <f32> %in, %smem bytes 256 : memref<64xf32>,
  tile.bulk.reduce <add> <f32> %in, %smem bytes 256 : memref<64xf32>, !buf
  // CHECK-NEXT: tile.bulk.reduce <add> <f32> %in, %smem bytes %n cache_policy %policy :
  tile.bulk.reduce <add> <f32> %in, %smem bytes %n cache_policy %policy : memref<64xf32>, !buf
  // CHECK-NEXT: tile.bulk.reduce_shared <xor> <b32> %[[SUM]], %ints bytes 256 mbar %[[THEIR_BAR]] : memref<64xi32, #tile.shared_cluster>,
  tile.bulk.reduce_shared <xor> <b32> %sum, %ints bytes 256 mbar %their_bar : !remote_ints, !ints
  // CHECK-NEXT: tile.bulk.prefetch %in bytes 256 : memref<64xf32>
  tile.bulk.prefetch %in bytes 256 : memref<64xf32>
  // CHECK-NEXT: tile.bulk.prefetch %in bytes %n cache_policy %policy : memref<64xf32>
  tile.bulk.prefetch %in bytes %n cache_policy %policy : memref<64xf32>
}

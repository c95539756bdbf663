// RUN: tilery-opt %s --tile-resolve-apply | FileCheck %s

!buf = memref<64xf32, #tile.shared>
!ints = memref<64xi32, #tile.shared>
!bars = memref<1x!tile.mbarrier, #tile.shared>

// Without `bytes`, the size is that of the operands.
// CHECK-LABEL: tile.kernel @loads
tile.kernel @loads(%in: memref<64xf32>, %n: i32, %policy: i64) block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %some = arith.cmpi ne, %n, %zero : i32
  %smem = tile.alloc_shared : !buf
  %full = tile.alloc_shared : !bars
  // CHECK: %[[BAR:.*]] = tile.mbarrier.ref
  %bar = tile.mbarrier.ref %full[%c0] : !bars
  // CHECK-NEXT: tile.bulk.load <shared_cta> %smem, %in bytes 256 mbar %[[BAR]] :
  tile.apply "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes"
    (%smem, %in) mbar %bar : !buf, memref<64xf32>
  // CHECK-NEXT: tile.bulk.load <shared_cluster> %smem, %in bytes 64 mbar %[[BAR]] cache_policy %policy :
  tile.apply "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint"
    (%smem, %in) mbar %bar cache_policy %policy bytes 64 : !buf, memref<64xf32>
  // CHECK: %[[MASK:.*]] = arith.constant 3 : i16
  // CHECK-NEXT: %[[POLICY:.*]] = tile.create_policy <evict_first>
  // CHECK-NEXT: scf.if %{{.*}} {
  // CHECK-NEXT:   tile.bulk.load <shared_cluster> %smem, %in bytes %n mbar %[[BAR]] cta_mask %[[MASK]] cache_policy %[[POLICY]] :
  // CHECK-NEXT: }
  tile.apply "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint"
    (%smem, %in) mbar %bar cta_mask 3 cache_policy (evict_first) bytes %n if %some : !buf, memref<64xf32>
  // CHECK-NEXT: tile.bulk.prefetch %in bytes 256 : memref<64xf32>
  tile.apply "cp.async.bulk.prefetch.L2.global" (%in) : memref<64xf32>
  // CHECK-NEXT: scf.if %{{.*}} {
  // CHECK-NEXT:   tile.bulk.prefetch %in bytes %n cache_policy %policy :
  tile.apply "cp.async.bulk.prefetch.L2.global.L2::cache_hint" (%in) cache_policy %policy bytes %n if %some
    : memref<64xf32>
}

// CHECK-LABEL: tile.kernel @writes
tile.kernel @writes(%out: memref<64xf32>, %sums: memref<64xi32>, %n: i32) block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %some = arith.cmpi ne, %n, %zero : i32
  %smem = tile.alloc_shared : !buf
  %ints = tile.alloc_shared : !ints
  %full = tile.alloc_shared : !bars
  %bar = tile.mbarrier.ref %full[%c0] : !bars
  %theirs = tile.mapa %ints, 1 : !ints
  // CHECK: %[[BAR:.*]] = tile.mapa %{{.*}}, 1 : !tile.mbarrier_ref
  %their_bar = tile.mapa %bar, 1 : !tile.mbarrier_ref
  // CHECK-NEXT: tile.bulk.store %out, %smem bytes 256 :
  tile.apply "cp.async.bulk.global.shared::cta.bulk_group" (%out, %smem) : memref<64xf32>, !buf
  // CHECK-NEXT: %[[POLICY:.*]] = tile.create_policy <evict_last>
  // CHECK-NEXT: scf.if %{{.*}} {
  // CHECK-NEXT:   tile.bulk.store %out, %smem bytes 32 cache_policy %[[POLICY]] :
  // CHECK-NEXT: }
  tile.apply "cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint" (%out, %smem)
    cache_policy (evict_last) bytes 32 if %some : memref<64xf32>, !buf
  // CHECK-NEXT: tile.bulk.reduce <add> <f32> %out, %smem bytes 256 :
  tile.apply "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32" (%out, %smem) : memref<64xf32>, !buf
  // CHECK: tile.bulk.reduce <min> <u32> %sums, %ints bytes 256 cache_policy %{{.*}} :
  tile.apply "cp.reduce.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.min.u32" (%sums, %ints)
    cache_policy (evict_last) : memref<64xi32>, !ints
  // CHECK-NEXT: tile.bulk.copy %{{.*}}, %ints bytes 256 mbar %[[BAR]] :
  tile.apply "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes" (%theirs, %ints)
    mbar %their_bar <shared_cluster> : memref<64xi32, #tile.shared_cluster>, !ints
  // CHECK-NEXT: tile.bulk.reduce_shared <dec> <u32> %{{.*}}, %ints bytes 256 mbar %[[BAR]] :
  tile.apply "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.dec.u32" (%theirs, %ints)
    mbar %their_bar <shared_cluster> : memref<64xi32, #tile.shared_cluster>, !ints
  // CHECK-NOT: tile.apply
}

// RUN: tilery-opt %s | tilery-opt | FileCheck %s
// RUN: tilery-opt %s --mlir-print-op-generic | tilery-opt | FileCheck %s
// RUN: tilery-opt %s --emit-bytecode | tilery-opt | FileCheck %s

!buf = memref<64xf32, #tile.shared>
!remote = memref<64xf32, #tile.shared_cluster>
!bars = memref<1x!tile.mbarrier, #tile.shared>

// CHECK-LABEL: tile.kernel @copies
tile.kernel @copies(%in: memref<64xf32>, %n: i32, %policy: i64, %mask: i16) block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %some = arith.cmpi ne, %n, %zero : i32
  %smem = tile.alloc_shared : !buf
  %full = tile.alloc_shared : !bars
  // CHECK: %[[BAR:.*]] = tile.mbarrier.ref
  %bar = tile.mbarrier.ref %full[%c0] : !bars
  // CHECK: %[[THEIRS:.*]] = tile.mapa %smem
  %theirs = tile.mapa %smem, 1 : !buf
  // CHECK: %[[THEIR_BAR:.*]] = tile.mapa %[[BAR]]
  %their_bar = tile.mapa %bar, 1 : !tile.mbarrier_ref

  // CHECK-NEXT: tile.apply "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes"(%smem, %in) mbar %[[BAR]] : memref<64xf32, #tile.shared>, memref<64xf32>
  tile.apply "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes"
    (%smem, %in) mbar %bar : !buf, memref<64xf32>
  // CHECK-NEXT: tile.apply "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes.L2::cache_hint"(%smem, %in) mbar %[[BAR]] cache_policy %policy bytes 64 :
  tile.apply "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes.L2::cache_hint"
    (%smem, %in) mbar %bar cache_policy %policy bytes 64 : !buf, memref<64xf32>
  // CHECK-NEXT: tile.apply "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"(%smem, %in) mbar %[[BAR]] bytes %n if %{{.*}} :
  tile.apply "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
    (%smem, %in) mbar %bar bytes %n if %some : !buf, memref<64xf32>
  // CHECK-NEXT: tile.apply "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster"(%smem, %in) mbar %[[BAR]] cta_mask %mask :
  tile.apply "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster"
    (%smem, %in) mbar %bar cta_mask %mask : !buf, memref<64xf32>
  // CHECK-NEXT: tile.apply "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint"(%smem, %in) mbar %[[BAR]] cta_mask 3 cache_policy(evict_first) :
  tile.apply "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint"
    (%smem, %in) mbar %bar cta_mask 3 cache_policy(evict_first) : !buf, memref<64xf32>
  // CHECK-NEXT: tile.apply "cp.async.bulk.global.shared::cta.bulk_group"(%in, %smem) :
  tile.apply "cp.async.bulk.global.shared::cta.bulk_group" (%in, %smem) : memref<64xf32>, !buf
  // CHECK-NEXT: tile.apply "cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint"(%in, %smem) cache_policy(evict_last) :
  tile.apply "cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint"
    (%in, %smem) cache_policy(evict_last) : memref<64xf32>, !buf
  // CHECK-NEXT: tile.apply "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes"(%[[THEIRS]], %smem) mbar %[[THEIR_BAR]] <shared_cluster> : memref<64xf32, #tile.shared_cluster>,
  tile.apply "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes"
    (%theirs, %smem) mbar %their_bar <shared_cluster> : !remote, !buf
  // CHECK-NEXT: tile.apply "cp.async.bulk.prefetch.L2.global"(%in) : memref<64xf32>
  tile.apply "cp.async.bulk.prefetch.L2.global" (%in) : memref<64xf32>
  // CHECK-NEXT: tile.apply "cp.async.bulk.prefetch.L2.global.L2::cache_hint"(%in) cache_policy %policy bytes %n :
  tile.apply "cp.async.bulk.prefetch.L2.global.L2::cache_hint"
    (%in) cache_policy %policy bytes %n : memref<64xf32>
}

// CHECK-LABEL: tile.kernel @reductions
tile.kernel @reductions(%out: memref<64xf16>, %sums: memref<64xi32>, %unsigned: memref<64xui32>) block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %halves = tile.alloc_shared : memref<64xf16, #tile.shared>
  %ints = tile.alloc_shared : memref<64xi32, #tile.shared>
  %naturals = tile.alloc_shared : memref<64xui32, #tile.shared>
  %full = tile.alloc_shared : !bars
  %bar = tile.mbarrier.ref %full[%c0] : !bars
  %first = tile.mapa %ints, 0 : memref<64xi32, #tile.shared>
  %first_bar = tile.mapa %bar, 0 : !tile.mbarrier_ref
  // CHECK: tile.apply "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.f16"(%out, %halves) :
  tile.apply "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.f16"
    (%out, %halves) : memref<64xf16>, memref<64xf16, #tile.shared>
  // CHECK-NEXT: tile.apply "cp.reduce.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.min.f16"(%out, %halves) cache_policy(evict_normal) :
  tile.apply "cp.reduce.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.min.f16"
    (%out, %halves) cache_policy(evict_normal) : memref<64xf16>, memref<64xf16, #tile.shared>
  // A signless integer may be taken either way.
  // CHECK-NEXT: .bulk_group.max.s32"
  tile.apply "cp.reduce.async.bulk.global.shared::cta.bulk_group.max.s32"
    (%sums, %ints) : memref<64xi32>, memref<64xi32, #tile.shared>
  // CHECK-NEXT: .bulk_group.max.u32"
  tile.apply "cp.reduce.async.bulk.global.shared::cta.bulk_group.max.u32"
    (%sums, %ints) : memref<64xi32>, memref<64xi32, #tile.shared>
  // CHECK-NEXT: .bulk_group.and.b32"
  tile.apply "cp.reduce.async.bulk.global.shared::cta.bulk_group.and.b32"
    (%sums, %ints) : memref<64xi32>, memref<64xi32, #tile.shared>
  // CHECK-NEXT: .bulk_group.inc.u32"
  tile.apply "cp.reduce.async.bulk.global.shared::cta.bulk_group.inc.u32"
    (%unsigned, %naturals) : memref<64xui32>, memref<64xui32, #tile.shared>
  // CHECK-NEXT: tile.apply "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.s32"(%{{.*}}, %ints) mbar %{{.*}} <shared_cluster> bytes 128 :
  tile.apply "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.s32"
    (%first, %ints) mbar %first_bar <shared_cluster> bytes 128
    : memref<64xi32, #tile.shared_cluster>, memref<64xi32, #tile.shared>
}

// Operands of one number of adjacent elements: rows of a matrix, a stage of a ring,
// what a run-time size ends.
// CHECK-LABEL: tile.kernel @views
tile.kernel @views(%in: memref<?x64xf16>, %flat: memref<?xf16>, %i: index, %n: i32) block [32] {
  %c0 = arith.constant 0 : index
  %ring = tile.alloc_shared : memref<4x8x64xf16, #tile.shared>
  %full = tile.alloc_shared : !bars
  %bar = tile.mbarrier.ref %full[%c0] : !bars
  %rows = memref.subview %in[%i, 0] [8, 64] [1, 1]
    : memref<?x64xf16> to memref<8x64xf16, strided<[64, 1], offset: ?>>
  %stage = memref.subview %ring[%i, 0, 0] [1, 8, 64] [1, 1, 1]
    : memref<4x8x64xf16, #tile.shared> to memref<8x64xf16, strided<[64, 1], offset: ?>, #tile.shared>
  // CHECK-COUNT-4: tile.apply
  tile.apply "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes" (%stage, %rows) mbar %bar
    : memref<8x64xf16, strided<[64, 1], offset: ?>, #tile.shared>, memref<8x64xf16, strided<[64, 1], offset: ?>>
  tile.apply "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes" (%ring, %flat) mbar %bar bytes %n
    : memref<4x8x64xf16, #tile.shared>, memref<?xf16>
  // One row of a wide tensor, and an axis of one element whose stride means nothing.
  %wide = memref.reinterpret_cast %flat to offset: [0], sizes: [1, 64], strides: [%i, 1]
    : memref<?xf16> to memref<1x64xf16, strided<[?, 1]>>
  %row = memref.subview %stage[1, 0] [1, 64] [1, 1]
    : memref<8x64xf16, strided<[64, 1], offset: ?>, #tile.shared> to memref<1x64xf16, strided<[64, 1], offset: ?>, #tile.shared>
  tile.apply "cp.async.bulk.global.shared::cta.bulk_group" (%wide, %row)
    : memref<1x64xf16, strided<[?, 1]>>, memref<1x64xf16, strided<[64, 1], offset: ?>, #tile.shared>
  tile.apply "cp.async.bulk.prefetch.L2.global" (%in) bytes 4096 : memref<?x64xf16>
}

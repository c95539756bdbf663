// RUN: tilery-opt %s -pass-pipeline='builtin.module(tile.kernel(tile-plan-shared-memory),convert-tile-to-nvvm)' | FileCheck %s

!buf = memref<64xf32, #tile.shared>
!rows = memref<8x64xf32, strided<[64, 1], offset: ?>>
!ring = memref<4x8x64xf32, #tile.shared>
!stage = memref<8x64xf32, strided<[64, 1], offset: ?>, #tile.shared>
!bars = memref<1x!tile.mbarrier, #tile.shared>

// CHECK-LABEL: llvm.func @loads
// CHECK-SAME: %[[IN:arg0]]: !llvm.ptr<1> {{.*}}, %[[N:arg1]]: i32, %[[POLICY:arg2]]: i64, %[[MASK:arg3]]: i16
tile.kernel @loads(%in: memref<64xf32>, %n: i32, %policy: i64, %mask: i16) block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %smem = tile.alloc_shared : !buf
  %full = tile.alloc_shared : !bars
  // CHECK: %[[SMEM:.*]] = llvm.mlir.addressof @loads_shared
  // CHECK: %[[BAR:.*]] = llvm.getelementptr inbounds %{{.*}} : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, i64
  %bar = tile.mbarrier.ref %full[%c0] : !bars
  // CHECK: %[[SIZE:.*]] = llvm.mlir.constant(256 : i32) : i32
  // CHECK: nvvm.cp.async.bulk.shared.cluster.global %[[SMEM]], %[[IN]], %[[BAR]], %[[SIZE]] : !llvm.ptr<3>, <1>
  tile.bulk.load <shared_cta> %smem, %in bytes 256 mbar %bar : !buf, memref<64xf32>
  // The cluster's window, without a detour over the generic address.
  // CHECK: %[[BITS:.*]] = llvm.ptrtoint %[[SMEM]] : !llvm.ptr<3> to i32
  // CHECK: %[[CLUSTER:.*]] = llvm.inttoptr %[[BITS]] : i32 to !llvm.ptr<7>
  // CHECK: nvvm.cp.async.bulk.shared.cluster.global %[[CLUSTER]], %[[IN]], %[[BAR]], %[[N]] multicast_mask = %[[MASK]] l2_cache_hint = %[[POLICY]] : !llvm.ptr<7>, <1>
  tile.bulk.load <shared_cluster> %smem, %in bytes %n mbar %bar cta_mask %mask cache_policy %policy
    : !buf, memref<64xf32>
  // CHECK: nvvm.cp.async.bulk.prefetch %[[IN]], %[[N]] l2_cache_hint = %[[POLICY]] : <1>
  tile.bulk.prefetch %in bytes %n cache_policy %policy : memref<64xf32>
}

// Views start where their offsets say.
// CHECK-LABEL: llvm.func @views
tile.kernel @views(%in: memref<256x64xf32>, %i: index, %s: index) block [32] {
  %c0 = arith.constant 0 : index
  %ring = tile.alloc_shared : !ring
  // CHECK: %[[ROWS:.*]] = llvm.getelementptr inbounds %{{.*}}[%{{.*}}] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  // CHECK: %[[STAGE:.*]] = llvm.getelementptr inbounds %{{.*}}[%{{.*}}] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f32
  // CHECK: nvvm.cp.async.bulk.global.shared.cta %[[ROWS]], %[[STAGE]], %{{.*}} : <1>, <3>
  %rows = memref.subview %in[%i, 0] [8, 64] [1, 1] : memref<256x64xf32> to !rows
  %stage = memref.subview %ring[%s, 0, 0] [1, 8, 64] [1, 1, 1] : !ring to !stage
  tile.bulk.store %rows, %stage bytes 2048 : !rows, !stage
}

// CHECK-LABEL: llvm.func @cluster
tile.kernel @cluster(%out: memref<64xf16>, %policy: i64) block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %smem = tile.alloc_shared : memref<64xf16, #tile.shared>
  %ints = tile.alloc_shared : memref<64xi32, #tile.shared>
  %full = tile.alloc_shared : !bars
  %bar = tile.mbarrier.ref %full[%c0] : !bars
  %theirs = tile.mapa %ints, 1 : memref<64xi32, #tile.shared>
  %their_bar = tile.mapa %bar, 1 : !tile.mbarrier_ref

  // The barrier is the other block's, although NVVM types it as the own one.
  // CHECK: %[[REMOTE:.*]] = llvm.ptrtoint %[[BAR:.*]] : !llvm.ptr<7> to i32
  // CHECK: %[[TYPED:.*]] = llvm.inttoptr %[[REMOTE]] : i32 to !llvm.ptr<3>
  // CHECK: nvvm.cp.async.bulk.shared.cluster.shared.cta %{{.*}}, %{{.*}}, %[[TYPED]], %{{.*}} : <7>, <3>
  tile.bulk.copy %theirs, %ints bytes 256 mbar %their_bar
    : memref<64xi32, #tile.shared_cluster>, memref<64xi32, #tile.shared>

  // CHECK: llvm.inline_asm has_side_effects asm_dialect = att "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.f16 [$0], [$1], $2;", "l,r,r,~{memory}" %arg0, %{{.*}}, %{{.*}} : (!llvm.ptr<1>, i32, i32) -> ()
  tile.bulk.reduce <add> <f16> %out, %smem bytes 128 : memref<64xf16>, memref<64xf16, #tile.shared>
  // CHECK: llvm.inline_asm has_side_effects asm_dialect = att "cp.reduce.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.max.f16 [$0], [$1], $2, $3;", "l,r,r,l,~{memory}" %arg0, %{{.*}}, %{{.*}}, %arg1 : (!llvm.ptr<1>, i32, i32, i64) -> ()
  tile.bulk.reduce <max> <f16> %out, %smem bytes 128 cache_policy %policy
    : memref<64xf16>, memref<64xf16, #tile.shared>
  // CHECK: llvm.inline_asm has_side_effects asm_dialect = att "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.and.b32 [$0], [$1], $2, [$3];", "r,r,r,r,~{memory}" %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (i32, i32, i32, i32) -> ()
  tile.bulk.reduce_shared <and> <b32> %theirs, %ints bytes 256 mbar %their_bar
    : memref<64xi32, #tile.shared_cluster>, memref<64xi32, #tile.shared>
}

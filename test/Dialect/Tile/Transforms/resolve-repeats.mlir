// RUN: tilery-opt %s -split-input-file --pass-pipeline='builtin.module(tile.kernel(tile-resolve-apply))' | FileCheck %s

// A tile wider than its swizzle's span, as the copies that move it: piece i of
// the leading axis goes to the coordinates and i steps.
!tile = memref<2x128x64xf16, #tile.shared<swizzle = 128B>>
!piece = memref<128x64xf16, strided<[64, 1]>, #tile.shared<swizzle = 128B>>
!second = memref<128x64xf16, strided<[64, 1], offset: 8192>, #tile.shared<swizzle = 128B>>

// CHECK-LABEL: tile.kernel @split
tile.kernel @split(%in: memref<1024x1024xf16>) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : !tile
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // One map for all pieces.
  // CHECK: %[[MAP:.*]] = tile.tensor_map %in loaded : memref<1024x1024xf16> -> !tile.tensor_map<128x64xf16, swizzle = 128B>
  // CHECK-NOT: tile.tensor_map %
  // CHECK-DAG: %[[X:.*]] = arith.constant 256 : i32
  // CHECK-DAG: %[[Y:.*]] = arith.constant 128 : i32
  // CHECK: %[[P0:.*]] = memref.subview %tile[0, 0, 0] [1, 128, 64] [1, 1, 1]
  // CHECK: tile.tma.load <shared_cta> %[[P0]], %[[MAP]][%[[X]], %[[Y]]] mbar
  // CHECK: %[[X1:.*]] = arith.constant 320 : i32
  // CHECK: %[[P1:.*]] = memref.subview %tile[1, 0, 0] [1, 128, 64] [1, 1, 1]
  // CHECK: tile.tma.load <shared_cta> %[[P1]], %[[MAP]][%[[X1]], %[[Y]]] mbar
  // CHECK-NOT: tile.tma.load
  // CHECK: {{^  [}]$}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [128, 64] coords [128, 256] coord_steps [[0, 64]] mbar %bar
    : !tile, memref<1024x1024xf16>
}

// -----

// Several leading axes, the last fastest; those of extent 1 have no step. An
// index moves in 64 bits, so that one beyond 32 bits traps like any other; an
// i32 does too. A dimension that does not move keeps its value.
!ring = memref<2x1x2x1x4x8xf32, #tile.shared>

// CHECK-LABEL: tile.kernel @order
tile.kernel @order(%out: memref<256x256xf32>, %row: index) block [32] {
  %ring = tile.alloc_shared : !ring
  // CHECK-DAG: %[[X:.*]] = arith.constant 64 : i32
  // CHECK-DAG: %[[Y:.*]] = tile.coord %row
  // CHECK: %[[P:.*]] = memref.subview %ring[0, 0, 0, 0, 0, 0] [1, 1, 1, 1, 4, 8]
  // CHECK: tile.tma.store %{{.*}}[%[[X]], %[[Y]]], %[[P]]
  // CHECK: %[[X1:.*]] = arith.constant 56 : i32
  // CHECK: %[[P:.*]] = memref.subview %ring[0, 0, 1, 0, 0, 0]
  // CHECK: tile.tma.store %{{.*}}[%[[X1]], %[[Y]]], %[[P]]
  // CHECK: %[[D:.*]] = arith.constant 4 : index
  // CHECK: %[[R:.*]] = arith.addi %row, %[[D]] : index
  // CHECK: %[[Y1:.*]] = tile.coord %[[R]]
  // CHECK: %[[P:.*]] = memref.subview %ring[1, 0, 0, 0, 0, 0]
  // CHECK: tile.tma.store %{{.*}}[%[[X]], %[[Y1]]], %[[P]]
  // CHECK: %[[R:.*]] = arith.addi %row, %{{.*}} : index
  // CHECK: %[[Y1:.*]] = tile.coord %[[R]]
  // CHECK: %[[X1:.*]] = arith.constant 56 : i32
  // CHECK: %[[P:.*]] = memref.subview %ring[1, 0, 1, 0, 0, 0]
  // CHECK: tile.tma.store %{{.*}}[%[[X1]], %[[Y1]]], %[[P]]
  // CHECK-NOT: tile.tma.store
  // CHECK: {{^  [}]$}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%out, %ring) box [4, 8] coords [%row, 64] coord_steps [[4, 0], [0, -8]]
    : memref<256x256xf32>, !ring
}

// -----

// A step for each leading axis: the one of extent 1 does not move.
!ring = memref<1x2x4x8xf32, #tile.shared>

// CHECK-LABEL: tile.kernel @i32
tile.kernel @i32(%out: memref<256x256xf32>, %row: i32) block [32] {
  %ring = tile.alloc_shared : !ring
  // CHECK: tile.tma.reduce <add> %{{.*}}[%{{.*}}, %row], %{{.*}}
  // CHECK: %[[WIDE:.*]] = arith.index_cast %row : i32 to index
  // CHECK: %[[SUM:.*]] = arith.addi %[[WIDE]], %{{.*}} : index
  // CHECK: %[[Y:.*]] = tile.coord %[[SUM]]
  // CHECK: memref.subview %ring[0, 1, 0, 0]
  // CHECK: tile.tma.reduce <add> %{{.*}}[%{{.*}}, %[[Y]]], %{{.*}}
  // CHECK-NOT: tile.tma.reduce
  // CHECK: {{^  [}]$}}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group"
    (%out, %ring) box [4, 8] coords [%row, 0 : i32] coord_steps [[100, 100], [-4, 0]]
    : memref<256x256xf32>, !ring
}

// -----

// Leading axes of extent 1 alone need no steps and no piece; all copies of a
// predicated apply, and the traps of their coordinates, are in one branch.
!stage = memref<1x1x4x8xf32, #tile.shared>
!two = memref<2x4x8xf32, #tile.shared>

// CHECK-LABEL: tile.kernel @predicate
tile.kernel @predicate(%in: memref<256x256xf32>, %row: index, %p: i64) block [32] {
  %c0 = arith.constant 0 : index
  %t = gpu.thread_id x
  %first = arith.cmpi eq, %t, %c0 : index
  %stage = tile.alloc_shared : !stage
  %two = tile.alloc_shared : !two
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // CHECK: tile.tensor_map
  // CHECK: tile.tma.load <shared_cta> %stage, %{{.*}} mbar %{{[0-9]+}} :
  // CHECK-SAME: memref<1x1x4x8xf32, #tile.shared>
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%stage, %in) box [4, 8] coords [%row, 0] mbar %bar : !stage, memref<256x256xf32>
  // CHECK: %[[MAP:.*]] = tile.tensor_map
  // CHECK: %[[POLICY:.*]] = tile.create_policy <evict_first>
  // CHECK: scf.if %{{.*}} {
  // CHECK-NEXT: arith.constant 0 : i32
  // CHECK-NEXT: tile.coord %row
  // CHECK: tile.tma.load <shared_cta> {{.*}} cache_policy %[[POLICY]]
  // CHECK: tile.tma.load <shared_cta> {{.*}} cache_policy %[[POLICY]]
  // CHECK-NEXT: }
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes.L2::cache_hint"
    (%two, %in) box [4, 8] coords [%row, 0] coord_steps [[4, 0]] mbar %bar cache_policy(evict_first)
    if %first : !two, memref<256x256xf32>
  // CHECK: scf.if %{{.*}} {
  // CHECK-NEXT: tile.tma.prefetch_map
  // CHECK-NEXT: }
  tile.apply "prefetch.tensormap"(%in) box [4, 8] if %first : memref<256x256xf32>
  // CHECK: scf.if %{{.*}} {
  // CHECK: tile.tma.prefetch %
  // CHECK: }
  tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global.L2::cache_hint"
    (%in) box [4, 8] coords [%row, 0] cache_policy %p if %first : memref<256x256xf32>
}

// -----

// Repeated images of strided and of interleaved boxes; a multicast has one mask
// for all of its copies; the caller's map is taken as it is.
// CHECK-LABEL: tile.kernel @images
tile.kernel @images(%rows: memref<256x256xf32>, %slices: memref<8x4x16x8xf16>,
                    %map: !tile.tensor_map<4x8xf32>) block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %strided = tile.alloc_shared : memref<2x4x8xf32, #tile.shared>
  %image = tile.alloc_shared : memref<2x2x1x8x8xf16, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // CHECK: tile.tensor_map %rows loaded : memref<256x256xf32> -> !tile.tensor_map<8x8xf32, element_strides = [2, 1]>
  // CHECK: %[[MASK:.*]] = arith.constant 3 : i16
  // CHECK: tile.tma.load <shared_cluster> {{.*}} cta_mask %[[MASK]] :
  // CHECK: tile.tma.load <shared_cluster> {{.*}} cta_mask %[[MASK]] :
  tile.apply "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster"
    (%strided, %rows) box [8, 8] coords [0, 0] coord_steps [[8, 0]] mbar %bar cta_mask 3 element_strides [2, 1]
    : memref<2x4x8xf32, #tile.shared>, memref<256x256xf32>
  // Steps of the innermost dimension count slices.
  // CHECK: tile.tensor_map %slices loaded : memref<8x4x16x8xf16> -> !tile.tensor_map<2x1x8xf16, interleave = 16B>
  // CHECK: tile.tma.load <shared_cta> {{.*}} memref<2x1x8x8xf16
  // CHECK: arith.constant 8 : i32
  // CHECK: tile.tma.load <shared_cta> {{.*}} memref<2x1x8x8xf16
  tile.apply "cp.async.bulk.tensor.3d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%image, %slices) box [2, 1, 8] coords [0, 0, 0] coord_steps [[0, 0, 8]] mbar %bar interleave(16B)
    : memref<2x2x1x8x8xf16, #tile.shared>, memref<8x4x16x8xf16>
  // CHECK-NOT: tile.tensor_map %
  // CHECK: tile.tma.store %map[
  // CHECK: tile.tma.store %map[
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%map, %strided) coords [0, 0] coord_steps [[4, 0]]
    : !tile.tensor_map<4x8xf32>, memref<2x4x8xf32, #tile.shared>
}

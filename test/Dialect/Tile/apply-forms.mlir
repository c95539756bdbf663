// RUN: tilery-opt %s | tilery-opt | FileCheck %s
// RUN: tilery-opt %s --mlir-print-op-generic | tilery-opt | FileCheck %s
// RUN: tilery-opt %s --emit-bytecode | tilery-opt | FileCheck %s

// Each family and each clause of tile.apply, as it is written and printed.

!ring = memref<2x1x3x8x64xf16, #tile.shared<swizzle = 128B>>

// CHECK-LABEL: tile.kernel @load
tile.kernel @load(%in: memref<256x256xf16>, %m: i16, %p: i64, %x: i32, %i: index) block [32] cluster [4] {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %first = arith.cmpi eq, %x, %zero : i32
  %tile = tile.alloc_shared : memref<64x64xf16, #tile.shared>
  %ring = tile.alloc_shared : !ring
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // CHECK: tile.apply "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster"
  // CHECK-SAME: (%tile, %in) box [64, 64] coords [%i, 64] mbar %{{[0-9]+}} cta_mask %m :
  tile.apply "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster"
    (%tile, %in) box [64, 64] coords [%i, 64] mbar %bar cta_mask %m
    : memref<64x64xf16, #tile.shared>, memref<256x256xf16>
  // CHECK: tile.apply "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint"
  // CHECK-SAME: (%tile, %in) box [64, 64] coords [0, 0] mbar %{{[0-9]+}} cta_mask 15 cache_policy %p :
  tile.apply "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint"
    (%tile, %in) box [64, 64] coords [0, 0] mbar %bar cta_mask 15 cache_policy %p
    : memref<64x64xf16, #tile.shared>, memref<256x256xf16>
  // CHECK: cache_policy(evict_last) if %{{[0-9]+}} l2_promotion(64B) oob_fill(nan) :
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes.L2::cache_hint"
    (%tile, %in) box [64, 64] coords [0, 0] mbar %bar cache_policy(evict_last) if %first
    l2_promotion(64B) oob_fill(nan) : memref<64x64xf16, #tile.shared>, memref<256x256xf16>
  // CHECK: coords [%x, %x : i32] coord_steps {{\[}}[8, 0], [0, -64]] mbar
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%ring, %in) box [8, 64] coords [%x, %x : i32] coord_steps [[8, 0], [0, -64]] mbar %bar
    : !ring, memref<256x256xf16>
  // One step for each leading axis is as good.
  // CHECK: coord_steps {{\[}}[8, 0], [0, 0], [0, -64]] mbar
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%ring, %in) box [8, 64] coords [%i, 0] coord_steps [[8, 0], [0, 0], [0, -64]] mbar %bar
    : !ring, memref<256x256xf16>
}

// CHECK-LABEL: tile.kernel @store
tile.kernel @store(%out: memref<8x?xf32, strided<[?, 1]>>, %p: i64) block [32] {
  %tile = tile.alloc_shared : memref<4x16xf32, #tile.shared>
  // CHECK: tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group"(%out, %tile) box [4, 16] coords [0, 4] allow_edge_spill :
  // CHECK-SAME: memref<8x?xf32, strided<[?, 1]>>, memref<4x16xf32, #tile.shared>
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group"
    (%out, %tile) box [4, 16] coords [0, 4] allow_edge_spill
    : memref<8x?xf32, strided<[?, 1]>>, memref<4x16xf32, #tile.shared>
  // CHECK: tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group.L2::cache_hint"(%out, %tile) box [4, 16] coords [0, 4] cache_policy(evict_first) :
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group.L2::cache_hint"
    (%out, %tile) box [4, 16] coords [0, 4] cache_policy(evict_first)
    : memref<8x?xf32, strided<[?, 1]>>, memref<4x16xf32, #tile.shared>
}

// CHECK-LABEL: tile.kernel @reduce
tile.kernel @reduce(%out: memref<64x64xi32>, %f: memref<64x64xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xi32, #tile.shared>
  %ftile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // CHECK: tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.inc.tile.bulk_group"(%out, %tile) box [8, 16] coords [0, 0] format(u32) :
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.inc.tile.bulk_group"
    (%out, %tile) box [8, 16] coords [0, 0] format(u32)
    : memref<64x64xi32>, memref<8x16xi32, #tile.shared>
  // CHECK: tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.bulk_group.L2::cache_hint"(%f, %ftile) box [8, 16] coords [0, 0] cache_policy(evict_unchanged) format(tf32) :
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.bulk_group.L2::cache_hint"
    (%f, %ftile) box [8, 16] coords [0, 0] cache_policy(evict_unchanged) format(tf32)
    : memref<64x64xf32>, memref<8x16xf32, #tile.shared>
}

// CHECK-LABEL: tile.kernel @prefetch
tile.kernel @prefetch(%in: memref<64x64xf32>, %map: !tile.tensor_map<8x32xf32, swizzle = 128B>) block [32] {
  // CHECK: tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global"(%in) box [8, 32] coords [0, 0] swizzle(128B) l2_promotion(256B) : memref<64x64xf32>
  tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global"
    (%in) box [8, 32] coords [0, 0] swizzle(128B) l2_promotion(256B) : memref<64x64xf32>
  // CHECK: tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global.tile.L2::cache_hint"(%map) coords [0, 0] cache_policy(evict_normal) : !tile.tensor_map
  tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global.tile.L2::cache_hint"
    (%map) coords [0, 0] cache_policy(evict_normal) : !tile.tensor_map<8x32xf32, swizzle = 128B>
  // CHECK: tile.apply "prefetch.tensormap"(%in) box [8, 32] swizzle(128B) : memref<64x64xf32>
  tile.apply "prefetch.tensormap"(%in) box [8, 32] swizzle(128B) : memref<64x64xf32>
  // CHECK: tile.apply "prefetch.param.tensormap"(%map) : !tile.tensor_map<8x32xf32, swizzle = 128B>
  tile.apply "prefetch.param.tensormap"(%map) : !tile.tensor_map<8x32xf32, swizzle = 128B>
}

// CHECK-LABEL: tile.kernel @options
tile.kernel @options(%slices: memref<8x4x16x8xf16>, %rows: memref<64x64xf32>) block [32] {
  %c0 = arith.constant 0 : index
  %image = tile.alloc_shared : memref<2x1x8x8xf16, #tile.shared>
  %tile = tile.alloc_shared : memref<4x16xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // CHECK: box [2, 1, 8] coords [0, 1, 4] mbar %{{[0-9]+}} interleave(16B) :
  tile.apply "cp.async.bulk.tensor.3d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%image, %slices) box [2, 1, 8] coords [0, 1, 4] mbar %bar interleave(16B)
    : memref<2x1x8x8xf16, #tile.shared>, memref<8x4x16x8xf16>
  // CHECK: box [8, 16] coords [0, 0] mbar %{{[0-9]+}} element_strides [2, 1] format(f32_ftz) :
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %rows) box [8, 16] coords [0, 0] mbar %bar element_strides [2, 1] format(f32_ftz)
    : memref<4x16xf32, #tile.shared>, memref<64x64xf32>
}

// A map that the caller has encoded brings its box and its options; the box may
// be repeated.
// CHECK-LABEL: tile.kernel @caller(
// CHECK-SAME: !tile.tensor_map<8x16xf32, element_strides = [2, 1], format = tf32>
tile.kernel @caller(%map: !tile.tensor_map<8x16xf32, element_strides = [2, 1], format = tf32>,
                    %slices: !tile.tensor_map<2x1x4xf16, swizzle = 32B, interleave = 32B>) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<4x16xf32, #tile.shared>
  %image = tile.alloc_shared : memref<2x1x4x16xf16, #tile.shared<swizzle = 32B>>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // CHECK: (%tile, %map) coords [0, 0] mbar
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %map) coords [0, 0] mbar %bar
    : memref<4x16xf32, #tile.shared>, !tile.tensor_map<8x16xf32, element_strides = [2, 1], format = tf32>
  // CHECK: (%tile, %map) box [8, 16] coords [0, 0] mbar
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %map) box [8, 16] coords [0, 0] mbar %bar
    : memref<4x16xf32, #tile.shared>, !tile.tensor_map<8x16xf32, element_strides = [2, 1], format = tf32>
  // CHECK: (%image, %slices) coords [0, 0, 0] mbar
  tile.apply "cp.async.bulk.tensor.3d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%image, %slices) coords [0, 0, 0] mbar %bar
    : memref<2x1x4x16xf16, #tile.shared<swizzle = 32B>>, !tile.tensor_map<2x1x4xf16, swizzle = 32B, interleave = 32B>
}

// CHECK-LABEL: tile.kernel @core
tile.kernel @core(%in: memref<64x64xf32>, %map: !tile.tensor_map<8x16xf32>, %x: i32, %m: i16, %p: i64)
    block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %bytes = tile.alloc_shared : memref<4096xi8, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // CHECK: tile.tensor_map %in reduced : memref<64x64xf32> -> !tile.tensor_map<8x16xf32, element_strides = [2, 1], format = f32_ftz>
  %made = tile.tensor_map %in reduced
    : memref<64x64xf32> -> !tile.tensor_map<8x16xf32, element_strides = [2, 1], format = f32_ftz>
  // CHECK: tile.tma.load <shared_cluster> %tile, %map[%x, %x] mbar %{{[0-9]+}} cta_mask %m cache_policy %p :
  tile.tma.load <shared_cluster> %tile, %map[%x, %x] mbar %bar cta_mask %m cache_policy %p
    : memref<8x16xf32, #tile.shared>, !tile.tensor_map<8x16xf32>
  // CHECK: tile.tma.store %map[%x, %x], %tile cache_policy %p :
  tile.tma.store %map[%x, %x], %tile cache_policy %p
    : !tile.tensor_map<8x16xf32>, memref<8x16xf32, #tile.shared>
  // CHECK: tile.tma.reduce <add> %map[%x, %x], %tile cache_policy %p :
  tile.tma.reduce <add> %map[%x, %x], %tile cache_policy %p
    : !tile.tensor_map<8x16xf32>, memref<8x16xf32, #tile.shared>
  // CHECK: tile.tma.prefetch %map[%x, %x] cache_policy %p : !tile.tensor_map<8x16xf32>
  tile.tma.prefetch %map[%x, %x] cache_policy %p : !tile.tensor_map<8x16xf32>
  // CHECK: tile.tma.prefetch_map %map : !tile.tensor_map<8x16xf32>
  tile.tma.prefetch_map %map : !tile.tensor_map<8x16xf32>
  // CHECK: tile.create_policy <evict_last> fraction 2.500000e-01
  %quarter = tile.create_policy <evict_last> fraction 0.25
  // CHECK: tile.create_policy <evict_unchanged>{{$}}
  %all = tile.create_policy <evict_unchanged>
  // CHECK: tile.shared_view %bytes[1024] : memref<4096xi8, #tile.shared> to memref<8x64xf16, #tile.shared<swizzle = 128B>>
  %view = tile.shared_view %bytes[1024]
    : memref<4096xi8, #tile.shared> to memref<8x64xf16, #tile.shared<swizzle = 128B>>
  // CHECK: tile.tx_bytes %{{[0-9]+}} box [16, 64] element_strides [2, 1] :
  %n = tile.tx_bytes %view box [16, 64] element_strides [2, 1]
    : memref<8x64xf16, #tile.shared<swizzle = 128B>>
  // CHECK: tile.tx_bytes %tile box [8, 16] format(tf32) :
  %k = tile.tx_bytes %tile box [8, 16] format(tf32) : memref<8x16xf32, #tile.shared>
}

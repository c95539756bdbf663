// RUN: tilery-opt %s --pass-pipeline='builtin.module(tile.kernel(tile-resolve-apply))' | FileCheck %s

// Coordinates run outer to inner on the surface, innermost first in the core.
// CHECK-LABEL: tile.kernel @load
tile.kernel @load(%in: memref<4x256x256xf32>, %row: i32) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<1x64x32xf32, #tile.shared<swizzle = 128B>>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // CHECK: %[[MAP:.*]] = tile.tensor_map %in loaded l2_promotion(256B) oob_fill(nan) :
  // CHECK-SAME: memref<4x256x256xf32> -> !tile.tensor_map<1x64x32xf32, swizzle = 128B>
  // CHECK-DAG: %[[X:.*]] = arith.constant 96 : i32
  // CHECK-DAG: %[[Z:.*]] = arith.constant 3 : i32
  // CHECK: tile.tma.load <shared_cluster> %tile, %[[MAP]][%[[X]], %row, %[[Z]]] mbar
  tile.apply "cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [1, 64, 32] coords [3, %row, 96 : i32] mbar %bar l2_promotion(256B) oob_fill(nan)
    : memref<1x64x32xf32, #tile.shared<swizzle = 128B>>, memref<4x256x256xf32>
}

// An index goes through a checked cast.
// CHECK-LABEL: tile.kernel @store
tile.kernel @store(%out: memref<256x256xf32>, %row: index) block [32] {
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  // CHECK: %[[MAP:.*]] = tile.tensor_map %out stored allow_edge_spill
  // CHECK-DAG: %[[X:.*]] = arith.constant 64 : i32
  // CHECK-DAG: %[[Y:.*]] = tile.coord %row
  // CHECK: tile.tma.store %[[MAP]][%[[X]], %[[Y]]], %tile
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group"
    (%out, %tile) box [64, 64] coords [%row, 64] allow_edge_spill
    : memref<256x256xf32>, memref<64x64xf32, #tile.shared>
}

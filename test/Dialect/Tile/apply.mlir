// RUN: tilery-opt %s | tilery-opt | FileCheck %s
// RUN: tilery-opt %s --mlir-print-op-generic | tilery-opt | FileCheck %s
// RUN: tilery-opt %s --emit-bytecode | tilery-opt | FileCheck %s

// CHECK-LABEL: tile.kernel @copies
tile.kernel @copies(%in: memref<256x256xf32>, %out: memref<256x256xf32>, %x: i32) block [32] {
  %c0 = arith.constant 0 : index
  %b = gpu.block_id x
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // CHECK: tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"(%tile, %in)
  // CHECK-SAME: box [64, 64] coords [%{{.*}}, 128] mbar %{{.*}} l2_promotion(128B) oob_fill(nan) :
  // CHECK-SAME: memref<64x64xf32, #tile.shared>, memref<256x256xf32>
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [64, 64] coords [%b, 128] mbar %bar l2_promotion(128B) oob_fill(nan)
    : memref<64x64xf32, #tile.shared>, memref<256x256xf32>
  // '.tile' is optional in PTX, and kept as written.
  // CHECK: tile.apply "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"(%tile, %in)
  // CHECK-SAME: coords [%x, 0 : i32]
  tile.apply "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
    (%tile, %in) box [64, 64] coords [%x, 0 : i32] mbar %bar
    : memref<64x64xf32, #tile.shared>, memref<256x256xf32>
  // CHECK: tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"(%out, %tile)
  // CHECK-SAME: box [64, 64] coords [0, 64] allow_edge_spill
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%out, %tile) box [64, 64] coords [0, 64] allow_edge_spill
    : memref<256x256xf32>, memref<64x64xf32, #tile.shared>
}

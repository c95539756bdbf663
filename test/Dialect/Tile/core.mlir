// RUN: tilery-opt %s | tilery-opt | FileCheck %s
// RUN: tilery-opt %s --mlir-print-op-generic | tilery-opt | FileCheck %s
// RUN: tilery-opt %s --emit-bytecode | tilery-opt | FileCheck %s

// CHECK-LABEL: tile.kernel @core
tile.kernel @core(%in: memref<256x256xf32>, %map: !tile.tensor_map<64x64xf32>, %x: i32, %i: index) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // CHECK: tile.tensor_map %in loaded stored allow_edge_spill l2_promotion(256B) oob_fill(nan)
  // CHECK-SAME: : memref<256x256xf32> -> !tile.tensor_map<64x64xf32>
  %m = tile.tensor_map %in loaded stored allow_edge_spill l2_promotion(256B) oob_fill(nan)
    : memref<256x256xf32> -> !tile.tensor_map<64x64xf32>
  // CHECK-NEXT: %[[C:.*]] = tile.coord %i
  %c = tile.coord %i
  // CHECK-NEXT: tile.tma.load <shared_cta> %tile, %map[%x, %[[C]]] mbar %{{.*}} :
  // CHECK-SAME: memref<64x64xf32, #tile.shared>, !tile.tensor_map<64x64xf32>
  tile.tma.load <shared_cta> %tile, %map[%x, %c] mbar %bar
    : memref<64x64xf32, #tile.shared>, !tile.tensor_map<64x64xf32>
  // CHECK-NEXT: tile.tma.load <shared_cluster> %tile, %map
  tile.tma.load <shared_cluster> %tile, %map[%x, %c] mbar %bar
    : memref<64x64xf32, #tile.shared>, !tile.tensor_map<64x64xf32>
  // CHECK-NEXT: tile.tma.store %map[%x, %x], %tile :
  // CHECK-SAME: !tile.tensor_map<64x64xf32>, memref<64x64xf32, #tile.shared>
  tile.tma.store %map[%x, %x], %tile
    : !tile.tensor_map<64x64xf32>, memref<64x64xf32, #tile.shared>
}

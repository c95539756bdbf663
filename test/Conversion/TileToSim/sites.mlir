// RUN: tilery-opt %s -convert-tile-to-sim | FileCheck %s
// RUN: tilery-opt %s -convert-tile-to-sim=checks=0 | FileCheck %s --check-prefix=UNCHECKED \
// RUN:   --implicit-check-not=sim_read --implicit-check-not=sim_write

// Buffers as the planner placed them; 1: an array of barriers. A site is a place in the
// source, the op there, what it accesses, that buffer, and that parameter.
// CHECK-LABEL: llvm.func @sim_sites(
// CHECK-SAME: buffers = {{\[}}["tile", 0, 256, 0], ["full", 256, 16, 1]]
// CHECK-SAME: shared = 272 : i64
// CHECK-SAME: sites = [
// CHECK-SAME: ["{{.*}}sites.mlir", [[# @LINE + 18]], 3, "tile.mbarrier.init", "full", 1, -1, 0]
// CHECK-SAME: ["{{.*}}sites.mlir", [[# @LINE + 18]], 8, "memref.load", "x", -1, 0, 0]
// CHECK-SAME: ["{{.*}}sites.mlir", [[# @LINE + 18]], 3, "memref.store", "tile", 0, -1, 0]
// CHECK-SAME: ["{{.*}}sites.mlir", [[# @LINE + 18]], 3, "tile.cta_sync", "", -1, -1, 0]
// CHECK: llvm.call @tilery_sim_mbarrier_init
// CHECK: llvm.call @tilery_sim_read_global
// CHECK: llvm.call @tilery_sim_write_shared
// CHECK: llvm.call @tilery_sim_cta_sync

// Without checks, plain accesses are announced to nobody and have no sites.
// UNCHECKED-LABEL: llvm.func @sim_sites(
// UNCHECKED-NOT: "memref.load"
// UNCHECKED: llvm.call @tilery_sim_cta_sync
tile.kernel @sites(%x: memref<64xf32>) block [64] attributes {tile.shared_bytes = 272 : i64} {
  %c1 = arith.constant 1 : index
  %tile = tile.alloc_shared at 0 : memref<64xf32, #tile.shared>
  %full = tile.alloc_shared at 256 : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c1] : memref<2x!tile.mbarrier, #tile.shared>
  tile.mbarrier.init %bar, 1
  %v = memref.load %x[%c1] : memref<64xf32>
  memref.store %v, %tile[%c1] : memref<64xf32, #tile.shared>
  tile.cta_sync
}

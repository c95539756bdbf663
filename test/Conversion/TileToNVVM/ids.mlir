// RUN: tilery-opt %s -convert-tile-to-nvvm | FileCheck %s

// Registers have the ranges that the block and the grid's limits give.
// CHECK-LABEL: llvm.func @registers
tile.kernel @registers() block [128, 4] cluster [2] {
  // CHECK: nvvm.read.ptx.sreg.tid.x range <i32, 0, 128>
  %0 = gpu.thread_id x
  // CHECK: nvvm.read.ptx.sreg.tid.y range <i32, 0, 4>
  %1 = gpu.thread_id y
  // CHECK: llvm.mlir.constant(0 : i64)
  %2 = gpu.thread_id z
  // CHECK: nvvm.read.ptx.sreg.ctaid.x range <i32, 0, 2147483647>
  %3 = gpu.block_id x
  // CHECK: nvvm.read.ptx.sreg.ctaid.y range <i32, 0, 65535>
  %4 = gpu.block_id y
  // CHECK: llvm.mlir.constant(128 : i64)
  %5 = gpu.block_dim x
  // CHECK: nvvm.read.ptx.sreg.nctaid.z range <i32, 1, 65536>
  %6 = gpu.grid_dim z
  // CHECK: nvvm.read.ptx.sreg.laneid range <i32, 0, 32>
  %7 = gpu.lane_id
  // CHECK: nvvm.read.ptx.sreg.clusterid.x
  %8 = gpu.cluster_id x
  // CHECK: nvvm.read.ptx.sreg.nclusterid.x
  %9 = gpu.cluster_dim x
  // CHECK: nvvm.read.ptx.sreg.cluster.ctaid.x range <i32, 0, 2>
  %10 = gpu.cluster_block_id x
  // CHECK: llvm.mlir.constant(2 : i64)
  %11 = gpu.cluster_dim_blocks x
  // CHECK: llvm.mlir.constant(32 : i64)
  %12 = gpu.subgroup_size : index
  // CHECK: llvm.mlir.constant(16 : i64)
  %13 = gpu.num_subgroups : index
  // 2^31 - 1 blocks of 128 threads are more than 32 bits count.
  // CHECK: %[[BLOCK:.*]] = nvvm.read.ptx.sreg.ctaid.x
  // CHECK: %[[WIDE:.*]] = llvm.zext %[[BLOCK]] : i32 to i64
  // CHECK: %[[FIRST:.*]] = llvm.mul %[[WIDE]], %{{.*}} overflow<nsw, nuw> : i64
  // CHECK: %[[THREAD:.*]] = nvvm.read.ptx.sreg.tid.x
  // CHECK: %[[OWN:.*]] = llvm.zext %[[THREAD]] : i32 to i64
  // CHECK: llvm.add %[[FIRST]], %[[OWN]] overflow<nsw, nuw> : i64
  %14 = gpu.global_id x
  // CHECK: llvm.lshr
  %15 = gpu.subgroup_id : index
}

// CHECK-LABEL: llvm.func @warp
tile.kernel @warp() block [64, 2, 2] {
  // CHECK: %[[X:.*]] = nvvm.read.ptx.sreg.tid.x
  // CHECK: %[[Y:.*]] = nvvm.read.ptx.sreg.tid.y
  // CHECK: %[[Z:.*]] = nvvm.read.ptx.sreg.tid.z
  // CHECK: %[[C128:.*]] = llvm.mlir.constant(128 : i32)
  // CHECK: llvm.mul %[[Z]], %[[C128]]
  // CHECK: %[[WARP:.*]] = llvm.lshr
  // CHECK: nvvm.shfl.sync idx %{{.*}}, %[[WARP]]
  %w = tile.warp_id
  // CHECK: nvvm.elect.sync -> i1
  %e = tile.elect
}

// The one warp of a block.
// CHECK-LABEL: llvm.func @one_warp
// CHECK-NOT: shfl
tile.kernel @one_warp() block [32] {
  %w = tile.warp_id
}

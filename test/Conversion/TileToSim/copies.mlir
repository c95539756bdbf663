// RUN: tilery-opt %s -convert-tile-to-sim | FileCheck %s

// CHECK-LABEL: llvm.func @sim_tensor_copies(
// CHECK: %[[COORDS:.*]] = llvm.alloca %{{.*}} x !llvm.array<2 x i32>
// CHECK: llvm.store %{{.*}}, %{{.*}} : i32, !llvm.ptr
// CHECK: llvm.call @tilery_sim_tma_load(%[[T:[^,]*]], %[[TILE:[^,]*]], %[[MAP:[^,]*]], %{{[^,]*}}, %[[RANK:[^,]*]], %[[BAR:[^,]*]], %{{[^,]*}}, %{{.*}}) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr, i32, i32) -> ()
// CHECK: %[[MASK:.*]] = llvm.zext %{{.*}} : i16 to i32
// CHECK: llvm.call @tilery_sim_tma_load(%{{.*}}, %[[MASK]], %{{.*}})
// CHECK: llvm.call @tilery_sim_tma_store(%[[T]], %[[MAP]], %{{[^,]*}}, %{{[^,]*}}, %[[TILE]], %{{.*}}) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr, i32) -> ()
// CHECK: %[[MAX:.*]] = llvm.mlir.constant(2 : i32)
// CHECK: llvm.call @tilery_sim_tma_reduce(%[[T]], %[[MAX]], %[[MAP]]
// CHECK: llvm.call @tilery_sim_tma_prefetch(%[[T]], %[[MAP]]
// CHECK: llvm.call @tilery_sim_tma_prefetch_map(%[[T]], %[[MAP]]
tile.kernel @tensor_copies(%map: !tile.tensor_map<32x64xi32>, %x: i32, %mask: i16) block [32]
    cluster [2] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared at 0 : memref<32x64xi32, #tile.shared>
  %full = tile.alloc_shared at 8192 : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %policy = tile.create_policy <evict_first>
  tile.tma.load <shared_cta> %tile, %map[%x, %x] mbar %bar cache_policy %policy
    : memref<32x64xi32, #tile.shared>, !tile.tensor_map<32x64xi32>
  tile.tma.load <shared_cluster> %tile, %map[%x, %x] mbar %bar cta_mask %mask
    : memref<32x64xi32, #tile.shared>, !tile.tensor_map<32x64xi32>
  tile.tma.store %map[%x, %x], %tile
    : !tile.tensor_map<32x64xi32>, memref<32x64xi32, #tile.shared>
  tile.tma.reduce <max> %map[%x, %x], %tile
    : !tile.tensor_map<32x64xi32>, memref<32x64xi32, #tile.shared>
  tile.tma.prefetch %map[%x, %x] : !tile.tensor_map<32x64xi32>
  tile.tma.prefetch_map %map : !tile.tensor_map<32x64xi32>
}

// CHECK-LABEL: llvm.func @sim_bulk_copies(
// CHECK: llvm.call @tilery_sim_bulk_load(%{{.*}}) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr, i32, i32) -> ()
// CHECK: llvm.call @tilery_sim_bulk_store(%{{.*}}) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, i32) -> ()
// CHECK: llvm.call @tilery_sim_bulk_copy(%{{.*}}) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr, i32) -> ()
// CHECK: %[[ADD:.*]] = llvm.mlir.constant(0 : i32)
// CHECK: %[[F32:.*]] = llvm.mlir.constant(8 : i32)
// CHECK: llvm.call @tilery_sim_bulk_reduce(%{{[^,]*}}, %[[ADD]], %[[F32]], %{{.*}}) : (!llvm.ptr, i32, i32, !llvm.ptr, !llvm.ptr, i32, i32) -> ()
// CHECK: llvm.call @tilery_sim_bulk_prefetch(%{{.*}}) : (!llvm.ptr, !llvm.ptr, i32, i32) -> ()
// CHECK: llvm.call @tilery_sim_bulk_commit_group
// CHECK: %[[PENDING:.*]] = llvm.mlir.constant(2 : i32)
// CHECK: %[[READ:.*]] = llvm.mlir.constant(1 : i32)
// CHECK: llvm.call @tilery_sim_bulk_wait_group(%{{[^,]*}}, %[[PENDING]], %[[READ]], %{{.*}})
tile.kernel @bulk_copies(%x: memref<256xf32>) block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared at 0 : memref<256xf32, #tile.shared>
  %full = tile.alloc_shared at 8192 : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %there = tile.mapa %tile, 1 : memref<256xf32, #tile.shared>
  %there_bar = tile.mapa %bar, 1 : !tile.mbarrier_ref
  tile.bulk.load <shared_cta> %tile, %x bytes 1024 mbar %bar
    : memref<256xf32, #tile.shared>, memref<256xf32>
  tile.bulk.store %x, %tile bytes 1024 : memref<256xf32>, memref<256xf32, #tile.shared>
  tile.bulk.copy %there, %tile bytes 1024 mbar %there_bar
    : memref<256xf32, #tile.shared_cluster>, memref<256xf32, #tile.shared>
  tile.bulk.reduce <add> <f32> %x, %tile bytes 1024
    : memref<256xf32>, memref<256xf32, #tile.shared>
  tile.bulk.prefetch %x bytes 1024 : memref<256xf32>
  tile.bulk.commit_group
  tile.bulk.wait_group 2 read
}

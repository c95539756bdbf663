// RUN: tilery-opt %s -convert-tile-to-sim -canonicalize -cse | FileCheck %s

// The block's shared memory is the thread's first field; buffers lie at their offsets.
// Each access is announced before it: address, bytes, the alignment that it relies on.
// CHECK-LABEL: llvm.func @sim_accesses(
// CHECK-SAME: %[[THREAD:[^:]*]]: !llvm.ptr
// CHECK-DAG: %[[C4:.*]] = llvm.mlir.constant(4 : i32)
// CHECK-DAG: %[[C16:.*]] = llvm.mlir.constant(16 : i32)
// CHECK: %[[SHARED:.*]] = llvm.load %[[THREAD]] invariant
// CHECK: %[[TILE:.*]] = llvm.getelementptr inbounds %[[SHARED]][1024]
// CHECK: %[[AT:.*]] = llvm.getelementptr inbounds %[[TILE]]
// CHECK: llvm.call @tilery_sim_read_shared(%[[THREAD]], %[[AT]], %[[C16]], %[[C16]], %{{.*}}) : (!llvm.ptr, !llvm.ptr, i32, i32, i32)
// CHECK-NEXT: llvm.load %[[AT]] {alignment = 16 : i64} : !llvm.ptr -> vector<4xf32>
// CHECK: llvm.call @tilery_sim_write_global(%[[THREAD]], %[[OUT:.*]], %[[C16]], %[[C4]], %{{.*}})
// CHECK-NEXT: llvm.store %{{.*}}, %[[OUT]] {alignment = 4 : i64} : vector<4xf32>, !llvm.ptr
tile.kernel @accesses(%out: memref<64xf32>, %i: index) block [32] {
  %tile = tile.alloc_shared at 1024 : memref<64xf32, #tile.shared>
  %v = vector.load %tile[%i] {alignment = 16 : i64} : memref<64xf32, #tile.shared>, vector<4xf32>
  vector.store %v, %out[%i] : memref<64xf32>, vector<4xf32>
}

// The swizzle is applied to the place, as on the device.
// CHECK-LABEL: llvm.func @sim_swizzled(
// CHECK: llvm.xor
// CHECK: llvm.call @tilery_sim_read_shared
tile.kernel @swizzled(%out: memref<1xf16>, %i: index) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared at 0 : memref<8x64xf16, #tile.shared<swizzle = 128B>>
  %v = memref.load %tile[%i, %i] : memref<8x64xf16, #tile.shared<swizzle = 128B>>
  memref.store %v, %out[%c0] : memref<1xf16>
}

// Another block's shared memory.
// CHECK-LABEL: llvm.func @sim_remote(
// CHECK: %[[BASE:.*]] = llvm.call @tilery_sim_mapa(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (!llvm.ptr, !llvm.ptr, i32, i32) -> !llvm.ptr
// CHECK: llvm.call @tilery_sim_write_cluster
// CHECK: llvm.call @tilery_sim_read_cluster
tile.kernel @remote(%i: index) block [32] cluster [2] {
  %tile = tile.alloc_shared at 0 : memref<64xf32, #tile.shared>
  %there = tile.mapa %tile, 1 : memref<64xf32, #tile.shared>
  %one = arith.constant 1.0 : f32
  memref.store %one, %there[%i] : memref<64xf32, #tile.shared_cluster>
  %v = memref.load %there[%i] : memref<64xf32, #tile.shared_cluster>
}

// RUN: tilery-opt %s -convert-tile-to-sim -canonicalize | FileCheck %s

// CHECK-LABEL: llvm.func @sim_sync(
// CHECK: llvm.call @tilery_sim_cta_sync
// CHECK: llvm.call @tilery_sim_named_barrier_sync(%{{.*}}) : (!llvm.ptr, i32, i32, i32) -> ()
// CHECK: llvm.call @tilery_sim_named_barrier_arrive(%{{.*}}) : (!llvm.ptr, i32, i32, i32) -> ()
// CHECK: llvm.call @tilery_sim_cluster_arrive(%{{.*}}) : (!llvm.ptr, i32, i32, i32) -> ()
// CHECK: llvm.call @tilery_sim_cluster_wait(%{{.*}}) : (!llvm.ptr, i32, i32) -> ()
// CHECK: llvm.call @tilery_sim_cluster_sync(%{{.*}}) : (!llvm.ptr, i32) -> ()
// CHECK: llvm.call @tilery_sim_fence_proxy_async(%{{.*}}) : (!llvm.ptr, i32, i32) -> ()
// CHECK: llvm.call @tilery_sim_fence_mbarrier_init
// CHECK: llvm.call @tilery_sim_fence(%{{.*}}) : (!llvm.ptr, i32, i32, i32) -> ()
// CHECK: llvm.call @tilery_sim_grid_dependency_wait
// CHECK: llvm.call @tilery_sim_grid_dependency_launch
// CHECK: llvm.call @tilery_sim_nanosleep(%{{.*}}) : (!llvm.ptr, i32, i32) -> ()
tile.kernel @sync() block [64] cluster [2] {
  tile.cta_sync
  tile.named_barrier.sync 1, 64
  tile.named_barrier.arrive 2, 64
  tile.cluster.arrive relaxed aligned
  tile.cluster.wait aligned
  tile.cluster_sync
  tile.fence.proxy.async <shared_cta>
  tile.fence.mbarrier_init
  tile.fence acq_rel.cluster
  tile.grid_dependency.wait
  tile.grid_dependency.launch_dependents
  tile.nanosleep 100
}

// What is not static is read off the thread; nothing there changes.
// CHECK-LABEL: llvm.func @sim_ids(
// CHECK-SAME: %[[THREAD:[^:]*]]: !llvm.ptr
// CHECK-DAG: %[[TID:.*]] = llvm.getelementptr %[[THREAD]][16] : (!llvm.ptr) -> !llvm.ptr, i8
// CHECK-DAG: llvm.load %[[TID]] invariant {alignment = 4 : i64} : !llvm.ptr -> i32
// CHECK-DAG: llvm.getelementptr %[[THREAD]][44] : (!llvm.ptr) -> !llvm.ptr, i8
// CHECK-DAG: llvm.getelementptr %[[THREAD]][128] : (!llvm.ptr) -> !llvm.ptr, i8
// CHECK-DAG: llvm.getelementptr %[[THREAD]][112] : (!llvm.ptr) -> !llvm.ptr, i8
// CHECK: llvm.call @tilery_sim_warp_id(%{{.*}}) : (!llvm.ptr, i32) -> i32
// CHECK: llvm.call @tilery_sim_elect(%{{.*}}) : (!llvm.ptr, i32) -> i32
tile.kernel @ids(%out: memref<8xi64>, %elected: memref<1xi8>) block [64] cluster [2] {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %t = gpu.thread_id x
  %ti = arith.index_cast %t : index to i64
  memref.store %ti, %out[%c0] : memref<8xi64>
  %b = gpu.block_id y
  %bi = arith.index_cast %b : index to i64
  memref.store %bi, %out[%c1] : memref<8xi64>
  %l = gpu.lane_id
  %li = arith.index_cast %l : index to i64
  memref.store %li, %out[%c2] : memref<8xi64>
  %r = tile.cluster_rank
  %ri = arith.index_cast %r : index to i64
  memref.store %ri, %out[%c3] : memref<8xi64>
  %w = tile.warp_id
  %wi = arith.index_cast %w : index to i64
  memref.store %wi, %out[%c4] : memref<8xi64>
  %e = tile.elect
  %ei = arith.extui %e : i1 to i8
  memref.store %ei, %elected[%c0] : memref<1xi8>
}

// RUN: tilery-opt %s -convert-tile-to-nvvm | FileCheck %s

// CHECK-LABEL: llvm.func @fences
tile.kernel @fences() block [32] {
  // CHECK: nvvm.fence.proxy {kind = #nvvm.proxy_kind<async>}
  tile.fence.proxy.async
  // CHECK: nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.global>}
  tile.fence.proxy.async <global>
  // CHECK: nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  tile.fence.proxy.async <shared_cta>
  // CHECK: nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cluster>}
  tile.fence.proxy.async <shared_cluster>
  // CHECK: nvvm.barrier
  tile.cta_sync
}

// CHECK-LABEL: llvm.func @order
tile.kernel @order(%map: memref<2x128xi8>, %row: index, %n: i32) block [64] {
  // CHECK: llvm.fence syncscope("block") acq_rel
  tile.fence acq_rel.cta
  // CHECK: llvm.fence syncscope("cluster") seq_cst
  tile.fence sc.cluster
  // CHECK: llvm.fence syncscope("device") acq_rel
  tile.fence acq_rel.gpu
  // CHECK: llvm.fence seq_cst
  tile.fence sc.sys
  // CHECK: nvvm.fence.mbarrier.init
  tile.fence.mbarrier_init
  // CHECK: nvvm.fence.proxy {kind = #nvvm.proxy_kind<alias>}
  tile.fence.proxy.alias
  // CHECK: nvvm.fence.proxy.sync_restrict {order = #nvvm.mem_order<acquire>}
  tile.fence.proxy.async_generic acquire
  // CHECK: nvvm.fence.proxy.sync_restrict {order = #nvvm.mem_order<release>}
  tile.fence.proxy.async_generic release
  // CHECK: nvvm.fence.proxy.release <cta>
  tile.fence.proxy.tensormap release.cta
  // The address of the view.
  // CHECK: %[[MAP:.*]] = llvm.getelementptr inbounds %{{.*}}[%{{.*}}] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
  // CHECK: %[[GENERIC:.*]] = llvm.addrspacecast %[[MAP]] : !llvm.ptr<1> to !llvm.ptr
  // CHECK: %[[SIZE:.*]] = llvm.mlir.constant(128 : i32)
  // CHECK: nvvm.fence.proxy.acquire <sys> %[[GENERIC]], %[[SIZE]]
  %one = memref.subview %map[%row, 0] [1, 128] [1, 1] : memref<2x128xi8> to memref<128xi8, strided<[1], offset: ?>>
  tile.fence.proxy.tensormap acquire.sys [%one] : memref<128xi8, strided<[1], offset: ?>>
  // CHECK: nvvm.barrier id = %{{.*}} number_of_threads = %arg2
  tile.named_barrier.sync 3, %n
  // CHECK: llvm.call_intrinsic "llvm.nvvm.barrier.cta.arrive.aligned.count"(%arg2, %{{.*}})
  tile.named_barrier.arrive %n, 64
  // CHECK: nvvm.griddepcontrol wait
  tile.grid_dependency.wait
  // CHECK: nvvm.griddepcontrol launch_dependents
  tile.grid_dependency.launch_dependents
  // CHECK: nvvm.nanosleep %arg2
  tile.nanosleep %n
}

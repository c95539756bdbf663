// RUN: tilery-opt %s | tilery-opt | FileCheck %s
// RUN: tilery-opt %s --mlir-print-op-generic | tilery-opt | FileCheck %s
// RUN: tilery-opt %s --emit-bytecode | tilery-opt | FileCheck %s

// CHECK-LABEL: tile.kernel @order
tile.kernel @order() block [32] {
  // CHECK-NEXT: tile.fence.proxy.async{{$}}
  tile.fence.proxy.async
  // CHECK-NEXT: tile.fence.proxy.async <global>
  tile.fence.proxy.async <global>
  // CHECK-NEXT: tile.fence.proxy.async <shared_cta>
  tile.fence.proxy.async <shared_cta>
  // CHECK-NEXT: tile.fence.proxy.async <shared_cluster>
  tile.fence.proxy.async <shared_cluster>
  // CHECK-NEXT: tile.cta_sync
  tile.cta_sync
  // CHECK-NEXT: tile.bulk.commit_group
  tile.bulk.commit_group
  // CHECK-NEXT: tile.bulk.wait_group 3 read
  tile.bulk.wait_group 3 read
  // CHECK-NEXT: tile.bulk.wait_group 0{{$}}
  tile.bulk.wait_group 0
}

// CHECK-LABEL: tile.kernel @fences(%map: memref<128xi8>)
tile.kernel @fences(%map: memref<128xi8>) block [32] {
  // CHECK-NEXT: tile.fence acq_rel.cta
  tile.fence acq_rel.cta
  // CHECK-NEXT: tile.fence sc.sys
  tile.fence sc.sys
  // CHECK-NEXT: tile.fence.mbarrier_init
  tile.fence.mbarrier_init
  // CHECK-NEXT: tile.fence.proxy.alias
  tile.fence.proxy.alias
  // CHECK-NEXT: tile.fence.proxy.async_generic acquire
  tile.fence.proxy.async_generic acquire
  // CHECK-NEXT: tile.fence.proxy.async_generic release
  tile.fence.proxy.async_generic release
  // CHECK-NEXT: tile.fence.proxy.tensormap release.cluster{{$}}
  tile.fence.proxy.tensormap release.cluster
  // CHECK-NEXT: tile.fence.proxy.tensormap acquire.sys {{\[}}%map{{\]}} : memref<128xi8>
  tile.fence.proxy.tensormap acquire.sys [%map] : memref<128xi8>
}

// CHECK-LABEL: tile.kernel @meetings(%n: i32)
tile.kernel @meetings(%n: i32) block [48] {
  // CHECK-NEXT: tile.named_barrier.sync 15, 64
  tile.named_barrier.sync 15, 64
  // CHECK-NEXT: tile.named_barrier.arrive %n, %n
  tile.named_barrier.arrive %n, %n
  // CHECK-NEXT: tile.grid_sync
  tile.grid_sync
  // CHECK-NEXT: tile.grid_dependency.wait
  tile.grid_dependency.wait
  // CHECK-NEXT: tile.grid_dependency.launch_dependents
  tile.grid_dependency.launch_dependents
  // CHECK-NEXT: tile.nanosleep 100
  tile.nanosleep 100
  // CHECK-NEXT: tile.nanosleep %n
  tile.nanosleep %n
}

// RUN: tilery-opt %s --canonicalize --cse | FileCheck %s

// Nothing that touches barriers, transfers or convergence may be dropped or
// merged, even where its result is unused or an equal op stands beside it.

// CHECK-LABEL: tile.kernel @kept
tile.kernel @kept(%in: memref<64x64xf32>, %out: memref<64x64xf32>) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // CHECK: tile.mbarrier.init
  tile.mbarrier.init %bar, 1
  // CHECK-COUNT-2: tile.mbarrier.arrive %
  tile.mbarrier.arrive %bar
  tile.mbarrier.arrive %bar
  // CHECK-COUNT-2: tile.mbarrier.expect_tx
  tile.mbarrier.expect_tx %bar, 16
  tile.mbarrier.expect_tx %bar, 16
  // CHECK-COUNT-2: tile.mbarrier.arrive_expect_tx
  tile.mbarrier.arrive_expect_tx %bar, 16384
  tile.mbarrier.arrive_expect_tx %bar, 16384
  // CHECK-COUNT-2: tile.fence.proxy.async
  tile.fence.proxy.async
  tile.fence.proxy.async
  // CHECK-COUNT-2: tile.cta_sync
  tile.cta_sync
  tile.cta_sync
  // CHECK-COUNT-2: tile.elect
  %e0 = tile.elect
  %e1 = tile.elect
  // CHECK-COUNT-2: tile.warp_id
  %w0 = tile.warp_id
  %w1 = tile.warp_id
  // CHECK-COUNT-2: mbarrier::complete_tx::bytes
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [64, 64] coords [0, 0] mbar %bar
    : memref<64x64xf32, #tile.shared>, memref<64x64xf32>
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [64, 64] coords [0, 0] mbar %bar
    : memref<64x64xf32, #tile.shared>, memref<64x64xf32>
  // CHECK-COUNT-2: tile.mbarrier.try_wait
  %t0 = tile.mbarrier.try_wait %bar, 0
  %t1 = tile.mbarrier.try_wait %bar, 0
  // CHECK-COUNT-2: tile.mbarrier.test_wait
  %t2 = tile.mbarrier.test_wait %bar, 0
  %t3 = tile.mbarrier.test_wait %bar, 0
  // CHECK-COUNT-2: tile.mbarrier.wait
  tile.mbarrier.wait %bar, 0
  tile.mbarrier.wait %bar, 0
  // CHECK-COUNT-2: bulk_group
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%out, %tile) box [64, 64] coords [0, 0]
    : memref<64x64xf32>, memref<64x64xf32, #tile.shared>
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%out, %tile) box [64, 64] coords [0, 0]
    : memref<64x64xf32>, memref<64x64xf32, #tile.shared>
  // CHECK-COUNT-2: tile.bulk.commit_group
  tile.bulk.commit_group
  tile.bulk.commit_group
  // CHECK-COUNT-2: tile.bulk.wait_group 0
  tile.bulk.wait_group 0
  tile.bulk.wait_group 0
  // CHECK: tile.mbarrier.inval
  tile.mbarrier.inval %bar
}

// A load after the wait is not the load before it.
// CHECK-LABEL: tile.kernel @loads
// CHECK-COUNT-3: memref.load
tile.kernel @loads(%out: memref<2xf32>) block [32] {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %tile = tile.alloc_shared : memref<8xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %a = memref.load %tile[%c0] : memref<8xf32, #tile.shared>
  tile.mbarrier.wait %bar, 0
  %b = memref.load %tile[%c0] : memref<8xf32, #tile.shared>
  tile.cta_sync
  %c = memref.load %tile[%c0] : memref<8xf32, #tile.shared>
  %ab = arith.addf %a, %b : f32
  %abc = arith.addf %ab, %c : f32
  memref.store %abc, %out[%c0] : memref<2xf32>
}

// What is pure goes: an unused reference, an unused buffer, an unused map.
// CHECK-LABEL: tile.kernel @dropped
// CHECK-NEXT: }
tile.kernel @dropped(%in: memref<64x64xf32>) block [32] {
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %map = tile.tensor_map %in loaded : memref<64x64xf32> -> !tile.tensor_map<64x64xf32>
}

// CHECK-LABEL: tile.kernel @order
tile.kernel @order(%map: memref<128xi8>, %n: i32) block [32] {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  %p = arith.cmpi eq, %n, %c1 : i32
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // CHECK-COUNT-2: tile.mbarrier.arrive_drop %
  tile.mbarrier.arrive_drop %bar
  tile.mbarrier.arrive_drop %bar
  // CHECK-COUNT-2: tile.mbarrier.arrive %
  %s0 = tile.mbarrier.arrive %bar -> i64
  %s1 = tile.mbarrier.arrive %bar -> i64
  // CHECK-COUNT-2: tile.mbarrier.arrive_drop_expect_tx
  tile.mbarrier.arrive_drop_expect_tx %bar, 16
  tile.mbarrier.arrive_drop_expect_tx %bar, 16
  // CHECK-COUNT-2: tile.mbarrier.complete_tx
  tile.mbarrier.complete_tx %bar, 16
  tile.mbarrier.complete_tx %bar, 16
  // CHECK-COUNT-2: tile.mbarrier.try_wait
  %t0 = tile.mbarrier.try_wait relaxed.cta %bar, 0 suspend_ns 10
  %t1 = tile.mbarrier.try_wait relaxed.cta %bar, 0 suspend_ns 10
  // CHECK-COUNT-2: tile.mbarrier.test_wait
  %u0 = tile.mbarrier.test_wait relaxed.cta %bar, 0
  %u1 = tile.mbarrier.test_wait relaxed.cta %bar, 0
  // CHECK-COUNT-2: tile.cluster.arrive
  tile.cluster.arrive relaxed
  tile.cluster.arrive relaxed
  // CHECK-COUNT-2: tile.cluster.wait
  tile.cluster.wait
  tile.cluster.wait
  // CHECK-COUNT-2: tile.cluster_sync
  tile.cluster_sync
  tile.cluster_sync
  // CHECK-COUNT-2: tile.fence acq_rel.gpu
  tile.fence acq_rel.gpu
  tile.fence acq_rel.gpu
  // CHECK-COUNT-2: tile.fence.mbarrier_init
  tile.fence.mbarrier_init
  tile.fence.mbarrier_init
  // CHECK-COUNT-2: tile.fence.proxy.alias
  tile.fence.proxy.alias
  tile.fence.proxy.alias
  // CHECK-COUNT-2: tile.fence.proxy.async_generic
  tile.fence.proxy.async_generic acquire
  tile.fence.proxy.async_generic acquire
  // CHECK-COUNT-2: tile.fence.proxy.tensormap release
  tile.fence.proxy.tensormap release.gpu
  tile.fence.proxy.tensormap release.gpu
  // CHECK-COUNT-2: tile.fence.proxy.tensormap acquire
  tile.fence.proxy.tensormap acquire.gpu [%map] : memref<128xi8>
  tile.fence.proxy.tensormap acquire.gpu [%map] : memref<128xi8>
  // CHECK-COUNT-2: tile.named_barrier.sync
  tile.named_barrier.sync 1, 32
  tile.named_barrier.sync 1, 32
  // CHECK-COUNT-2: tile.named_barrier.arrive
  tile.named_barrier.arrive 1, 32
  tile.named_barrier.arrive 1, 32
  // CHECK-COUNT-2: tile.grid_sync
  tile.grid_sync
  tile.grid_sync
  // CHECK-COUNT-2: tile.grid_dependency.wait
  tile.grid_dependency.wait
  tile.grid_dependency.wait
  // CHECK-COUNT-2: tile.grid_dependency.launch_dependents
  tile.grid_dependency.launch_dependents
  tile.grid_dependency.launch_dependents
  // CHECK-COUNT-2: tile.nanosleep
  tile.nanosleep 10
  tile.nanosleep 10
  // CHECK-COUNT-2: tile.printf
  tile.printf "x"
  tile.printf "x"
  // CHECK-COUNT-2: tile.assert
  tile.assert %p, "p"
  tile.assert %p, "p"
}

// Each of them parts two loads of one place.
// CHECK-LABEL: tile.kernel @parted
// CHECK-COUNT-7: memref.load
tile.kernel @parted(%x: memref<1xi32>, %y: memref<7xi32>) block [32] {
  %c0 = arith.constant 0 : index
  %0 = memref.load %x[%c0] : memref<1xi32>
  tile.grid_sync
  %1 = memref.load %x[%c0] : memref<1xi32>
  tile.fence acq_rel.gpu
  %2 = memref.load %x[%c0] : memref<1xi32>
  tile.nanosleep 20
  %3 = memref.load %x[%c0] : memref<1xi32>
  tile.cluster_sync
  %4 = memref.load %x[%c0] : memref<1xi32>
  tile.named_barrier.sync 1, 32
  %5 = memref.load %x[%c0] : memref<1xi32>
  tile.grid_dependency.wait
  %6 = memref.load %x[%c0] : memref<1xi32>
  %s0 = arith.addi %0, %1 : i32
  %s1 = arith.addi %s0, %2 : i32
  %s2 = arith.addi %s1, %3 : i32
  %s3 = arith.addi %s2, %4 : i32
  %s4 = arith.addi %s3, %5 : i32
  %s5 = arith.addi %s4, %6 : i32
  memref.store %s5, %y[%c0] : memref<7xi32>
}

// What only names a thing goes.
// CHECK-LABEL: tile.kernel @unused
// CHECK-NEXT: }
tile.kernel @unused(%s: i64) block [32] cluster [2] {
  %x = tile.alloc_shared : memref<64xf32, #tile.shared>
  %far = tile.mapa %x, 1 : memref<64xf32, #tile.shared>
  %rank = tile.cluster_rank
  %size = tile.cluster_size
  %pending = tile.mbarrier.pending_count %s
}

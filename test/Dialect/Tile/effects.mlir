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

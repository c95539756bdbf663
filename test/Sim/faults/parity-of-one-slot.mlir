// One barrier, waited for with the parity that a ring of two stages would have.
tile.kernel @wrong_parity(%in: memref<8x32xf32>, %tiles: index) block [32] {
  %c0 = arith.constant 0 : index
  %thread = gpu.thread_id x
  %leads = arith.cmpi eq, %thread, %c0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %tile = tile.alloc_shared : memref<8x32xf32, #tile.shared>
  scf.if %leads {
    tile.mbarrier.init %bar, 1
  }
  tile.fence.proxy.async <shared_cta>
  tile.cta_sync
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %k = %c0 to %tiles step %c1 {
    %round = arith.divui %k, %c2 : index
    %parity = arith.remui %round, %c2 : index
    %phase = arith.index_cast %parity : index to i32
    scf.if %leads {
      tile.mbarrier.arrive_expect_tx %bar, 1024
      tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
        (%tile, %in) box [8, 32] coords [0, 0] mbar %bar
        : memref<8x32xf32, #tile.shared>, memref<8x32xf32>
    }
    tile.mbarrier.wait %bar, %phase
    tile.cta_sync
  }
}

launch.func @wrong_parity_launch(%in: memref<8x32xf32>, %tiles: index) {
  launch.kernel @wrong_parity grid [1] (%in, %tiles) : memref<8x32xf32>, index
}

// RUN: %python %S/Inputs/find.py --other-ids %s --arg tiles=4 | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:parity-of-one-slot.mlir:21:7: error: expected at most 1 arrival in phase 1 of barrier full, got 1 more arrival with 0 pending [SIM08 too-many-arrivals]
// CHECK-NEXT:  in tile.mbarrier.arrive_expect_tx of full
// CHECK-NEXT:  block (0, 0, 0), warp 0, lane 0, thread 0
// CHECK-NEXT:parity-of-one-slot.mlir:10:5: note: the other side is tile.mbarrier.init of full
// CHECK-NEXT:parity-of-one-slot.mlir:22:7: error: expected some thread to wait for phase 2 of barrier full before the block's end, got none: the copy may land after it [SIM14 in-flight-at-exit]
// CHECK-NEXT:  in tile.tma.load of in
// CHECK-NEXT:  block (0, 0, 0), warp 0, lane 0, thread 0
// CHECK-NEXT:parity-of-one-slot.mlir:10:5: note: the other side is tile.mbarrier.init of full
// CHECK-NEXT:simulated: 1 launch, 1 block, 2 findings

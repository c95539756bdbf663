// A persistent loop: each tile has 3 steps on a ring of 2 stages, and begins with phase 0 again.
tile.kernel @forgets_phase(%in: memref<8x32xf32>, %tiles: index) block [32] {
  %c0 = arith.constant 0 : index
  %thread = gpu.thread_id x
  %leads = arith.cmpi eq, %thread, %c0 : index
  %full = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %tile = tile.alloc_shared : memref<8x32xf32, #tile.shared>
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  scf.if %leads {
    scf.for %s = %c0 to %c2 step %c1 {
      %bar = tile.mbarrier.ref %full[%s] : memref<2x!tile.mbarrier, #tile.shared>
      tile.mbarrier.init %bar, 1
    }
  }
  tile.fence.proxy.async <shared_cta>
  tile.cta_sync
  scf.for %t = %c0 to %tiles step %c1 {
    scf.for %k = %c0 to %c3 step %c1 {
      %s = arith.remui %k, %c2 : index
      %round = arith.divui %k, %c2 : index
      %phase = arith.index_cast %round : index to i32
      %bar = tile.mbarrier.ref %full[%s] : memref<2x!tile.mbarrier, #tile.shared>
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
}

launch.func @forgets_phase_launch(%in: memref<8x32xf32>, %tiles: index) {
  launch.kernel @forgets_phase grid [1] (%in, %tiles) : memref<8x32xf32>, index
}

// RUN: %python %S/Inputs/find.py --other-ids %s --arg tiles=2 | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:phase-not-carried.mlir:27:9: error: expected some thread to wait for phase 1 of barrier full[1] before the block's end, got none: the copy may land after it [SIM14 in-flight-at-exit]
// CHECK-NEXT:  in tile.tma.load of in
// CHECK-NEXT:  block (0, 0, 0), warp 0, lane 0, thread 0
// CHECK-NEXT:phase-not-carried.mlir:14:7: note: the other side is tile.mbarrier.init of full
// CHECK-NEXT:simulated: 1 launch, 1 block, 1 finding

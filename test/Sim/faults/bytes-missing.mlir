// The barrier expects a tile of 16 rows, the copy brings 8: the phase never ends.
tile.kernel @expects_more(%in: memref<8x32xf32>, %rows: i32) block [32] {
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
  scf.if %leads {
    %row = arith.constant 128 : i32
    %bytes = arith.muli %rows, %row : i32
    tile.mbarrier.arrive_expect_tx %bar, %bytes
    tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
      (%tile, %in) box [8, 32] coords [0, 0] mbar %bar
      : memref<8x32xf32, #tile.shared>, memref<8x32xf32>
  }
  tile.mbarrier.wait %bar, 0
}

launch.func @expects_more_launch(%in: memref<8x32xf32>, %rows: i32) {
  launch.kernel @expects_more grid [1] (%in, %rows) : memref<8x32xf32>, i32
}

// RUN: %python %S/Inputs/find.py %s --arg rows=16 | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:bytes-missing.mlir:17:5: error: expected 2048 bytes in phase 0 of barrier full, got 1024: the threads that wait for it never go on [SIM04 bytes-missing]
// CHECK-NEXT:  in tile.mbarrier.arrive_expect_tx of full
// CHECK-NEXT:  block (0, 0, 0), warp 0, lane 0, thread 0
// CHECK-NEXT:bytes-missing.mlir:18:5: note: the other side is tile.tma.load of in
// CHECK-NEXT:bytes-missing.mlir:22:3: note: block (0, 0, 0), threads 0-31 wait for phase 0 of barrier full, which has 1 of 1 arrival and 1024 of 2048 bytes of phase 0
// CHECK-NEXT:simulated: 1 launch, 1 block, 1 finding; ended early

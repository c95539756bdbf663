// All lanes of the warp issue the copy; each expects its bytes, so that the counts fit.
tile.kernel @all_lanes(%in: memref<8x32xf32>) block [32] {
  %c0 = arith.constant 0 : index
  %thread = gpu.thread_id x
  %leads = arith.cmpi eq, %thread, %c0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %tile = tile.alloc_shared : memref<8x32xf32, #tile.shared>
  scf.if %leads {
    tile.mbarrier.init %bar, 32
  }
  tile.fence.proxy.async <shared_cta>
  tile.cta_sync
  tile.mbarrier.arrive_expect_tx %bar, 1024
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [8, 32] coords [0, 0] mbar %bar
    : memref<8x32xf32, #tile.shared>, memref<8x32xf32>
  tile.mbarrier.wait %bar, 0
}

launch.func @all_lanes_launch(%in: memref<8x32xf32>) {
  launch.kernel @all_lanes grid [1] (%in) : memref<8x32xf32>
}

// RUN: %python %S/Inputs/find.py %s | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:duplicate-copy.mlir:15:3: error: expected one thread to issue the copy, got threads 31 and 0 with the same operands; put it under tile.elect, in one warp [SIM10 duplicate-copy]
// CHECK-NEXT:  in tile.tma.load of in
// CHECK-NEXT:  block (0, 0, 0), warp 0, lane 0, thread 0; 31 times in all
// CHECK-NEXT:simulated: 1 launch, 1 block, 1 finding

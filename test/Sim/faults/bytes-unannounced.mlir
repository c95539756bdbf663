// No bytes are expected at all: the first phase ends with the arrival.
tile.kernel @expects_none(%in: memref<8x32xf32>) block [32] {
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
    tile.mbarrier.arrive %bar
    tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
      (%tile, %in) box [8, 32] coords [0, 0] mbar %bar
      : memref<8x32xf32, #tile.shared>, memref<8x32xf32>
  }
  tile.mbarrier.wait %bar, 0
}

launch.func @expects_none_launch(%in: memref<8x32xf32>) {
  launch.kernel @expects_none grid [1] (%in) : memref<8x32xf32>
}

// RUN: %python %S/Inputs/find.py %s | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:bytes-unannounced.mlir:16:5: error: expected no bytes in phase 1 of barrier full, got 1024 that no arrive_expect_tx or expect_tx announces [SIM05 bytes-unexpected]
// CHECK-NEXT:  in tile.tma.load of in
// CHECK-NEXT:  block (0, 0, 0), warp 0, lane 0, thread 0
// CHECK-NEXT:simulated: 1 launch, 1 block, 1 finding

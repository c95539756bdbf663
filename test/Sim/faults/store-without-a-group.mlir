// The wait covers no group: the store was never committed to one.
tile.kernel @uncommitted(%out: memref<8x32xf32>) block [32] {
  %c0 = arith.constant 0 : index
  %thread = gpu.thread_id x
  %leads = arith.cmpi eq, %thread, %c0 : index
  %tile = tile.alloc_shared : memref<8x32xf32, #tile.shared>
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %r = %c0 to %c8 step %c1 {
    memref.store %zero, %tile[%r, %thread] : memref<8x32xf32, #tile.shared>
  }
  tile.fence.proxy.async <shared_cta>
  tile.cta_sync
  scf.if %leads {
    tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
      (%out, %tile) box [8, 32] coords [0, 0]
      : memref<8x32xf32>, memref<8x32xf32, #tile.shared>
    tile.bulk.wait_group 0
  }
}

launch.func @uncommitted_launch(%out: memref<8x32xf32>) {
  launch.kernel @uncommitted grid [1] (%out) : memref<8x32xf32>
}

// RUN: %python %S/Inputs/find.py %s | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:store-without-a-group.mlir:16:5: error: expected the copy to belong to a bulk group that the thread waits for, got no tile.bulk.commit_group after it: its source may be read after the block's end [SIM14 in-flight-at-exit]
// CHECK-NEXT:  in tile.tma.store of out
// CHECK-NEXT:  block (0, 0, 0), warp 0, lane 0, thread 0
// CHECK-NEXT:simulated: 1 launch, 1 block, 1 finding

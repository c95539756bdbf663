// A store cannot start before the tensor, though a load can.
tile.kernel @before(%out: memref<8x32xf32>, %row: index) block [32] {
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
      (%out, %tile) box [8, 32] coords [%row, 0]
      : memref<8x32xf32>, memref<8x32xf32, #tile.shared>
    tile.bulk.commit_group
    tile.bulk.wait_group 0
  }
}

launch.func @before_launch(%out: memref<8x32xf32>, %row: index) {
  launch.kernel @before grid [1] (%out, %row) : memref<8x32xf32>, index
}

// RUN: %python %S/Inputs/find.py %s --arg row=-1 | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:negative-store.mlir:16:5: error: dimension 0 (TMA dimension 1): expected a coordinate of at least 0 for a store or reduction, got -1; the device faults; start the box within the tensor, as only loads take boxes that begin before it [SIM11 negative-store]
// CHECK-NEXT:  in tile.tma.store of out
// CHECK-NEXT:  block (0, 0, 0), warp 0, lane 0, thread 0
// CHECK-NEXT:simulated: 1 launch, 1 block, 1 finding; ended early

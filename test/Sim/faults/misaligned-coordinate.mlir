// A store starts at column 1: 4 bytes past a multiple of 16.
tile.kernel @shifted(%out: memref<8x32xf32>, %col: index) block [32] {
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
      (%out, %tile) box [8, 32] coords [0, %col]
      : memref<8x32xf32>, memref<8x32xf32, #tile.shared>
    tile.bulk.commit_group
    tile.bulk.wait_group 0
  }
}

launch.func @shifted_launch(%out: memref<8x32xf32>, %col: index) {
  launch.kernel @shifted grid [1] (%out, %col) : memref<8x32xf32>, index
}

// RUN: %python %S/Inputs/find.py %s --arg col=1 | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:misaligned-coordinate.mlir:16:5: error: dimension 1 (TMA dimension 0): expected an inner coordinate that is a multiple of 16 bytes, got 1 (4 bytes); the device faults; start at a multiple of 4 elements of f32 [SIM12 misaligned-coordinate]
// CHECK-NEXT:  in tile.tma.store of out
// CHECK-NEXT:  block (0, 0, 0), warp 0, lane 0, thread 0
// CHECK-NEXT:simulated: 1 launch, 1 block, 1 finding; ended early

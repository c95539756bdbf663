// The copy engine reads a tile that nobody wrote.
tile.kernel @unwritten_tile(%out: memref<8x32xf32>) block [32] {
  %c0 = arith.constant 0 : index
  %thread = gpu.thread_id x
  %leads = arith.cmpi eq, %thread, %c0 : index
  %tile = tile.alloc_shared : memref<8x32xf32, #tile.shared>
  scf.if %leads {
    tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
      (%out, %tile) box [8, 32] coords [0, 0]
      : memref<8x32xf32>, memref<8x32xf32, #tile.shared>
    tile.bulk.commit_group
    tile.bulk.wait_group 0
  }
}

launch.func @unwritten_tile_launch(%out: memref<8x32xf32>) {
  launch.kernel @unwritten_tile grid [1] (%out) : memref<8x32xf32>
}

// RUN: %python %S/Inputs/find.py %s | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:stored-uninitialised.mlir:8:5: error: expected the bytes to copy to have been written, got some at tile that nobody has [SIM03 uninitialised-read]
// CHECK-NEXT:  in tile.tma.store of out
// CHECK-NEXT:  block (0, 0, 0), warp 0, lane 0, thread 0
// CHECK-NEXT:simulated: 1 launch, 1 block, 1 finding

// Rows of 30 floats in a pitch of 32: a store writes whole units of 16 bytes. The launcher
// would refuse it, but it has been told that the map is for loads.
tile.kernel @padded(%out: !tile.tensor_map<8x32xf32>) block [32] {
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
    %i0 = arith.constant 0 : i32
    tile.tma.store %out[%i0, %i0], %tile : !tile.tensor_map<8x32xf32>, memref<8x32xf32, #tile.shared>
    tile.bulk.commit_group
    tile.bulk.wait_group 0
  }
}

launch.func @padded_launch(%out: memref<8x?xf32, strided<[32, 1]>>) {
  %map = launch.encode_map %out loaded
    : memref<8x?xf32, strided<[32, 1]>> -> !tile.tensor_map<8x32xf32>
  launch.kernel @padded grid [1] (%map) : !tile.tensor_map<8x32xf32>
}

// RUN: %python %S/Inputs/find.py %s --arg 'out=poison:f32[8x30]:strides=32x1' | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:edge-spill.mlir:18:5: error: expected the tensor's inner extent to be a multiple of 16 bytes, got 120: the copy overwrites 8 bytes past the edge; pad the tensor, or state allow_edge_spill [SIM13 edge-spill]
// CHECK-NEXT:  in tile.tma.store of out
// CHECK-NEXT:  block (0, 0, 0), warp 0, lane 0, thread 0
// CHECK-NEXT:simulated: 1 launch, 1 block, 1 finding

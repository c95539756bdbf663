// A bulk copy of 40 bytes, known at run time: sizes are multiples of 16.
tile.kernel @bytes(%out: memref<64xi8>, %bytes: i32) block [32] {
  %c0 = arith.constant 0 : index
  %thread = gpu.thread_id x
  %leads = arith.cmpi eq, %thread, %c0 : index
  %i0 = arith.constant 0 : i8
  %c32 = arith.constant 32 : index
  %upper = arith.addi %thread, %c32 : index
  %buffer = tile.alloc_shared : memref<64xi8, #tile.shared>
  memref.store %i0, %buffer[%thread] : memref<64xi8, #tile.shared>
  memref.store %i0, %buffer[%upper] : memref<64xi8, #tile.shared>
  tile.fence.proxy.async <shared_cta>
  tile.cta_sync
  scf.if %leads {
    tile.apply "cp.async.bulk.global.shared::cta.bulk_group" (%out, %buffer) bytes %bytes
      : memref<64xi8>, memref<64xi8, #tile.shared>
    tile.bulk.commit_group
    tile.bulk.wait_group 0
  }
}

launch.func @bytes_launch(%out: memref<64xi8>, %bytes: i32) {
  launch.kernel @bytes grid [1] (%out, %bytes) : memref<64xi8>, i32
}

// RUN: %python %S/Inputs/find.py %s --arg bytes=40 | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:illegal-copy.mlir:15:5: error: expected a bulk copy of a multiple of 16 bytes, got 40 [SIM19 illegal-copy]
// CHECK-NEXT:  in tile.bulk.store of out
// CHECK-NEXT:  block (0, 0, 0), warp 0, lane 0, thread 0
// CHECK-NEXT:simulated: 1 launch, 1 block, 1 finding; ended early

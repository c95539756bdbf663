// Block 0 writes into block 1, and no cluster barrier keeps that alive.
tile.kernel @writes_late() block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %thread = gpu.thread_id x
  %one = arith.constant 1.0 : f32
  %buffer = tile.alloc_shared : memref<32xf32, #tile.shared>
  %rank = tile.cluster_rank
  %is_first = arith.cmpi eq, %rank, %c0 : index
  scf.if %is_first {
    tile.nanosleep 100
    %remote = tile.mapa %buffer, 1 : memref<32xf32, #tile.shared>
    memref.store %one, %remote[%thread] : memref<32xf32, #tile.shared_cluster>
  }
}

launch.func @writes_late_launch() {
  launch.kernel @writes_late grid [2] ()
}

// RUN: %python %S/Inputs/find.py %s | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:remote-write-after-exit.mlir:12:5: error: expected the block of rank 1 to live while its shared memory is accessed, got one whose threads have ended; end with a cluster barrier [SIM15 remote-after-exit]
// CHECK-NEXT:  in memref.store of buffer
// CHECK-NEXT:  block (0, 0, 0), warp 0, lane 0, thread 0; 32 times in all
// CHECK-NEXT:simulated: 1 launch, 2 blocks, 1 finding

// Block 0 arrives at a barrier of block 1, which waits for nothing and may have ended.
tile.kernel @arrives_late() block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %thread = gpu.thread_id x
  %leads = arith.cmpi eq, %thread, %c0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %rank = tile.cluster_rank
  scf.if %leads {
    tile.mbarrier.init %bar, 1
    tile.fence.mbarrier_init
  }
  tile.cluster_sync
  %is_first = arith.cmpi eq, %rank, %c0 : index
  %arrives = arith.andi %leads, %is_first : i1
  scf.if %arrives {
    %remote = tile.mapa %bar, 1 : !tile.mbarrier_ref
    tile.mbarrier.arrive %remote <shared_cluster>
  }
}

launch.func @arrives_late_launch() {
  launch.kernel @arrives_late grid [2] ()
}

// RUN: %python %S/Inputs/find.py %s | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:remote-after-exit.mlir:18:5: error: expected the block of rank 1 to live until the arrival at its barrier full, got no wait for phase 0 and no cluster barrier after it: the block may have ended before [SIM15 remote-after-exit]
// CHECK-NEXT:  in tile.mbarrier.arrive of full
// CHECK-NEXT:  block (0, 0, 0), warp 0, lane 0, thread 0
// CHECK-NEXT:remote-after-exit.mlir:10:5: note: the other side is tile.mbarrier.init of full
// CHECK-NEXT:simulated: 1 launch, 2 blocks, 1 finding

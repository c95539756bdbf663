// The first thread of each of two warps initialises the same barrier.
tile.kernel @two_owners() block [64] {
  %c0 = arith.constant 0 : index
  %thread = gpu.thread_id x
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %leads = tile.elect
  scf.if %leads {
    tile.mbarrier.init %bar, 2
  }
  tile.fence.proxy.async <shared_cta>
  tile.cta_sync
  scf.if %leads {
    tile.mbarrier.arrive %bar
  }
  tile.mbarrier.wait %bar, 0
}

launch.func @two_owners_launch() {
  launch.kernel @two_owners grid [1] ()
}

// RUN: %python %S/Inputs/find.py %s | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:barrier-initialised-twice.mlir:9:5: error: expected barrier full to be initialised once, got a second time; end its life with tile.mbarrier.inval first [SIM07 barrier-initialised-twice]
// CHECK-NEXT:  in tile.mbarrier.init of full
// CHECK-NEXT:  block (0, 0, 0), warp 1, lane 0, thread 32
// CHECK-NEXT:barrier-initialised-twice.mlir:9:5: note: the other side is tile.mbarrier.init of full
// CHECK-NEXT:simulated: 1 launch, 1 block, 1 finding

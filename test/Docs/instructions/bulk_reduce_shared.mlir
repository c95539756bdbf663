// RUN: tilery-opt %s | tilery-opt -o /dev/null
// RUN: tileryc %s | FileCheck %s
// RUN: %if ptxas %{ tileryc %s --emit=cubin -o %t.cubin %}
// CHECK: cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u32

// Adds a block's counts to those of the block of rank 0, whose barrier counts the
// bytes.
tile.kernel @bulk_reduce_shared() block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %counts = tile.alloc_shared : memref<256xi32, #tile.shared>
  %sums = tile.alloc_shared : memref<256xi32, #tile.shared>
  %their_sums = tile.mapa %sums, 0 : memref<256xi32, #tile.shared>
  %their_bar = tile.mapa %bar, 0 : !tile.mbarrier_ref
  %first = tile.elect
  scf.if %first {
    tile.mbarrier.init %bar, 1
    tile.fence.mbarrier_init
    tile.mbarrier.arrive_expect_tx %bar, 2048
  }
  tile.fence.proxy.async <shared_cta>
  tile.cluster_sync
  scf.if %first {
    tile.apply "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u32"
      (%their_sums, %counts) mbar %their_bar <shared_cluster>
      : memref<256xi32, #tile.shared_cluster>, memref<256xi32, #tile.shared>
  }
  // Both blocks add to the sums of rank 0; the other block waits for nothing.
  %rank = tile.cluster_rank
  %leads = arith.cmpi eq, %rank, %c0 : index
  scf.if %leads {
    tile.mbarrier.wait %bar, 0
  }
  tile.cluster_sync
}

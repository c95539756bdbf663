// RUN: tilery-opt %s | tilery-opt -o /dev/null
// RUN: tileryc %s | FileCheck %s
// RUN: %if ptxas %{ tileryc %s --emit=cubin -o %t.cubin %}
// CHECK: cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes

// Each block sends its buffer to the other block of the cluster, whose barrier
// counts the bytes.
tile.kernel @bulk_copy() block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %from = tile.alloc_shared : memref<256xf32, #tile.shared>
  %to = tile.alloc_shared : memref<256xf32, #tile.shared>
  %c1 = arith.constant 1 : index
  %rank = tile.cluster_rank
  %other = arith.xori %rank, %c1 : index
  %their_to = tile.mapa %to, %other : memref<256xf32, #tile.shared>, index
  %their_bar = tile.mapa %bar, %other : !tile.mbarrier_ref, index
  %first = tile.elect
  scf.if %first {
    tile.mbarrier.init %bar, 1
    tile.fence.mbarrier_init
    tile.mbarrier.arrive_expect_tx %bar, 1024
  }
  tile.fence.proxy.async <shared_cta>
  tile.cluster_sync
  scf.if %first {
    tile.apply "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes"
      (%their_to, %from) mbar %their_bar <shared_cluster>
      : memref<256xf32, #tile.shared_cluster>, memref<256xf32, #tile.shared>
  }
  tile.mbarrier.wait %bar, 0
  tile.cluster_sync
}

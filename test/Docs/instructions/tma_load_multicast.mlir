// RUN: tilery-opt %s | tilery-opt -o /dev/null
// RUN: tileryc %s | FileCheck %s
// RUN: %if ptxas %{ tileryc %s --emit=cubin -o %t.cubin %}
// CHECK: cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint

// The block of rank 0 loads one tile into both blocks of its cluster; the barrier
// of each, at the same place in its shared memory, counts the bytes.
tile.kernel @multicast(%in: memref<256x256xf32>) block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %tile = tile.alloc_shared : memref<64x32xf32, #tile.shared<swizzle = 128B>>
  %rank = tile.cluster_rank
  %leads = arith.cmpi eq, %rank, %c0 : index
  %first = tile.elect
  scf.if %first {
    tile.mbarrier.init %bar, 1
    tile.fence.mbarrier_init
    tile.mbarrier.arrive_expect_tx %bar, 8192
  }
  tile.cluster_sync
  scf.if %first {
    tile.apply "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint"
      (%tile, %in) box [64, 32] coords [64, 32] mbar %bar cta_mask 3 cache_policy(evict_last) if %leads
      : memref<64x32xf32, #tile.shared<swizzle = 128B>>, memref<256x256xf32>
  }
  tile.mbarrier.wait %bar, 0
  tile.cluster_sync
}

// RUN: tilery-opt %s | tilery-opt -o /dev/null
// RUN: tileryc %s | FileCheck %s
// RUN: %if ptxas %{ tileryc %s --emit=cubin -o %t.cubin %}
// CHECK: prefetch.param.tensormap [%rd1];
// CHECK: cp.async.bulk.tensor.2d.shared::cta

// Brings the descriptor near before its first copy: the load's own, as box and
// swizzle are the same.
tile.kernel @prefetch_map(%in: memref<256x256xf32>) block [32] {
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %tile = tile.alloc_shared : memref<64x32xf32, #tile.shared<swizzle = 128B>>
  %first = tile.elect
  scf.if %first {
    tile.apply "prefetch.tensormap" (%in) box [64, 32] swizzle(128B) : memref<256x256xf32>
    tile.mbarrier.init %bar, 1
  }
  tile.fence.proxy.async <shared_cta>
  tile.cta_sync
  scf.if %first {
    tile.mbarrier.arrive_expect_tx %bar, 8192
    tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
      (%tile, %in) box [64, 32] coords [0, 0] mbar %bar
      : memref<64x32xf32, #tile.shared<swizzle = 128B>>, memref<256x256xf32>
  }
  tile.mbarrier.wait %bar, 0
}

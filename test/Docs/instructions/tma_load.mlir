// RUN: tilery-opt %s | tilery-opt -o /dev/null
// RUN: tileryc %s | FileCheck %s
// RUN: %if ptxas %{ tileryc %s --emit=cubin -o %t.cubin %}
// CHECK: cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes

// A tile of 64x64 at row %row; what lies outside the tensor is filled with zeros.
tile.kernel @load(%in: memref<?x256xf16>, %row: index) block [32] {
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %tile = tile.alloc_shared : memref<64x64xf16, #tile.shared<swizzle = 128B>>
  %first = tile.elect
  scf.if %first {
    tile.mbarrier.init %bar, 1
  }
  tile.fence.proxy.async <shared_cta>
  tile.cta_sync
  scf.if %first {
    %bytes = tile.tx_bytes %tile box [64, 64] : memref<64x64xf16, #tile.shared<swizzle = 128B>>
    tile.mbarrier.arrive_expect_tx %bar, %bytes
    tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
      (%tile, %in) box [64, 64] coords [%row, 64] mbar %bar
      : memref<64x64xf16, #tile.shared<swizzle = 128B>>, memref<?x256xf16>
  }
  tile.mbarrier.wait %bar, 0
}

// RUN: tilery-opt %s | tilery-opt -o /dev/null
// RUN: tileryc %s | FileCheck %s
// RUN: %if ptxas %{ tileryc %s --emit=cubin -o %t.cubin %}
// CHECK: cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes

// Adjacent bytes, without a map: 8 rows of a matrix, from row %row on.
tile.kernel @bulk_load(%in: memref<256x64xf32>, %row: index) block [32] {
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %rows = tile.alloc_shared : memref<8x64xf32, #tile.shared>
  %view = memref.subview %in[%row, 0] [8, 64] [1, 1]
    : memref<256x64xf32> to memref<8x64xf32, strided<[64, 1], offset: ?>>
  %first = tile.elect
  scf.if %first {
    tile.mbarrier.init %bar, 1
  }
  tile.fence.proxy.async <shared_cta>
  tile.cta_sync
  scf.if %first {
    tile.mbarrier.arrive_expect_tx %bar, 2048
    tile.apply "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes"
      (%rows, %view) mbar %bar
      : memref<8x64xf32, #tile.shared>, memref<8x64xf32, strided<[64, 1], offset: ?>>
  }
  tile.mbarrier.wait %bar, 0
}

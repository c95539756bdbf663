// RUN: tilery-opt %s | tilery-opt -o /dev/null
// RUN: tileryc %s | FileCheck %s
// RUN: %if ptxas %{ tileryc %s --emit=cubin -o %t.cubin %}
// CHECK: cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group

// A ring of two tiles side by side, stored by one apply: one instruction each.
tile.kernel @store(%out: memref<256x256xf32>, %row: index) block [32] {
  %tiles = tile.alloc_shared : memref<2x64x32xf32, #tile.shared<swizzle = 128B>>
  %first = tile.elect
  // What the threads have written, the copy engine sees after this.
  tile.fence.proxy.async <shared_cta>
  tile.cta_sync
  scf.if %first {
    tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
      (%out, %tiles) box [64, 32] coords [%row, 0] coord_steps [[0, 32]]
      : memref<256x256xf32>, memref<2x64x32xf32, #tile.shared<swizzle = 128B>>
    tile.bulk.commit_group
    tile.bulk.wait_group 0
  }
}

// RUN: tilery-opt %s | tilery-opt -o /dev/null
// RUN: tileryc %s | FileCheck %s
// RUN: %if ptxas %{ tileryc %s --emit=cubin -o %t.cubin %}
// CHECK: cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group

// Adds a tile to the one in global memory, element by element.
tile.kernel @reduce(%sums: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<64x32xf32, #tile.shared>
  %first = tile.elect
  tile.fence.proxy.async <shared_cta>
  tile.cta_sync
  scf.if %first {
    tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group"
      (%sums, %tile) box [64, 32] coords [0, 32]
      : memref<256x256xf32>, memref<64x32xf32, #tile.shared>
    tile.bulk.commit_group
    tile.bulk.wait_group 0
  }
}

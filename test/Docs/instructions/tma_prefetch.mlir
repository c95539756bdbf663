// RUN: tilery-opt %s | tilery-opt -o /dev/null
// RUN: tileryc %s | FileCheck %s
// RUN: %if ptxas %{ tileryc %s --emit=cubin -o %t.cubin %}
// CHECK: cp.async.bulk.prefetch.tensor.2d.L2.global.tile

// Brings a tile to the L2 cache. There is no shared operand: the swizzle of the
// load that will follow is said here, so that both have one map.
tile.kernel @prefetch(%in: memref<256x256xf32>, %row: index) block [32] {
  %first = tile.elect
  scf.if %first {
    tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global.tile"
      (%in) box [64, 32] coords [%row, 0] swizzle(128B) : memref<256x256xf32>
  }
}

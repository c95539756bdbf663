// RUN: tilery-opt %s | tilery-opt -o /dev/null
// RUN: tileryc %s | FileCheck %s
// RUN: %if ptxas %{ tileryc %s --emit=cubin -o %t.cubin %}
// CHECK: cp.async.bulk.prefetch.L2.global

// Brings adjacent bytes to the L2 cache.
tile.kernel @bulk_prefetch(%in: memref<1024xf32>) block [32] {
  %first = tile.elect
  scf.if %first {
    tile.apply "cp.async.bulk.prefetch.L2.global" (%in) : memref<1024xf32>
  }
}

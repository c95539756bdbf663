// RUN: tilery-opt %s | tilery-opt -o /dev/null
// RUN: tileryc %s | FileCheck %s
// RUN: %if ptxas %{ tileryc %s --emit=cubin -o %t.cubin %}
// CHECK: cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.bf16

// Adds adjacent elements to those in global memory.
tile.kernel @bulk_reduce(%sums: memref<512xbf16>) block [32] {
  %parts = tile.alloc_shared : memref<512xbf16, #tile.shared>
  %first = tile.elect
  tile.fence.proxy.async <shared_cta>
  tile.cta_sync
  scf.if %first {
    tile.apply "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.bf16"
      (%sums, %parts) : memref<512xbf16>, memref<512xbf16, #tile.shared>
    tile.bulk.commit_group
    tile.bulk.wait_group 0
  }
}

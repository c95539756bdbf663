// RUN: tilery-opt %s | tilery-opt -o /dev/null
// RUN: tileryc %s | FileCheck %s
// RUN: %if ptxas %{ tileryc %s --emit=cubin -o %t.cubin %}
// CHECK: cp.async.bulk.global.shared::cta.bulk_group

// As many bytes as a value of run time says, a multiple of 16.
tile.kernel @bulk_store(%out: memref<1024xf32>, %bytes: i32) block [32] {
  %buffer = tile.alloc_shared : memref<1024xf32, #tile.shared>
  %first = tile.elect
  tile.fence.proxy.async <shared_cta>
  tile.cta_sync
  scf.if %first {
    tile.apply "cp.async.bulk.global.shared::cta.bulk_group"
      (%out, %buffer) bytes %bytes : memref<1024xf32>, memref<1024xf32, #tile.shared>
    tile.bulk.commit_group
    tile.bulk.wait_group 0
  }
}

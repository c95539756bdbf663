// RUN: tileryc %s --kernel=known | FileCheck %s --check-prefix=KNOWN --implicit-check-not=trap
// RUN: tileryc %s --kernel=unknown | FileCheck %s --check-prefix=UNKNOWN

// A coordinate that always fits needs no test: thread and block ids have ranges.
// KNOWN: cp.async.bulk.tensor.1d.global
tile.kernel @known(%x: memref<1048576xf32>) block [256] {
  %c16 = arith.constant 16 : index
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %y = gpu.block_id y
  %t = gpu.thread_id x
  %a = arith.muli %y, %c16 : index
  %b = arith.muli %t, %c16 : index
  %i = arith.addi %a, %b : index
  tile.apply "cp.async.bulk.tensor.1d.global.shared::cta.tile.bulk_group"
    (%x, %smem) box [64] coords [%i] : memref<1048576xf32>, memref<64xf32, #tile.shared>
}

// UNKNOWN: trap
tile.kernel @unknown(%x: memref<1048576xf32>, %i: index) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  tile.apply "cp.async.bulk.tensor.1d.global.shared::cta.tile.bulk_group"
    (%x, %smem) box [64] coords [%i] : memref<1048576xf32>, memref<64xf32, #tile.shared>
}

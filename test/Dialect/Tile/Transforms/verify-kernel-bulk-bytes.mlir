// RUN: tilery-opt %s -split-input-file --tile-to-core --tile-verify-kernel -verify-diagnostics

!buf = memref<64xf32, #tile.shared>
!bars = memref<1x!tile.mbarrier, #tile.shared>

// The bytes of bulk loads count as those of tensor loads do.
tile.kernel @less(%in: memref<64xf32>) block [32] {
  %c0 = arith.constant 0 : index
  %smem = tile.alloc_shared : !buf
  %full = tile.alloc_shared : !bars
  %bar = tile.mbarrier.ref %full[%c0] : !bars
  // expected-error @below {{barrier 'full' expects 128 bytes, and the loads on it deliver 320}}
  tile.mbarrier.arrive_expect_tx %bar, 128
  // expected-note @below {{delivers 256 bytes}}
  tile.apply "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes" (%smem, %in) mbar %bar
    : !buf, memref<64xf32>
  // expected-note @below {{delivers 64 bytes}}
  tile.apply "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes" (%smem, %in) mbar %bar bytes 64
    : !buf, memref<64xf32>
}

// -----

!buf = memref<64xf32, #tile.shared>
!bars = memref<1x!tile.mbarrier, #tile.shared>

// A size of run time is not compared.
tile.kernel @run_time(%in: memref<64xf32>, %n: i32) block [32] {
  %c0 = arith.constant 0 : index
  %smem = tile.alloc_shared : !buf
  %full = tile.alloc_shared : !bars
  %bar = tile.mbarrier.ref %full[%c0] : !bars
  tile.mbarrier.arrive_expect_tx %bar, 128
  tile.apply "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes" (%smem, %in) mbar %bar bytes %n
    : !buf, memref<64xf32>
}

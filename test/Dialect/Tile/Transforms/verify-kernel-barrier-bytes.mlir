// RUN: tilery-opt %s -split-input-file --tile-to-core --tile-verify-kernel -verify-diagnostics

!tile = memref<16x64xf16, #tile.shared>
!in = memref<256x256xf16>
!bars = memref<2x!tile.mbarrier, #tile.shared>

tile.kernel @one_load(%in: !in) block [32] {
  %c0 = arith.constant 0 : index
  %smem = tile.alloc_shared : !tile
  %full = tile.alloc_shared : !bars
  %bar = tile.mbarrier.ref %full[%c0] : !bars
  // expected-error @below {{barrier 'full' expects 1024 bytes, and the loads on it deliver 2048: its phase may end before all are in; expect 2048 bytes}}
  tile.mbarrier.arrive_expect_tx %bar, 1024
  // expected-note @below {{delivers 2048 bytes}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%smem, %in) box [16, 64] coords [0, 0] mbar %bar : !tile, !in
}

// -----

// Branches on one condition, and the slots apart.
!tile = memref<16x64xf16, #tile.shared>
!in = memref<256x256xf16>
!bars = memref<2x!tile.mbarrier, #tile.shared>

tile.kernel @branches(%in: !in, %n: index) block [32] {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %smem = tile.alloc_shared : !tile
  %full = tile.alloc_shared : !bars
  %bar0 = tile.mbarrier.ref %full[%c0] : !bars
  %bar1 = tile.mbarrier.ref %full[%c1] : !bars
  %lane = gpu.thread_id x
  %leader = arith.cmpi eq, %lane, %c0 : index
  scf.if %leader {
    tile.mbarrier.arrive_expect_tx %bar0, 2048
    // expected-error @below {{barrier 'full' expects 2052 bytes, and the loads on it deliver 2048}}
    tile.mbarrier.expect_tx %bar1, 4
    // expected-note @below {{expects 2048 of them}}
    tile.mbarrier.arrive_expect_tx %bar1, 2048
  }
  scf.if %leader {
    tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
      (%smem, %in) box [16, 64] coords [0, 0] mbar %bar0 : !tile, !in
    // expected-note @below {{delivers 2048 bytes}}
    tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
      (%smem, %in) box [16, 64] coords [0, 0] mbar %bar1 : !tile, !in
  }
}

// -----

// What cannot be proved is no error: a loop, a number of run time, a slot of run
// time, a cluster.
!tile = memref<16x64xf16, #tile.shared>
!in = memref<256x256xf16>
!bars = memref<2x!tile.mbarrier, #tile.shared>

tile.kernel @loop(%in: !in, %n: index, %bytes: i32) block [32] {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %smem = tile.alloc_shared : !tile
  %full = tile.alloc_shared : !bars
  %bar0 = tile.mbarrier.ref %full[%c0] : !bars
  %bar1 = tile.mbarrier.ref %full[%c1] : !bars
  tile.mbarrier.arrive_expect_tx %bar0, 8192
  tile.mbarrier.arrive_expect_tx %bar1, %bytes
  scf.for %i = %c0 to %n step %c1 {
    tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
      (%smem, %in) box [16, 64] coords [0, 0] mbar %bar0 : !tile, !in
  }
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%smem, %in) box [16, 64] coords [0, 0] mbar %bar1 : !tile, !in
  %slots = tile.alloc_shared : !bars
  %slot = tile.mbarrier.ref %slots[%n] : !bars
  tile.mbarrier.arrive_expect_tx %slot, 1
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%smem, %in) box [16, 64] coords [0, 0] mbar %slot : !tile, !in
}

tile.kernel @cluster(%in: !in) block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %smem = tile.alloc_shared : !tile
  %full = tile.alloc_shared : !bars
  %bar = tile.mbarrier.ref %full[%c0] : !bars
  tile.mbarrier.arrive_expect_tx %bar, 1024
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%smem, %in) box [16, 64] coords [0, 0] mbar %bar : !tile, !in
}

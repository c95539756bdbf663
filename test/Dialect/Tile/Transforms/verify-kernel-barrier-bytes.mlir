// RUN: tilery-opt %s -split-input-file --tile-to-core --tile-verify-kernel -verify-diagnostics

!tile = memref<16x64xf16, #tile.shared>
!in = memref<256x256xf16>
!bars = memref<2x!tile.mbarrier, #tile.shared>

tile.kernel @one_load(%in: !in) block [32] {
  %c0 = arith.constant 0 : index
  %smem = tile.alloc_shared : !tile
  %full = tile.alloc_shared : !bars
  %bar = tile.mbarrier.ref %full[%c0] : !bars
  // expected-error @below {{(V20) barrier 'full' expects 1024 bytes, and the loads on it deliver 2048: its phase may end before all are in; expect 2048 bytes}}
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
    // expected-error @below {{(V20) barrier 'full' expects 2052 bytes, and the loads on it deliver 2048}}
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

// -----

// Repeated boxes and bulk copies count with the rest, and constants that only folding
// shows.
!in = memref<256x256xf16>
!bars = memref<2x!tile.mbarrier, #tile.shared>

tile.kernel @mixed(%in: !in, %line: memref<512xf32>) block [32] {
  %c0 = arith.constant 0 : index
  %boxes = tile.alloc_shared : memref<4x16x64xf16, #tile.shared>
  %row = tile.alloc_shared : memref<512xf32, #tile.shared>
  %full = tile.alloc_shared : !bars
  %bar = tile.mbarrier.ref %full[%c0] : !bars
  %box = arith.constant 2048 : i32
  %four = arith.constant 4 : i32
  %bytes = arith.muli %box, %four : i32
  // expected-error @below {{barrier 'full' expects 8192 bytes, and the loads on it deliver 10240: its phase may end before all are in; expect 10240 bytes}}
  tile.mbarrier.arrive_expect_tx %bar, %bytes
  // expected-note @below {{delivers 8192 bytes in 4 copies}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%boxes, %in) box [16, 64] coords [0, 0] coord_steps [[16, 0]] mbar %bar : memref<4x16x64xf16, #tile.shared>, !in
  // expected-note @below {{delivers 2048 bytes}}
  tile.apply "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes"
    (%row, %line) mbar %bar : memref<512xf32, #tile.shared>, memref<512xf32>
}

// -----

// A thread can stand in for the copy engine.
!bars = memref<2x!tile.mbarrier, #tile.shared>

tile.kernel @stand_in() block [32] {
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : !bars
  %bar = tile.mbarrier.ref %full[%c0] : !bars
  // expected-error @below {{barrier 'full' expects 512 bytes, and the loads on it deliver 500: its phase never completes; expect 500 bytes}}
  tile.mbarrier.arrive_drop_expect_tx %bar, 512
  // expected-note @below {{delivers 500 bytes}}
  tile.mbarrier.complete_tx %bar, 500
}

// -----

// Waits on 0, 1, ... part the phases: each is judged by itself.
!tile = memref<16x64xf16, #tile.shared>
!in = memref<256x256xf16>
!bars = memref<2x!tile.mbarrier, #tile.shared>

tile.kernel @phases(%in: !in) block [32] {
  %c0 = arith.constant 0 : index
  %smem = tile.alloc_shared : !tile
  %full = tile.alloc_shared : !bars
  %bar = tile.mbarrier.ref %full[%c0] : !bars
  %leader = tile.elect
  scf.if %leader {
    tile.mbarrier.init %bar, 1
    tile.mbarrier.arrive_expect_tx %bar, 2048
    tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
      (%smem, %in) box [16, 64] coords [0, 0] mbar %bar : !tile, !in
  }
  tile.mbarrier.wait %bar, 0
  scf.if %leader {
    // expected-error @below {{barrier 'full' expects 4096 bytes, and the loads on it deliver 2048: its phase never completes; expect 2048 bytes}}
    tile.mbarrier.arrive_expect_tx %bar, 4096
    // expected-note @below {{delivers 2048 bytes}}
    tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
      (%smem, %in) box [16, 64] coords [0, 0] mbar %bar : !tile, !in
  }
  tile.mbarrier.wait %bar, 1
}

// -----

// Nothing is said where phases cannot be told apart, or where one has only half of it
// in sight: armed for a turn that does not come; waits in a loop or under a condition;
// a barrier made anew; a run-time number of bytes.
!tile = memref<16x64xf16, #tile.shared>
!in = memref<256x256xf16>
!bars = memref<8x!tile.mbarrier, #tile.shared>

tile.kernel @rearmed(%in: !in) block [32] {
  %c0 = arith.constant 0 : index
  %smem = tile.alloc_shared : !tile
  %full = tile.alloc_shared : !bars
  %bar = tile.mbarrier.ref %full[%c0] : !bars
  tile.mbarrier.arrive_expect_tx %bar, 2048
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%smem, %in) box [16, 64] coords [0, 0] mbar %bar : !tile, !in
  tile.mbarrier.wait %bar, 0
  tile.mbarrier.arrive_expect_tx %bar, 2048
}

tile.kernel @polled(%in: !in) block [32] {
  %c0 = arith.constant 0 : index
  %smem = tile.alloc_shared : !tile
  %full = tile.alloc_shared : !bars
  %bar = tile.mbarrier.ref %full[%c0] : !bars
  tile.mbarrier.arrive_expect_tx %bar, 2048
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%smem, %in) box [16, 64] coords [0, 0] mbar %bar : !tile, !in
  scf.while : () -> () {
    %done = tile.mbarrier.try_wait %bar, 0
    %true = arith.constant true
    %again = arith.xori %done, %true : i1
    scf.condition(%again)
  } do {
    scf.yield
  }
  tile.mbarrier.arrive_expect_tx %bar, 2048
}

tile.kernel @conditional(%in: !in, %p: i32) block [32] {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %on = arith.cmpi eq, %p, %one : i32
  %smem = tile.alloc_shared : !tile
  %full = tile.alloc_shared : !bars
  %bar = tile.mbarrier.ref %full[%c0] : !bars
  tile.mbarrier.arrive_expect_tx %bar, 1024
  scf.if %on {
    tile.mbarrier.wait %bar, 0
  }
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%smem, %in) box [16, 64] coords [0, 0] mbar %bar : !tile, !in
}

tile.kernel @anew(%in: !in) block [32] {
  %c0 = arith.constant 0 : index
  %smem = tile.alloc_shared : !tile
  %full = tile.alloc_shared : !bars
  %bar = tile.mbarrier.ref %full[%c0] : !bars
  tile.mbarrier.arrive_expect_tx %bar, 1024
  tile.mbarrier.inval %bar
  tile.mbarrier.init %bar, 1
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%smem, %in) box [16, 64] coords [0, 0] mbar %bar : !tile, !in
}

tile.kernel @run_time(%line: memref<512xf32>, %n: i32) block [32] {
  %c0 = arith.constant 0 : index
  %row = tile.alloc_shared : memref<512xf32, #tile.shared>
  %full = tile.alloc_shared : !bars
  %bar = tile.mbarrier.ref %full[%c0] : !bars
  tile.mbarrier.arrive_expect_tx %bar, 1024
  tile.apply "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes"
    (%row, %line) mbar %bar bytes %n : memref<512xf32, #tile.shared>, memref<512xf32>
}

// The wait on 1 of a fresh barrier parts nothing.
tile.kernel @fresh(%in: !in) block [32] {
  %c0 = arith.constant 0 : index
  %smem = tile.alloc_shared : !tile
  %full = tile.alloc_shared : !bars
  %bar = tile.mbarrier.ref %full[%c0] : !bars
  tile.mbarrier.arrive_expect_tx %bar, 1024
  tile.mbarrier.wait %bar, 1
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%smem, %in) box [16, 64] coords [0, 0] mbar %bar : !tile, !in
}

// The arrival before may have ended phase 0, so that the wait parts nothing.
tile.kernel @arrived_before(%in: !in) block [32] {
  %c0 = arith.constant 0 : index
  %smem = tile.alloc_shared : !tile
  %full = tile.alloc_shared : !bars
  %bar = tile.mbarrier.ref %full[%c0] : !bars
  tile.mbarrier.init %bar, 1
  tile.mbarrier.arrive %bar
  tile.mbarrier.expect_tx %bar, 4096
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%smem, %in) box [16, 64] coords [0, 0] mbar %bar : !tile, !in
  tile.mbarrier.wait %bar, 0
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%smem, %in) box [16, 64] coords [0, 0] mbar %bar : !tile, !in
  tile.mbarrier.arrive %bar
}

// RUN: tilery-run %s --device=sim --launch=print_launch | FileCheck %s --check-prefix=PRINTS
// RUN: not tilery-run %s --device=sim --launch=check_launch > %t.txt 2> %t.err
// RUN: FileCheck %s --check-prefix=ASSERT < %t.txt
// RUN: FileCheck %s --check-prefix=ERROR < %t.err

// What kernels print comes out with the launch, in the order of the blocks.
// PRINTS: block 0 has 1.5
// PRINTS-NEXT: block 1 has 1.5
// PRINTS-NEXT: print_launch(
// PRINTS: result: ok
tile.kernel @print(%x: f32) block [32] {
  %c0 = arith.constant 0 : index
  %t = gpu.thread_id x
  %b = gpu.block_id x
  %first = arith.cmpi eq, %t, %c0 : index
  scf.if %first {
    tile.printf "block %lld has %g\0A" (%b, %x : index, f32)
  }
}
launch.func @print_launch() {
  %x = arith.constant 1.5 : f32
  launch.kernel @print grid [2] (%x) : f32
}

// ASSERT: sim-text.mlir:[[# @LINE + 7]]:3: error: assertion failed: thread below 40 [SIM21 assertion-failed]
// ASSERT: block (0, 0, 0), warp 1, lane 8, thread 40
// ERROR: CUDA_ERROR_ASSERT (710)
tile.kernel @check() block [64] {
  %c40 = arith.constant 40 : index
  %t = gpu.thread_id x
  %below = arith.cmpi ult, %t, %c40 : index
  tile.assert %below, "thread below 40"
}
launch.func @check_launch() {
  launch.kernel @check grid [1] ()
}

// Half of the warp elects, the other half meets at the block's barrier.
tile.kernel @diverges() block [32] {
  %c0 = arith.constant 0 : index
  %thread = gpu.thread_id x
  %c16 = arith.constant 16 : index
  %low = arith.cmpi ult, %thread, %c16 : index
  scf.if %low {
    %first = tile.elect
    scf.if %first {
      tile.nanosleep 1
    }
  } else {
    %warp = tile.warp_id
    %is_first = arith.cmpi eq, %warp, %c0 : index
    scf.if %is_first {
      tile.nanosleep 2
    }
  }
}

launch.func @diverges_launch() {
  launch.kernel @diverges grid [1] ()
}

// RUN: %python %S/Inputs/find.py %s | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:warp-divergence.mlir:13:13: error: expected the lanes of a warp to execute one operation together, got lane 16 in a warp barrier while others wait in an election; move it out of the branch [SIM28 warp-divergence]
// CHECK-NEXT:  in tile.warp_id
// CHECK-NEXT:  block (0, 0, 0), warp 0, lane 16, thread 16
// CHECK-NEXT:warp-divergence.mlir:8:14: note: the other side is tile.elect
// CHECK-NEXT:simulated: 1 launch, 1 block, 1 finding; ended early

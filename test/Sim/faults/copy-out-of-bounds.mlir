// A bulk copy of more bytes than are left behind its start.
tile.kernel @too_long(%in: memref<64xi8>, %from: index) block [32] {
  %c0 = arith.constant 0 : index
  %thread = gpu.thread_id x
  %leads = arith.cmpi eq, %thread, %c0 : index
  %buffer = tile.alloc_shared : memref<64xi8, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  scf.if %leads {
    tile.mbarrier.init %bar, 1
  }
  tile.fence.proxy.async <shared_cta>
  tile.cta_sync
  scf.if %leads {
    %c16 = arith.constant 16 : index
    %start = arith.muli %from, %c16 : index
    %rest = memref.subview %in[%start] [64] [1] : memref<64xi8> to memref<64xi8, strided<[1], offset: ?>>
    tile.mbarrier.arrive_expect_tx %bar, 64
    tile.apply "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes" (%buffer, %rest) mbar %bar
      : memref<64xi8, #tile.shared>, memref<64xi8, strided<[1], offset: ?>>
  }
  tile.mbarrier.wait %bar, 0
}

launch.func @too_long_launch(%in: memref<64xi8>, %from: index) {
  launch.kernel @too_long grid [1] (%in, %from) : memref<64xi8>, index
}

// RUN: %python %S/Inputs/find.py %s --arg from=1 | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:copy-out-of-bounds.mlir:19:5: error: expected 64 bytes within in (64 bytes), got them at byte 16 [SIM01 out-of-bounds]
// CHECK-NEXT:  in tile.bulk.load of in
// CHECK-NEXT:  block (0, 0, 0), warp 0, lane 0, thread 0
// CHECK-NEXT:simulated: 1 launch, 1 block, 1 finding; ended early

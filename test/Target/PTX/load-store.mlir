// RUN: tileryc %s | FileCheck %s --implicit-check-not=ld. --implicit-check-not=st. --implicit-check-not=.local
// RUN: %if ptxas %{ tileryc %s --target=sm_90 --emit=cubin -o %t.cubin %}
// RUN: %if ptxas %{ tileryc %s --target=sm_90a --emit=cubin -o %t.cubin %}

// The map is a parameter by value, read in place; shared addresses have 32 bits;
// the wait is a loop of three lines.

// CHECK: .version 8.6
// CHECK: .target sm_90a
// CHECK: .visible .entry round_trip(
// CHECK-NEXT: .param .align 64 .b8 round_trip_param_0[128],
// CHECK-NEXT: .param .align 64 .b8 round_trip_param_1[128]
// CHECK: .reqntid 32, 1, 1
// CHECK: .shared .align 128 .b8 round_trip_shared[16392];
// CHECK: mbarrier.init.shared.b64 [round_trip_shared+16384]
// CHECK: mbarrier.arrive.expect_tx.shared.b64 %{{.*}}, [round_trip_shared+16384]
// CHECK: fence.proxy.async.shared::cta
// CHECK: bar.sync 0
// CHECK: cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes [round_trip_shared], [%{{.*}}, {%{{.*}}, %{{.*}}}], [round_trip_shared+16384]
// CHECK: $[[LOOP:.*]]:
// CHECK: mbarrier.try_wait.parity.shared.b64 %[[P:.*]], [round_trip_shared+16384]
// CHECK-NEXT: not.pred %[[N:.*]], %[[P]]
// CHECK-NEXT: @%[[N]] bra $[[LOOP]]
// CHECK: cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group
// CHECK-NEXT: cp.async.bulk.commit_group
// CHECK-NEXT: cp.async.bulk.wait_group.read 0
tile.kernel @round_trip(%in: memref<256x256xf32>, %out: memref<256x256xf32>) block [32] {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %smem = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %by = gpu.block_id y
  %bx = gpu.block_id x
  %row = arith.muli %by, %c64 : index
  %col = arith.muli %bx, %c64 : index
  %leader = tile.elect
  scf.if %leader {
    tile.mbarrier.init %bar, 1
    tile.mbarrier.arrive_expect_tx %bar, 16384
  }
  tile.fence.proxy.async <shared_cta>
  tile.cta_sync
  scf.if %leader {
    tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
      (%smem, %in) box [64, 64] coords [%row, %col] mbar %bar
      : memref<64x64xf32, #tile.shared>, memref<256x256xf32>
  }
  tile.mbarrier.wait %bar, 0
  scf.if %leader {
    tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
      (%out, %smem) box [64, 64] coords [%row, %col]
      : memref<256x256xf32>, memref<64x64xf32, #tile.shared>
    tile.bulk.commit_group
    tile.bulk.wait_group 0 read
  }
}

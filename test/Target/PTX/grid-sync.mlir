// RUN: tileryc %s --target=sm_90 | FileCheck %s
// RUN: %if ptxas %{ tileryc %s --target=sm_90 --emit=cubin -o %t.cubin %}
// RUN: %if ptxas %{ tileryc %s --target=sm_100 --emit=cubin -o %t.cubin %}

// The block meets, its first thread counts it in the launch's workspace and polls
// until the phase bit flips, and the block meets again.

// CHECK-LABEL: .entry phases(
// CHECK: bar.sync 0;
// CHECK: mov.b32 %[[HIGH:.*]], %envreg1;
// CHECK: mov.b32 %[[LOW:.*]], %envreg2;
// CHECK: fence.acq_rel.gpu;
// CHECK: atom.global.add.u32 %[[OLD:.*]], [%[[WORD:.*]]+4], %{{.*}};
// CHECK: ld.acquire.gpu.global.b32 %[[NOW:.*]], [%[[WORD]]+4];
// CHECK: xor.b32 %[[CHANGED:.*]], %[[NOW]], %[[OLD]];
// CHECK: fence.acq_rel.gpu;
// CHECK: bar.sync 0;
tile.kernel @phases(%x: memref<1024xf32>) block [256] {
  tile.grid_sync
}
launch.func @run(%x: memref<1024xf32>) {
  launch.kernel @phases grid [4] cooperative (%x) : memref<1024xf32>
}

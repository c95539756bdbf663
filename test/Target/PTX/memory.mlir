// RUN: tileryc %s | FileCheck %s --implicit-check-not=.local
// RUN: %if ptxas %{ tileryc %s --emit=cubin -o %t.cubin %}

// CHECK: .extern .shared .align 128 .b8 dynamic_shared[];

// Accesses name their state space. An alignment that the launcher checks makes a
// vector one access.

// CHECK-LABEL: .entry scalar(
// CHECK: ld.global.b32
// CHECK: st.global.b32
tile.kernel @scalar(%x: memref<1024xf32>) block [32] {
  %t = gpu.thread_id x
  %v = memref.load %x[%t] : memref<1024xf32>
  %w = arith.addf %v, %v : f32
  memref.store %w, %x[%t] : memref<1024xf32>
}

// CHECK-LABEL: .entry vector(
// CHECK: ld.global.v4.b32
// CHECK: st.global.v4.b32
tile.kernel @vector(%x: memref<1024xf32> {tile.align = 16 : i64}) block [32] {
  %c4 = arith.constant 4 : index
  %t = gpu.thread_id x
  %i = arith.muli %t, %c4 : index
  %v = vector.load %x[%i] : memref<1024xf32>, vector<4xf32>
  %w = arith.addf %v, %v : vector<4xf32>
  vector.store %w, %x[%i] : memref<1024xf32>, vector<4xf32>
}

// Above 48 KiB the launch gives the shared memory.
// CHECK-LABEL: .entry dynamic(
// CHECK: st.shared.b32
// CHECK: ld.shared.b32
tile.kernel @dynamic(%x: memref<1024xf32>) block [32] {
  %c0 = arith.constant 0 : index
  %t = gpu.thread_id x
  %smem = tile.alloc_shared : memref<16384xf32, #tile.shared>
  %v = memref.load %x[%t] : memref<1024xf32>
  memref.store %v, %smem[%t] : memref<16384xf32, #tile.shared>
  tile.cta_sync
  %w = memref.load %smem[%c0] : memref<16384xf32, #tile.shared>
  memref.store %w, %x[%t] : memref<1024xf32>
}

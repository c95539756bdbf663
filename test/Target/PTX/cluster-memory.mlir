// RUN: tileryc %s --target=sm_90 | FileCheck %s
// RUN: %if ptxas %{ tileryc %s --target=sm_90 --emit=cubin -o %t.cubin %}
// RUN: %if ptxas %{ tileryc %s --target=sm_120a --emit=cubin -o %t.cubin %}

// Another block's shared memory is reached by its own instructions, and addressed
// once: a view and a swizzle cost what they cost in the own.

// CHECK-LABEL: .entry neighbour(
// CHECK: mapa.shared::cluster.u32 %[[BASE:.*]], %{{.*}}, %{{.*}};
// CHECK: st.shared::cluster.b32 [%{{.*}}], %{{.*}};
// CHECK: ld.shared::cluster.b32 %{{.*}}, [%{{.*}}];
// CHECK: mapa.shared::cluster.u32
// CHECK: xor.b32
// CHECK: ld.shared::cluster.v4.b32 {%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}}, [%{{.*}}];
// CHECK-NOT: cvta.shared
tile.kernel @neighbour(%x: memref<64xf32>, %y: memref<16x64xf16>, %v: f32) block [128] cluster [2] {
  %c8 = arith.constant 8 : index
  %c1 = arith.constant 1 : index
  %mine = tile.alloc_shared : memref<64xf32, #tile.shared>
  %tile = tile.alloc_shared : memref<16x64xf16, #tile.shared<swizzle = 128B>>
  %rank = tile.cluster_rank
  %other = arith.subi %c1, %rank : index
  %far = tile.mapa %mine, %other : memref<64xf32, #tile.shared>, index
  %thread = gpu.thread_id x
  %row = arith.divui %thread, %c8 : index
  %chunk = arith.remui %thread, %c8 : index
  %col = arith.muli %chunk, %c8 : index
  memref.store %v, %far[%chunk] : memref<64xf32, #tile.shared_cluster>
  tile.cluster_sync
  %w = memref.load %far[%row] : memref<64xf32, #tile.shared_cluster>
  memref.store %w, %x[%row] : memref<64xf32>
  %fartile = tile.mapa %tile, %other : memref<16x64xf16, #tile.shared<swizzle = 128B>>, index
  %line = vector.load %fartile[%row, %col] : memref<16x64xf16, #tile.shared_cluster<swizzle = 128B>>, vector<8xf16>
  vector.store %line, %y[%row, %col] {alignment = 16} : memref<16x64xf16>, vector<8xf16>
  tile.cluster_sync
}

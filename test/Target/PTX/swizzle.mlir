// RUN: tileryc %s | FileCheck %s
// RUN: %if ptxas %{ tileryc %s --emit=cubin -o %t.cubin %}

// A known place folds: row 9, column 8 of 64 halves is byte 1168, which the pattern
// moves from chunk 1 to chunk 0.
// CHECK-LABEL: .entry folded(
// CHECK: st.shared.b16 [folded_shared+1152]
tile.kernel @folded(%x: memref<1xf16>) block [32] {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  %smem = tile.alloc_shared : memref<64x64xf16, #tile.shared<swizzle = 128B>>
  %v = memref.load %x[%c0] : memref<1xf16>
  memref.store %v, %smem[%c9, %c8] : memref<64x64xf16, #tile.shared<swizzle = 128B>>
  tile.cta_sync
  %t = gpu.thread_id x
  %w = memref.load %smem[%c9, %t] : memref<64x64xf16, #tile.shared<swizzle = 128B>>
  memref.store %w, %x[%c0] : memref<1xf16>
}

// CHECK-LABEL: .entry row(
// CHECK: and.b32 %{{.*}}, %{{.*}}, 112
// CHECK: st.shared.b16
tile.kernel @row(%x: memref<1xf16>) block [32] {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %t = gpu.thread_id x
  %smem = tile.alloc_shared : memref<64x64xf16, #tile.shared<swizzle = 128B>>
  %v = memref.load %x[%c0] : memref<1xf16>
  memref.store %v, %smem[%t, %c3] : memref<64x64xf16, #tile.shared<swizzle = 128B>>
  tile.cta_sync
  %w = memref.load %smem[%c3, %t] : memref<64x64xf16, #tile.shared<swizzle = 128B>>
  memref.store %w, %x[%c0] : memref<1xf16>
}
